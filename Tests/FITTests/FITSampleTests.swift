import Foundation
import Inventing
import Testing

/// The samples of FIT are what `InventedActivity` writes: nobody's rides.
@Suite struct FITSampleTests {
    static let samples: [(file: String, bytes: [UInt8])] = [
        ("fit.fit", InventedActivity.ride()), ("fit.multisport.fit", InventedActivity.multisport()),
        ("fit.indoor.fit", InventedActivity.indoor()), ("fit.day.fit", InventedActivity.day()),
        ("Faulty/cut-activity.fit", Array(InventedActivity.multisport().dropLast(40))),
    ]

    @Test(arguments: samples)
    func `A sample is as it was invented`(_ sample: (file: String, bytes: [UInt8])) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples")
        let file = folder.appending(path: sample.file)
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] != nil { try Data(sample.bytes).write(to: file) }
        #expect(try Array(Data(contentsOf: file)) == sample.bytes)
    }
}
