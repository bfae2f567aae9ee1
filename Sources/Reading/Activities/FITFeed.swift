internal import FIT

/// FIT's messages by their names in the profile.
struct FITFeed: ActivityFeed {
    private var decoder = FITDecoder()
    /// Developer fields that stand for a field of the profile.
    private var developers: [Developer: Native] = [:]
    /// The last whole time of monitoring, of which later messages say the lower 16 bits.
    private var lastMonitoring: Int?

    private struct Developer: Hashable {
        var index: Int
        var number: Int
    }

    /// Which field of which message it is; without a message, of records.
    private struct Native {
        var message: Int?
        var field: Int
        var baseType: Int
    }

    /// The names by which a FIT file is recognised; nil where the bytes are none.
    static func names(in head: [UInt8]) -> Set<String>? { FITDecoder.recognises(head) ? ["FIT"] : nil }

    mutating func take(_ bytes: UnsafeRawBufferPointer, into queue: inout ActivityQueue) throws(ReadError) {
        var decoder = self.decoder
        var failure: ReadError?
        defer { self.decoder = decoder }
        do throws(FITError) {
            try decoder.decode(bytes) { event in
                guard failure == nil else { return }
                do throws(ReadError) { try take(event, into: &queue) } catch { failure = error }
            }
        } catch { throw failure ?? .fit(error) }
        if let failure { throw failure }
    }

    mutating func finish(_ queue: inout ActivityQueue) throws(ReadError) {
        do throws(FITError) { try decoder.finish() } catch { throw .fit(error) }
        guard queue.counts["session"] == nil else { return }
        if queue.fileType == "activity" { throw .activity(.noSession) }
        if queue.counts.isEmpty { throw .activity(.otherKind(queue.fileType ?? "unknown")) }
    }

    private mutating func take(_ event: FITEvent, into queue: inout ActivityQueue) throws(ReadError) {
        switch event {
        case .endOfFile:
            queue.endFile()
            (developers, lastMonitoring) = ([:], nil)
        case .message(let message):
            if message.number == FITProfile.fieldDescription { return describe(message) }
            if message.number == FITProfile.monitoringStart { lastMonitoring = message.value(of: 253)?.integer }
            guard let known = FITProfile.messages[message.number] else { return }
            try queue.add(read(message, known))
        }
    }

    private func value(_ message: FITMessage, _ field: Int) -> FITValue? {
        if let value = message.value(of: field) { return value }
        if field == 253, let time = message.compressedTimestamp { return .integer(time) }
        guard !developers.isEmpty else { return nil }
        for own in message.developerFields {
            guard let native = developers[Developer(index: own.index, number: own.number)], native.field == field,
                native.message ?? FITProfile.record == message.number
            else { continue }
            return message.value(of: own.bytes, baseType: native.baseType)
        }
        return nil
    }

    private mutating func read(_ message: FITMessage, _ known: FITProfile.Message) -> ActivityMessage {
        var read = ActivityMessage(known.name, offset: message.offset)
        for field in known.fields {
            if let value = value(message, field.number) { read[field.name] = field.meaning.text(of: value) }
        }
        switch known.name {
        case "session": read["end_time"] = end(of: message)
        case "activity": read["utc_offset"] = offset(of: message)
        default: break
        }
        if message.number == FITProfile.monitoring, let time = monitoringTime(message) {
            read["timestamp"] = FITProfile.Meaning.time.text(of: .integer(time))
        }
        return read
    }

    /// A session's begin and how long it took, pauses included.
    private func end(of message: FITMessage) -> String? {
        guard let start = message.value(of: 2)?.integer, start >= FITProfile.firstTime,
            let elapsed = message.value(of: 7)?.integer
        else { return nil }
        return InstantText.utc(start + FITProfile.epoch + elapsed / 1000, milliseconds: elapsed % 1000)
    }

    /// The clock on the wrist beside the world's.
    private func offset(of message: FITMessage) -> String? {
        guard let time = message.value(of: 253)?.integer, let local = message.value(of: 5)?.integer,
            time >= FITProfile.firstTime, local >= FITProfile.firstTime
        else { return nil }
        return InstantText.offset(seconds: local - time)
    }

    private mutating func monitoringTime(_ message: FITMessage) -> Int? {
        if let whole = value(message, 253)?.integer {
            lastMonitoring = whole
            return whole
        }
        guard let last = lastMonitoring, let low = message.value(of: 26)?.integer else { return nil }
        let time = last + ((low - last) & 0xFFFF)
        lastMonitoring = time
        return time
    }

    /// Which field of the profile a developer field stands for.
    private mutating func describe(_ message: FITMessage) {
        guard let index = message.value(of: 0)?.integer, let number = message.value(of: 1)?.integer,
            let type = message.value(of: 2)?.integer, let native = message.value(of: 15)?.integer
        else { return }
        developers[Developer(index: index, number: number)] = Native(
            message: message.value(of: 14)?.integer, field: native, baseType: type)
    }
}
