import Command
import Definitions
import Records
import Summarising

/// Pages of `Documentation/` that are made of the program and its definitions.
struct Reference {
    let pipelines: Pipelines
    let summaries: [Summary]

    /// Each page with its text.
    var pages: [(name: String, text: String)] {
        [
            ("commands.md", commands), ("formats.md", formats), ("datasets.md", datasets),
            ("summaries.md", summaryList),
            ("refusals.md", refusals),
        ]
    }

    /// A recorded screen as a picture: what a terminal shows after a command, which people type in another way.
    static func picture(of command: String, as typed: String, in screens: String) -> String {
        let rows = screens.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = rows.firstIndex(of: "$ \(command)") else { return "" }
        var shown = ["$ \(typed)"] + rows[(start + 1)...].prefix { !$0.hasPrefix("$ ") && !$0.hasPrefix("[exit") }
        while shown.last == "" { shown.removeLast() }
        let height = shown.count * 18 + 24
        let width = (shown.map(\.count).max() ?? 0) * 17 / 2 + 32
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" font-family="monospace" font-size="14">
            <rect width="\(width)" height="\(height)" rx="8" fill="#1e2227"/>

            """
        for (index, row) in shown.enumerated() where !row.isEmpty {
            let plain = row.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            text +=
                "<text x=\"16\" y=\"\(index * 18 + 26)\" fill=\"\(colour(of: row))\" xml:space=\"preserve\">\(plain)</text>\n"
        }
        return text + "</svg>\n"
    }

    private static func colour(of row: String) -> String {
        let first = row.drop { $0 == " " }.first
        if row.hasPrefix("$") { return "#8fc7ff" }
        if first == "✓" { return "#98c379" }
        if first == "⚠" || row.hasPrefix("demo: ") { return "#e5c07b" }
        if first == "✗" { return "#e06c75" }
        return first == "→" ? "#9aa4b2" : "#dcdfe4"
    }

    private static let note =
        "<!-- Made of the program: SCOREBOOK_RECORD=1 swift test -c release --filter ReferenceTests -->\n\n"

    private var commands: String {
        var text = "# Commands\n\n" + Self.note
        for topic in Command.Topic.allCases {
            text += "## \(topic.rawValue)\n\n"
            for command in CommandTable.commands where command.topic == topic { text += section(command) }
        }
        text += "## Options of all commands\n\n" + options(CommandTable.commonOptions)
        text += "## Environment\n\n"
        text += table(["variable", "meaning"], Help.environment.map { ["`\($0.name)`", $0.meaning] })
        text += "## Exit codes\n\n"
        return text + table(["code", "meaning"], ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] }).dropLast()
    }

    private func section(_ command: Command) -> String {
        var text = "### \(command.verb.rawValue)\n\n\(sentence(command.summary))\n\n`\(command.usage)`\n\n"
        if !command.discussion.isEmpty { text += command.discussion + "\n\n" }
        if !command.arguments.isEmpty {
            text += table(["argument", "meaning"], command.arguments.map { ["`\($0.name)`", $0.summary] })
        }
        if !command.options.isEmpty { text += options(command.options) }
        let codes = command.exits.map { "\($0.rawValue)" }.joined(separator: ", ")
        for example in command.examples { text += "    \(example.line)    # \(example.explanation)\n" }
        if !command.examples.isEmpty { text += "\n" }
        return text + "Exit codes: \(codes).\n\n"
    }

    private func options(_ options: [Option]) -> String {
        table(
            ["option", "meaning"],
            options.map { option in ["`\(option.usage.drop { $0 == " " })`", option.summary] })
    }

    private var formats: String {
        var text = "# Formats\n\n" + Self.note
        text += """
            One definition below `Pipelines/` per format. A definition that lists the rows of tables, or has further
            readers, gives several formats: `scorebook formats` lists each. Settings are those that can change what a
            file becomes; a file that needs one and does not have it is refused with the setting to add.


            """
        let files = Dictionary(grouping: pipelines.formats, by: \.path)
        for dataset in pipelines.datasets.map(\.name).sorted() {
            let paths = files.keys.filter { $0.contains("\(dataset)/formats/") }
            guard !paths.isEmpty else { continue }
            text += "## \(dataset)\n\n" + rows(paths.sorted(), files)
        }
        let others = files.keys.filter { path in
            !pipelines.datasets.contains { path.contains("\($0.name)/formats/") }
        }
        if !others.isEmpty { text += "## Several datasets\n\n" + rows(others.sorted(), files) }
        return String(text.dropLast())
    }

    private func rows(_ paths: [String], _ files: [String: [Format]]) -> String {
        table(
            ["format", "files of", "as", "settings"],
            paths.map { path in
                let formats = files[path] ?? []
                let name = path.split(separator: "/").last?.dropLast(".yaml".count) ?? ""
                let settings = Set(formats.flatMap { $0.settings(with: []) }).sorted()
                let readers = Set(formats.map(\.reader.word)).sorted().joined(separator: ", ")
                return [
                    "`\(name)`", title(formats), readers, settings.map { "`\($0)`" }.joined(separator: ", "),
                ]
            })
    }

    /// Of formats that are derived for each table their number.
    private func title(_ formats: [Format]) -> String {
        let titles = Set(formats.map(\.title))
        return titles.count > 2 ? "rows of a table, \(formats.count) tables" : formats[0].title
    }

    private var datasets: String {
        var text = "# Datasets\n\n" + Self.note
        for dataset in pipelines.datasets.sorted(by: { $0.name < $1.name }) {
            text += "## \(dataset.name)\n\n\(sentence(dataset.title))\n\n"
            text += "Tables: " + dataset.tables.map { "`\($0.name)`" }.joined(separator: ", ") + ".\n\n"
            text += table(
                ["field", "type", "required", "meaning"],
                dataset.fields.map { ["`\($0.name)`", $0.type.rawValue, $0.isRequired ? "yes" : "", $0.about] })
        }
        return String(text.dropLast())
    }

    private var refusals: String {
        var text = "# Refusals\n\n" + Self.note
        text += """
            Why a file is not imported: the code follows the reason, and as `code` in JSON. `scorebook help CODE`
            says the same in the terminal.


            """
        for code in RefusalCode.allCases {
            let page = code.page
            text += "## \(code.rawValue)\n\n\(sentence(code.title)) \(page.meaning)\n\n"
            for step in page.steps {
                let command = step.command.isEmpty ? "" : "`\(step.command)`" + (step.does.isEmpty ? "" : ": ")
                text += "- \(command)\(step.does)\n"
            }
            text += "\n"
        }
        return String(text.dropLast())
    }

    private var summaryList: String {
        var text = "# Summaries\n\n" + Self.note
        text += """
            A `stored` summary is a table that triggers keep equal to its SELECT after every write. A `view` runs with
            the reader's rights. A `function` takes a range or a value. How they are kept is in
            [How it works](design.md#summaries).


            """
        text += table(
            ["summary", "kind", "schema", "content"],
            summaries.sorted { $0.name < $1.name }.map {
                ["`\($0.name)`", $0.kind.rawValue, $0.schema.rawValue, $0.title]
            })
        return String(text.dropLast())
    }

    private func table(_ head: [String], _ rows: [[String]]) -> String {
        func line(_ cells: [String]) -> String {
            "| "
                + cells.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
                .joined(separator: " | ") + " |\n"
        }
        return line(head) + "|" + head.map { _ in "---|" }.joined() + "\n" + rows.map(line).joined() + "\n"
    }

    private func sentence(_ text: String) -> String {
        let text = text.prefix(1).uppercased() + text.dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }
}
