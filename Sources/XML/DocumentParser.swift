internal import CExpat

/// XML by expat: bytes are pushed in, a handler receives the elements.
///
///     bytes --> Prolog: DOCTYPE blanked --> control characters dropped --> expat --> handler
///
/// Nothing is read but these bytes: there are no entities and no other files. A document is whole when `finish`
/// returns `.done`: its root is closed, nothing follows it, and every byte was looked at.
///
/// A control character that XML does not have (U+000B, which iOS writes into names of devices) is dropped and counted,
/// except NUL. Offsets are those of the bytes that were pushed, dropped ones among them.
public final class DocumentParser {
    /// Why the parser came back.
    public enum Status: Sendable {
        case needsMore
        /// The handler asked for a pause: `resume` goes on.
        case suspended
        case done
    }

    private let expat: OpaquePointer
    private let budget: UnsafeMutablePointer<cexpat_budget>
    let state: UnsafeMutablePointer<ParserState>
    private let limits: Limits
    private var prolog: Prolog
    private var isFinishing = false
    /// Offset of the byte after the last one pushed to expat.
    private var pushed = 0

    /// - Parameter handler: must live as long as the parser.
    public init(handler: DocumentHandler, limits: Limits = Limits()) throws(XMLError) {
        let budget = UnsafeMutablePointer<cexpat_budget>.allocate(capacity: 1)
        budget.initialize(to: cexpat_budget(used: 0, limit: limits.memory))
        guard let expat = cexpat_create(budget) else {
            budget.deallocate()
            throw XMLError(.tooLarge, line: 1, offset: 0)
        }
        self.expat = expat
        self.budget = budget
        self.limits = limits
        prolog = Prolog(limit: limits.prolog)
        state = .allocate(capacity: 1)
        state.initialize(to: ParserState(handler: handler))
        XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(expat, startHandler, endHandler)
        // None is ever left; one that were would be refused, not parsed.
        XML_SetStartDoctypeDeclHandler(expat, doctypeHandler)
    }

    deinit {
        cexpat_free(expat, budget)
        budget.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Control characters dropped so far.
    public var droppedControls: Int { state.pointee.dropped.count }

    /// Goes right into the root of a document, before any other bytes; what is parsed next stands there.
    ///
    /// The handler receives the root. Offsets and lines are the document's.
    public func enter(_ parting: Parting, at offset: Int, line: Int) throws(XMLError) -> Status {
        prolog.skip()
        state.pointee.shift = offset - parting.opening.count
        let status = try parse(parting.opening)
        state.pointee.lineShift = line - Int(XML_GetCurrentLineNumber(expat))
        return status
    }

    /// Parses what ends the root, behind the bytes of a part; then it is finished.
    public func leave(_ parting: Parting) throws(XMLError) -> Status { try parse(parting.closing) }

    private func parse(_ bytes: [UInt8]) throws(XMLError) -> Status {
        let result: Result<Status, XMLError> = bytes.withUnsafeBytes { bytes in
            do throws(XMLError) { return .success(try push(bytes)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Parses the next bytes of the document; not while suspended.
    public func parse(_ bytes: UnsafeRawBufferPointer) throws(XMLError) -> Status {
        guard !prolog.isDone else { return try push(bytes) }
        try prolog.add(bytes, isFinal: false)
        return prolog.isDone ? try parse(prolog.bytes) : .needsMore
    }

    /// Parses to the end: no bytes follow. After a pause it is called again.
    public func finish() throws(XMLError) -> Status {
        if !prolog.isDone {
            try prolog.add(UnsafeRawBufferPointer(start: nil, count: 0), isFinal: true)
            if case .suspended = try parse(prolog.bytes) { return .suspended }
        }
        isFinishing = true
        return try status(cexpat_parse(expat, budget, 0, 1))
    }

    /// Goes on after a pause.
    public func resume() throws(XMLError) -> Status { try status(cexpat_resume(expat, budget)) }

    private func push(_ bytes: UnsafeRawBufferPointer) throws(XMLError) -> Status {
        guard let source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count > 0 else {
            return .needsMore
        }
        guard bytes.count < Int(Int32.max),
            let buffer = cexpat_buffer(expat, budget, Int32(bytes.count))
        else { throw error(.tooLarge) }
        var length = bytes.count
        if cexpat_has_controls(source, length) == 0 {
            buffer.copyMemory(from: source, byteCount: length)
        } else {
            length = try dropControls(source, length, into: buffer)
        }
        pushed += bytes.count
        return try status(cexpat_parse(expat, budget, Int32(length), 0))
    }

    private func dropControls(
        _ source: UnsafePointer<UInt8>, _ length: Int, into buffer: UnsafeMutableRawPointer
    ) throws(XMLError) -> Int {
        var count = 0
        var kept = 0
        let places = [UInt32](unsafeUninitializedCapacity: length) { places, filled in
            guard let first = places.baseAddress else { return }
            kept = cexpat_copy_without_controls(
                buffer.assumingMemoryBound(to: UInt8.self), source, length, first, &count)
            filled = count
        }
        guard state.pointee.dropped.add(places, from: pushed) else { throw error(.binary) }
        return kept
    }

    private func status(_ status: XML_Status) throws(XMLError) -> Status {
        if status == XML_STATUS_SUSPENDED { return .suspended }
        if status == XML_STATUS_OK { return isFinishing ? .done : .needsMore }
        let code = XML_GetErrorCode(expat)
        throw error(state.pointee.failure ?? XMLError.Kind(code))
    }

    private func error(_ kind: XMLError.Kind) -> XMLError {
        XMLError(
            kind, line: max(1, Int(XML_GetCurrentLineNumber(expat)) + state.pointee.lineShift), offset: offset)
    }
}

/// What a handler may ask and say while it is called.
extension DocumentParser {
    /// Offset of the first byte of the tag at which the document is.
    public var offset: Int {
        state.pointee.shift + state.pointee.dropped.offset(of: max(0, Int(XML_GetCurrentByteIndex(expat))))
    }

    /// The line on which it stands.
    public var line: Int { max(1, Int(XML_GetCurrentLineNumber(expat)) + state.pointee.lineShift) }

    /// Number of bytes of that tag.
    public var length: Int { Int(XML_GetCurrentByteCount(expat)) }

    /// Offset of the byte after that tag.
    public var end: Int {
        let end = XML_GetCurrentByteIndex(expat) + numericCast(XML_GetCurrentByteCount(expat))
        // What was dropped right behind the tag is none of it.
        return state.pointee.shift + state.pointee.dropped.offset(of: max(0, Int(end) - 1)) + 1
    }

    /// Asks for a pause after this call, and the one for the end of an element that has no content.
    public func suspend() { XML_StopParser(expat, XML_Bool(1)) }

    /// Whether the handler receives text.
    public func setReceivesText(_ isOn: Bool) { XML_SetCharacterDataHandler(expat, isOn ? textHandler : nil) }

    func fail(_ kind: XMLError.Kind) {
        state.pointee.failure = kind
        XML_StopParser(expat, XML_Bool(0))
    }

    @inline(__always)
    fileprivate func started(_ name: UnsafePointer<CChar>, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        let depth = state.pointee.depth + 1
        state.pointee.depth = depth
        if depth > limits.depth { return fail(.tooDeep(limit: limits.depth)) }
        if Int(XML_GetSpecifiedAttributeCount(expat)) > 2 * limits.attributes {
            return fail(.tooManyAttributes(limit: limits.attributes))
        }
        state.pointee.handler._withUnsafeGuaranteedRef {
            $0.start(name, Attributes(pairs), depth: depth, in: self)
        }
    }

    @inline(__always)
    fileprivate func ended() {
        let depth = state.pointee.depth
        state.pointee.depth = depth - 1
        state.pointee.handler._withUnsafeGuaranteedRef { $0.end(depth: depth, in: self) }
    }
}

private let startHandler: XML_StartElementHandler = { context, name, pairs in
    guard let context, let name, let pairs else { return }
    Unmanaged<DocumentParser>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.started(name, pairs) }
}

private let endHandler: XML_EndElementHandler = { context, _ in
    guard let context else { return }
    Unmanaged<DocumentParser>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.ended() }
}

private let textHandler: XML_CharacterDataHandler = { context, text, length in
    guard let context, let text else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
    Unmanaged<DocumentParser>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.state.pointee.handler._withUnsafeGuaranteedRef { $0.text(bytes) }
    }
}

private let doctypeHandler: XML_StartDoctypeDeclHandler = { context, _, _, _, _ in
    guard let context else { return }
    Unmanaged<DocumentParser>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.fail(.secondDoctype) }
}
