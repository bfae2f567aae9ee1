import Definitions
import Foundation
import Importing
import Proving
import Records
import Reporting
import Testing

extension CommandsTests {
    /// What other programs may rely on: the shipped descriptions are those that the program writes, the public packages take them, and
    /// what the program writes keeps them.
    @Suite struct ContractTests {
        static let folder = "\(Ground.package)/Documentation/contracts"
        static let files: [(String, JSONValue)] = [
            ("datapackage.json", DataPackage(Ground.pipelines.datasetsInOrder).json),
            ("datasets.schema.json", RowSchema(Ground.pipelines.datasetsInOrder).json),
        ]

        @Test(arguments: files)
        func `The shipped contract is the program's`(_ name: String, _ json: JSONValue) throws {
            let path = "\(Self.folder)/\(name)"
            let text = json.page + "\n"
            if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
            } else {
                let known = try String(contentsOfFile: path, encoding: .utf8)
                #expect(known == text, "\(name): SCOREBOOK_RECORD=1 writes it")
            }
        }

        @Test func `The report's schema knows every code of a reject, and no other`() throws {
            let data = try Data(contentsOf: URL(filePath: "\(Self.folder)/report.schema.json"))
            var listed: [Set<String>] = []
            func look(_ value: Any) {
                if let object = value as? [String: Any] {
                    if let codes = object["enum"] as? [String], codes.contains("invalid_encoding") {
                        listed.append(Set(codes))
                    }
                    for inner in object.values { look(inner) }
                } else if let list = value as? [Any] {
                    for inner in list { look(inner) }
                }
            }
            look(try JSONSerialization.jsonObject(with: data))
            let codes = Set(Defect.Code.allCases.map(\.rawValue))
            #expect(listed == [codes, codes])
        }

        @Test func `The command writes them, all or those of one dataset`() {
            let root = CommandsProject.root
            for (form, index) in [("frictionless", 0), ("jsonschema", 1)] {
                let all = CommandsProject.call(["datasets", "-o", form], in: root)
                #expect(all.code == 0 && all.output == Self.files[index].1.page + "\n", "\(all.errors)")
                let one = CommandsProject.call(["datasets", "sleep", "-o", form], in: root)
                #expect(one.code == 0 && one.output.contains("sleep_stages") && !one.output.contains("workouts"))
                #expect(CommandsProject.call(["datasets", "nothing", "-o", form], in: root).code == 66)
                for other in ["formats", "runs", "jobs"] {
                    #expect(CommandsProject.call([other, "-o", form], in: root).code == 2, "\(other)")
                }
            }
        }

        /// Runs Python with the packages that are installed; what it says is not expected.
        static func python(_ script: String, _ arguments: [String], with program: String? = nil) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            let installed = ProcessInfo.processInfo.environment["SCOREBOOK_PYTHON"] ?? "python3"
            process.arguments = [program ?? installed, "-c", script] + arguments
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }

        /// What bootstrap has installed is what the tests use; where it could not, they say what they skip.
        @Test(.enabled(if: FileManager.default.fileExists(atPath: PublicPackages.folder), "no .build/python"))
        func `The public packages that bootstrap installs are used`() {
            for package in ["frictionless", "jsonschema", "prometheus_client"] {
                #expect(PublicPackages.has(package, or: "bootstrap installs it"))
            }
        }

        @Test func `The public packages take them`() throws {
            let script = """
                import json, sys
                folder = sys.argv[1]
                import jsonschema
                for name in ["datasets.schema.json", "report.schema.json"]:
                    jsonschema.Draft202012Validator.check_schema(json.load(open(f"{folder}/{name}")))
                package = json.load(open(f"{folder}/datapackage.json"))
                names = [resource["name"] for resource in package["resources"]]
                for resource in package["resources"]:
                    for key in resource["schema"].get("foreignKeys", []):
                        assert key["reference"]["resource"] in names + [""], key
                """
            #expect(try PublicPackages.run(script, [Self.folder]).code == 0)
            guard PublicPackages.has("frictionless", or: "the Data Package of the datasets is not checked by it") else {
                return
            }
            let framework = """
                import json, sys
                from frictionless import Package, Schema
                package = json.load(open(f"{sys.argv[1]}/datapackage.json"))
                errors = list(Package.metadata_validate(package))
                assert not errors, errors[:3]
                assert len(Package.from_descriptor(package).resources) == len(package["resources"])
                for resource in package["resources"]:
                    Schema.from_descriptor(resource["schema"])
                """
            #expect(try PublicPackages.run(framework, [Self.folder]).code == 0)
        }

        /// The lines of the guide that write Parquet, run on an export: rows, types and empty cells are the CSV's.
        @Test func `DuckDB writes an export as Parquet`() throws {
            guard let python = Self.duckdb else {
                print("SKIPPED: duckdb is neither installed nor to be had from PyPI, so no Parquet was written")
                return
            }
            let project = CommandsProject.shared
            let folder = "\(project.folder)/parquet"
            #expect(
                project.call("export metrics --owner maya.rivera@example.org --package \(folder)/metrics").code == 0)
            let guide = try String(contentsOfFile: "\(Self.folder)/../contracts.md", encoding: .utf8)
            let copies = guide.split(separator: "\n").filter { $0.contains("to 'metrics.parquet'") }.map(String.init)
            #expect(copies.count == 2)
            let script = """
                import os, re, shlex, sys
                import duckdb
                os.chdir(sys.argv[1])
                for line in sys.argv[2:]:
                    words = shlex.split(line)
                    if words[0] == "duckdb":
                        duckdb.sql(words[2])
                    else:
                        assert words[:2] == ["python3", "-c"], words
                        exec(words[2])
                    text = duckdb.sql("select * from read_csv('metrics/metrics.csv', all_varchar=true)").fetchall()
                    kept = duckdb.sql("select * from 'metrics.parquet'")
                    types = dict(zip(kept.columns, map(str, kept.types)))
                    assert types["recorded_date"] == "DATE" and types["value"] == "DOUBLE" and types["verified"] == "BOOLEAN", types
                    rows = kept.fetchall()
                    assert len(rows) == len(text) > 50, (len(rows), len(text))
                    for one, other in zip(rows, text):
                        assert [cell is None for cell in one] == [cell is None for cell in other]
                    os.remove("metrics.parquet")
                """
            #expect(try Self.python(script, [folder] + copies, with: python) == 0)
        }

        /// A Python that has DuckDB: the tests' own, or one of an environment that is made for it.
        private static let duckdb: String? = {
            let installed = ProcessInfo.processInfo.environment["SCOREBOOK_PYTHON"] ?? "python3"
            if (try? python("import importlib.util, sys; sys.exit(not importlib.util.find_spec('duckdb'))", [])) == 0 {
                return installed
            }
            let folder = "\(Ground.package)/.build/duckdb"
            let make = """
                import os, subprocess, sys, venv
                folder = sys.argv[1]
                program = folder + "/bin/python"
                if not os.path.exists(program):
                    venv.create(folder, with_pip=True)
                if subprocess.run([program, "-c", "import duckdb"], stderr=subprocess.DEVNULL).returncode:
                    install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--timeout", "20", "duckdb"]
                    sys.exit(subprocess.run([program] + install, timeout=240).returncode)
                """
            return (try? python(make, [folder])) == 0 ? "\(folder)/bin/python" : nil
        }()

        /// Rows of all tables as PostgREST gives them, by the schema of their table.
        @Test func `Rows of the samples keep the JSON Schema`() throws {
            let project = CommandsProject.shared
            let tables = Ground.pipelines.datasets.flatMap(\.tables).map(\.name)
            let parts = tables.map { name in
                "'\(name.dropFirst("public.".count))', (select coalesce(json_agg(kept), '[]') from \(name) as kept)"
            }
            let rows = project.call([
                "db", "psql", "--", "-At", "-c", "select json_build_object(\(parts.joined(separator: ", ")))",
            ])
            let path = project.write(rows.output, to: "rows-\(UUID().uuidString).json")
            defer { try? FileManager.default.removeItem(atPath: path) }
            let script = """
                import json, sys
                from jsonschema import Draft202012Validator, FormatChecker
                schema = json.load(open(sys.argv[1]))
                rows = json.load(open(sys.argv[2]))
                assert rows.keys() == schema["properties"].keys() and sum(map(len, rows.values())) > 500
                checker = Draft202012Validator(schema, format_checker=FormatChecker(["date", "uuid"]))
                errors = list(checker.iter_errors(rows))
                assert not errors, [(error.json_path, error.schema_path) for error in errors[:3]]
                # A schema that takes everything proves nothing.
                for table, column in [("workout_sets", "reps"), ("health_samples", "value"), ("schools", "user_id")]:
                    for wrong in ["x", None] if column != "reps" else ["x", 1.5]:
                        broken = dict(rows[table][0], **{column: wrong})
                        assert list(checker.iter_errors({table: [broken]})), (table, column)
                """
            #expect(try PublicPackages.run(script, ["\(Self.folder)/datasets.schema.json", path]).code == 0)
        }

        /// Reports of every mode, with and without rejects, by the schema that allows no other key.
        @Test func `Reports keep the JSON Schema`() throws {
            let project = CommandsProject.other
            let bad = project.write("date,metric,value,unit\n2026-05-01,velocity,x,mph\n", to: "reported.csv")
            let good = project.write("date,metric,value,unit\n2026-05-03,velocity,71,mph\n", to: "reported-2.csv")
            let owner = "--owner maya.rivera@example.org -o json"
            var paths: [String] = []
            defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
            func report(_ line: String) -> [String: Any] {
                let outcome = project.call(line)
                #expect(outcome.object["schema"] as? String == "scorebook.report/1", "\(line): \(outcome.errors)")
                paths.append(project.write(outcome.output, to: "report-\(UUID().uuidString).json"))
                return outcome.object
            }
            _ = report("validate Samples --max-rejects 100% -o json")
            _ = report("plan Samples/strong.csv \(bad) \(good) \(owner)")
            let run = try #require(report("run \(bad) \(good) \(owner)")["run"] as? String)
            let again = try #require((report("run \(bad) \(owner)")["units"] as? [[String: Any]])?.first)
            #expect(again["status"] as? String == "already_loaded", "\(again)")
            #expect((again["open_rejects"] as? [String: Any])?["count"] as? Int == 1, "\(again)")
            for line in [
                "run \(good) \(owner)", "run Samples/README.md \(owner)", "show \(run) -o json",
                "rejects replay \(run) -o json", "rollback \(run) -o json",
            ] { _ = report(line) }
            paths.append(project.write(project.firstRun.output, to: "report-\(UUID().uuidString).json"))
            let script = """
                import json, sys
                from jsonschema import Draft202012Validator
                schema = json.load(open(sys.argv[1]))
                modes = set()
                for path in sys.argv[2:]:
                    report = json.load(open(path))
                    modes.add(report["mode"])
                    errors = list(Draft202012Validator(schema).iter_errors(report))
                    assert not errors, (report["mode"], [(error.json_path, error.message[:200]) for error in errors[:3]])
                    assert list(Draft202012Validator(schema).iter_errors(dict(report, other=1)))
                assert modes == {"validate", "plan", "run", "rollback", "replay"}, modes
                """
            #expect(try PublicPackages.run(script, ["\(Self.folder)/report.schema.json"] + paths).code == 0)
        }
    }
}
