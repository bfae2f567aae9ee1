import XML

/// Writes down what a document says, one line an event.
final class Listener: DocumentHandler {
    var events: [String] = []
    private var text = ""
    /// Pauses after every element.
    private let pauses: Bool

    init(pauses: Bool = false) { self.pauses = pauses }

    override func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, in parser: DocumentParser) {
        flush()
        var line = "\(parser.offset) \(depth) <\(String(cString: name))"
        var index = 0
        while let name = attributes.name(at: index), let value = attributes.value(at: index) {
            line += " \(String(cString: name))=\(String(cString: value))"
            index += 1
        }
        events.append(line)
        if depth == 1 { parser.setReceivesText(true) }
    }

    override func end(depth: Int, in parser: DocumentParser) {
        flush()
        events.append("\(parser.end) \(depth) >")
        if pauses { parser.suspend() }
    }

    override func text(_ bytes: UnsafeRawBufferPointer) { text += String(decoding: bytes, as: UTF8.self) }

    private func flush() {
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        if !words.isEmpty { events.append("text \(words)") }
        text = ""
    }

    /// The events of a document, given in pieces of `chunk` bytes; the error last.
    static func listen(
        _ document: [UInt8], chunk: Int = .max, pauses: Bool = false, limits: Limits = Limits()
    ) -> (events: [String], error: XMLError?, dropped: Int) {
        let listener = Listener(pauses: pauses)
        do throws(XMLError) {
            let parser = try DocumentParser(handler: listener, limits: limits)
            var at = 0
            while at < document.count {
                let end = min(document.count, at + min(chunk, document.count))
                let result: Result<DocumentParser.Status, XMLError> = document[at..<end].withUnsafeBytes { bytes in
                    do throws(XMLError) { return .success(try parser.parse(bytes)) } catch { return .failure(error) }
                }
                var status = try result.get()
                while case .suspended = status { status = try parser.resume() }
                at = end
            }
            var status = try parser.finish()
            while case .suspended = status {
                status = try parser.resume()
                if case .needsMore = status { status = try parser.finish() }
            }
            guard case .done = status else { return (listener.events + ["not done"], nil, parser.droppedControls) }
            return (listener.events, nil, parser.droppedControls)
        } catch { return (listener.events, error, 0) }
    }
}
