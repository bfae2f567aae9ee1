internal import Seeding
import Synchronization

/// What a seed makes of the messages that programs send to the server.
///
/// The same seed gives the same decisions in the same order; which message each meets is up to the programs' race.
public final class Schedule: Sendable {
    enum Fate {
        case passes
        case isHeld(milliseconds: UInt32)
        /// It never arrives, and the session ends.
        case isCutOff
        /// The server does what it says; the answer is lost with the session.
        case isAnsweredInVain
    }

    private let state: Mutex<(random: Seeded, faults: Int, losses: Int)>

    /// - Parameter faults: how many sessions end so; afterwards messages are only held.
    public init(seed: UInt64, faults: Int) { state = Mutex((Seeded(seed), faults, 0)) }

    /// How many sessions it has ended.
    public var ended: Int { state.withLock { $0.losses } }

    func next(_ sent: ArraySlice<UInt8>) -> Fate {
        let commits = sent.contains(Array("commit".utf8))
        return state.withLock { state in
            switch state.random.next(commits ? 12 : 60) {
            case 0 where commits, 1 where commits:
                return state.losses < state.faults ? end(&state, .isAnsweredInVain) : .passes
            case 2: return state.losses < state.faults ? end(&state, .isCutOff) : .passes
            case 3..<8: return .isHeld(milliseconds: UInt32(1 + state.random.next(commits ? 150 : 30)))
            default: return .passes
            }
        }
    }

    private func end(_ state: inout (random: Seeded, faults: Int, losses: Int), _ fate: Fate) -> Fate {
        state.losses += 1
        return fate
    }
}
