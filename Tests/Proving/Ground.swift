public import Definitions
import Foundation
import Serving
import Testing

/// Places of the package, and what it knows and eats.
public enum Ground {
    public static let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    public static let pipelinesFolder = "\(package)/Pipelines"
    public static let samples = "\(package)/Samples"
    /// The shipped definitions, with the job `samples` laid over them.
    public static let layers = [pipelinesFolder, "\(package)/Tests/Proving/Pipelines"]

    /// The definitions that are shipped; they are sound, or nothing can be proved.
    public static let pipelines: Pipelines = {
        let (pipelines, faults) = Pipelines.load(
            layers, environment: ["DATABASE_URL": "service=nowhere", "PATH": "/usr/bin:/bin"])
        precondition(faults.isEmpty, "\(faults.map(\.description))")
        return pipelines
    }()

    /// Settings under which every sample loads: those of its job.
    public static let settings = pipelines.job(named: "samples")?.settings ?? []

    /// The same for these files: what is not taken by default is asked for.
    public static func settings(for paths: [String]) -> [(name: String, value: String)] {
        let wanted = [
            "fitbit-heart-rate": "heart_rate", "google-health-heart-rate.heart_rate": "heart_rate",
            "health-sync.heart-rate": "heart_rate", "oura-heart-rate": "heart_rate",
            "runtastic-heart-rate": "heart_rate", "samsung-health-heart-rate": "heart_rate",
            "garmin-reports.floors": "flights_climbed", "samsung-health-floors": "flights_climbed",
            "zepp-heart-rate": "heart_rate",
            "withings-aggregates.aggregates_distance": "distance_walking_running",
            "withings-aggregates.aggregates_calories_passive": "basal_energy",
        ]
        let types = wanted.first { name, _ in
            paths.contains { $0.split(separator: "/").last?.hasPrefix(name) ?? false }
        }
        // Its days show their order to a run; a transcript does not look ahead.
        let orders = paths.contains { $0.hasSuffix("btwb.older.csv") } ? [(name: "date_order", value: "mdy")] : []
        return settings + orders + (types.map { [(name: "health_types", value: $0.value)] } ?? [])
    }

    /// Whether a sample's rows are owners themselves, or bring one into a family: files that only a migration loads.
    public static func holdsOwners(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return ["users-rows", "family-units-rows", "family-members-rows"].contains { name.hasPrefix($0) }
    }

    /// Maya, of `Samples/family.sql`.
    public static let maya = "5f0c0000-0000-4000-8000-000000000001"
    public static let leo = "5f0c0000-0000-4000-8000-000000000002"
    public static let family = "5f0c0000-0000-4000-8000-00000000f001"

    /// A condition that leaves the neighbours' rows out: no test loads for them.
    public static let ours = "user_id <> '\(ProductionServer.neighbour)'"

    /// The same for any table; each of the neighbours' rows names one of them.
    public static func ours(_ row: String) -> String {
        "pg_catalog.to_jsonb(\(row))::text not like '%7e160000-0000-4000-%'"
    }

    /// The folder of facts and fault injectors beside the package, or where the environment says; nil where it is not.
    public static let shared: String? = {
        let path = ProcessInfo.processInfo.environment["SCOREBOOK_SHARED"] ?? "\(package)/../shared"
        return FileManager.default.isReadableFile(atPath: "\(path)/faults/hostile.py") ? path : nil
    }()

    /// The program as it is installed.
    public static let program: String = {
        let given = ProcessInfo.processInfo.environment["SCOREBOOK_PROGRAM"]
        return given ?? "\(package)/.build/release/scorebook"
    }()

    public static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }
}

/// A sample and the format that is to recognise it.
public struct Sample: CustomStringConvertible, Sendable {
    public var format: String
    public var file: String
    public var path: String { "\(Ground.samples)/\(file)" }
    public var description: String { file }

    /// Whether it is a photo: other bytes are another photo, and a part of one is a photo that is cut off.
    public var isPhoto: Bool { file.hasSuffix(".jpg") || file.hasSuffix(".heic") }

    /// Whether a file of the samples' folder is one, and not what is said about them.
    public static func isData(_ name: String) -> Bool {
        ![".md", ".schema.json", ".yaml", "family.sql"].contains { name.hasSuffix($0) } && name.contains(".")
    }

    /// `Samples/<format>.csv` and `Samples/<format>.<variant>.csv` of every registered format.
    ///
    /// `SCOREBOOK_SAMPLES=fit,tcx` takes those of these formats alone, to try one.
    public static let all: [Sample] = {
        let asked = ProcessInfo.processInfo.environment["SCOREBOOK_SAMPLES"]?.split(separator: ",").map(String.init)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: Ground.samples)) ?? []
        return Ground.pipelines.formats.filter { asked?.contains($0.name) ?? true }.flatMap { format in
            files.sorted().filter { isData($0) && $0.split(separator: ".").first.map(String.init) == format.name }
                .map { Sample(format: format.name, file: $0) }
        }
    }()
}
