import Reporting
import Testing

@Suite struct ProgressTests {
    static let terminal = Terminal(isInteractive: true, width: 60, hasColours: true)
    static let counts = Progress.Counts(bytes: 25_000_000, totalBytes: 100_000_000, records: 50_000)

    @Test func countsOfManyThreadsAddUp() async {
        let progress = Progress(totalBytes: 5)
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1000 { progress.add(bytes: 3, records: 1) } } }
        }
        progress.expect(bytes: 2)
        #expect(progress.counts == .init(bytes: 24_000, totalBytes: 7, records: 8000))
    }

    @Test func aFileGetsALineEveryTenSeconds() {
        var meter = ProgressMeter(ProgressMeter.style(for: .plain, isQuiet: false), on: .plain)
        let written = (0...250).compactMap { meter.tick(Self.counts, at: 100 + Double($0) / 10) }
        #expect(
            written == [
                "25%  25.0 MB of 100 MB  50,000 records, 5,000/s  30 s left\n",
                "25%  25.0 MB of 100 MB  50,000 records, 2,500/s  1 min 0 s left\n",
            ])
        let cleared = meter.clear()
        #expect(cleared == nil)
    }

    @Test func aTerminalGetsOneLineRedrawn() throws {
        var meter = ProgressMeter(ProgressMeter.style(for: Self.terminal, isQuiet: false), on: Self.terminal)
        let early = [meter.tick(Self.counts, at: 0), meter.tick(Self.counts, at: 0.1)]
        #expect(early == [nil, nil])
        let due = meter.tick(Self.counts, at: 0.3)
        let line = try #require(due)
        #expect(line.hasPrefix("\r██▌░") && line.hasSuffix("\u{1B}[K") && !line.contains("\n"))
        #expect(String(line.dropFirst().dropLast(3)).columns < 60)
        let cleared = [meter.clear(), meter.clear()]
        #expect(cleared == ["\r\u{1B}[K", nil])
    }

    @Test func quietIsQuiet() {
        var meter = ProgressMeter(ProgressMeter.style(for: Self.terminal, isQuiet: true), on: Self.terminal)
        let written = (0...100).compactMap { meter.tick(Self.counts, at: Double($0)) }
        #expect(written.isEmpty)
    }

    @Test func `What the server works on shows at once, without a guess of its end`() throws {
        var meter = ProgressMeter(.redrawnLine, on: Self.terminal)
        var counts = Progress.Counts(bytes: 10, totalBytes: 10, records: 5)
        _ = meter.tick(counts, at: 0)
        _ = meter.tick(counts, at: 2)
        counts.phase = .writing
        let due = meter.tick(counts, at: 2.01)
        let line = try #require(due)
        #expect(line.contains("writing rows and summaries") && !line.contains("left"))
        let again = meter.tick(counts, at: 2.02)
        #expect(again == nil)
        counts.phase = .undoing
        let undoing = meter.tick(counts, at: 3)
        #expect(try #require(undoing).contains("undoing"))
        // Nothing is said of what counts nothing.
        let idle = meter.tick(Progress.Counts(bytes: 0, totalBytes: 0, records: 0), at: 5)
        #expect(idle == nil)
    }

    @Test(arguments: [Phase.reading, .comparing, .writing, .undoing])
    func `A line is whole parts, as many as fit`(phase: Phase) throws {
        var counts = Progress.Counts(
            bytes: 337_000, totalBytes: 335_000, records: 124_000, pictures: 4, totalPictures: 500)
        counts.phase = phase
        for width in [40, 60, 80, 200] {
            var meter = ProgressMeter(.redrawnLine, on: Terminal(isInteractive: true, width: width, hasColours: true))
            _ = meter.tick(counts, at: 0)
            let due = meter.tick(counts, at: 2)
            let line = String(try #require(due).dropFirst().dropLast(3))
            #expect(line.columns < width && !line.contains("…"), "\(line)")
            #expect(!line.contains("337"), "more than there is: \(line)")
        }
        counts.records = 0
        var meter = ProgressMeter(.redrawnLine, on: Terminal(isInteractive: true, width: 200, hasColours: true))
        _ = meter.tick(counts, at: 0)
        let due = meter.tick(counts, at: 2)
        #expect(try #require(due).contains("0 records") == false)
    }
}
