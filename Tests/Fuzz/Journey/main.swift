import Definitions
import Discovering
import Foundation
import Seeding

// scorebook-fuzz-formats FOLDER SECONDS SEED [INPUT SAMPLE]: mutates samples until the time is over, and takes each through
// reader, mapper and validator. The input under way is in FOLDER/input, its sample's name in FOLDER/sample: after a crash
// they are what crashed. With INPUT and SAMPLE only those are taken.

let arguments = CommandLine.arguments
guard arguments.count == 4 || arguments.count == 6, let seconds = Double(arguments[2]), let seed = UInt64(arguments[3])
else {
    print("usage: scorebook-fuzz-formats FOLDER SECONDS SEED [INPUT SAMPLE]")
    exit(2)
}
let folder = arguments[1]
let (pipelines, faults) = Pipelines.load(
    ["Pipelines", "Tests/Proving/Pipelines"], environment: ["DATABASE_URL": "service=nowhere", "PATH": "/usr/bin:/bin"])
guard faults.isEmpty, let job = pipelines.job(named: "samples") else {
    print("Pipelines cannot be read: \(faults)")
    exit(2)
}
let samples = Sample.all(in: "Samples", Recogniser(formats: pipelines.formats))
let journey = Journey(pipelines: pipelines, settings: Dictionary(job.settings) { $1 })

@MainActor func take(_ bytes: [UInt8], as sample: Sample, pieces: Int) {
    // A hang is a finding, too: the signal ends the process.
    alarm(120)
    let whole = journey.taken(bytes, as: sample, .pieces(of: .max))
    guard bytes.count <= 1 << 16 || whole == journey.taken(bytes, as: sample, .parts) else {
        print("\(sample.name): reading in parts makes a difference")
        exit(1)
    }
    guard bytes.count > 1 << 16 || whole == journey.taken(bytes, as: sample, .pieces(of: pieces)) else {
        print("\(sample.name): pieces of \(pieces) bytes make a difference")
        exit(1)
    }
    alarm(0)
}

if arguments.count == 6 {
    guard let bytes = FileManager.default.contents(atPath: arguments[4]),
        let sample = samples.first(where: { $0.name == arguments[5] })
    else {
        print("no such input or sample")
        exit(2)
    }
    take(Array(bytes), as: sample, pieces: 7)
    exit(0)
}

let end = Date().addingTimeInterval(seconds)
var (count, total) = (0, 0)
var formats: Set<String> = []
while Date() < end {
    var random = Seeded(seed &+ UInt64(count))
    // Each once, then any.
    let sample = samples[count < samples.count ? count : random.next(samples.count)]
    var mutation = Mutation(seed: random.next())
    let bytes = mutation.applied(to: sample)
    _ = FileManager.default.createFile(atPath: "\(folder)/input", contents: Data(bytes))
    _ = FileManager.default.createFile(atPath: "\(folder)/sample", contents: Data(sample.name.utf8))
    take(bytes, as: sample, pieces: 1 + random.next(200))
    (count, total) = (count + 1, total + bytes.count)
    formats.insert(sample.match.format.name)
}
let volume = "\(count) inputs of \(formats.count) formats, \(total >> 20) MB"
print("\(volume): nothing found in \(Int(seconds)) s (seed \(seed))")
