// swift-tools-version: 6.3
import PackageDescription

/// Whether the parsers are built for libFuzzer (`Tests/Fuzz/fuzz`), which counts what each input reaches.
let isFuzzed = Context.environment["SCOREBOOK_FUZZING"] != nil

let strict: [SwiftSetting] =
    (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])] : []) + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

/// A target of ours; the list below stands in the order in which a record travels.
func stage(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The code of tests is not worth the minutes that an optimiser takes, unless they compute much; what they call is optimised.
/// Their files are compiled side by side.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], isOptimised: Bool = false
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude,
        swiftSettings: strict
            + (isOptimised
                ? [] : [.unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"])]))
}

let package = Package(
    name: "scorebook",
    products: [.executable(name: "scorebook", targets: ["scorebook"])],
    targets: [
        // The command, and the one place that joins the stages.
        .executableTarget(
            name: "scorebook",
            dependencies: [
                "Command", "Importing", "Definitions", "Filing", "Loading", "Migrating", "Summarising", "Pages",
                "Picturing", "Postgres", "Storing", "Reporting", "Records", "YAML", "CMalloc", "CProcess",
            ],
            swiftSettings: strict,
            // The Swift runtime is linked in. Tests do not depend on this target, since they cannot be linked so.
            linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
        stage("Command", ["Reporting", "Records"]),
        // Joins the stages; within it the ledger, and what is looked at without a run.
        stage(
            "Importing",
            [
                "Archive", "Definitions", "Discovering", "Filing", "Reading", "Normalising", "Validating", "Loading",
                "Storing", "Migrating", "Summarising", "Reporting", "Records", "Postgres", "SQLDump", "YAML",
            ]),

        // The way of a record.
        stage("Definitions", ["Filing", "YAML", "Records"]),
        stage("Discovering", ["Archive", "Definitions", "Filing", "Reading", "Records"]),
        stage(
            "Reading",
            [
                "CSV", "JSON", "XML", "SQLDump", "FIT", "JPEG", "EXIF", "Picturing", "Definitions", "Records",
                "CCrypto",
                "CScan",
            ]),
        stage("Normalising", ["Definitions", "Records", "CCrypto", "CPrefetch"]),
        stage("Validating", ["Definitions", "Normalising", "Records"]),
        stage("Loading", ["Definitions", "Filing", "Normalising", "Validating", "Postgres", "Records"]),
        stage("Storing", ["Filing", "Picturing", "Reading", "Postgres", "Records"]),
        stage("Migrating", ["Definitions", "Filing", "Postgres", "Records"]),
        stage("Summarising", ["Definitions", "Filing", "Postgres", "Records"]),
        stage("Reporting", ["Records"]),
        stage("Pages", ["Definitions", "Reporting", "CCrypto"]),
        stage("Records", []),
        // Files and folders on the disk.
        stage("Filing", ["CInotify", "CRename"]),

        tests(
            "SummarisingTests", ["Summarising", "Migrating", "Postgres", "Seeding", "Serving"],
            exclude: ["Cases", "Golden"]),

        // Bytes to tokens: these import nothing of ours.
        stage("CSV", ["CScan"]),
        stage("JSON", ["CJSON"]),
        stage("XML", ["CExpat"]),
        stage("SQLDump", []),
        stage("FIT", []),
        stage("Archive", ["CArchive", "CZlib"]),
        stage("JPEG", ["CJPEG"]),
        stage("HEIF", ["CHEIF"]),
        stage("EXIF", ["JPEG"]),
        // A picture's words and pixels: the two together.
        stage("Picturing", ["CLCMS", "CResample", "EXIF", "HEIF", "JPEG"]),
        stage("YAML", ["CYAML"]),
        stage("Postgres", ["CPostgres"]),

        // System libraries; of three each call goes through a function that loads the library.
        .target(name: "CLibrary"),
        .target(name: "CArchive", dependencies: ["CLibrary"]),
        .target(name: "CHEIF", dependencies: ["CLibrary"]),
        .target(name: "CPostgres", dependencies: ["CLibrary"]),
        .target(name: "CScan"),
        .target(name: "CResample"),
        // simdjson's own header is C++, which Swift does not see: only the shim's.
        .target(name: "CJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "CExpat", linkerSettings: [.linkedLibrary("expat")]),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "CPrefetch"),
        .systemLibrary(name: "CInotify"),
        .systemLibrary(name: "CRename"),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // A folder of tests a module, and the benchmarks.
        .target(name: "Seeding", path: "Tests/Seeding", swiftSettings: strict),
        tests("CSVTests", ["CSV", "Seeding"], isOptimised: true),
        tests("JSONTests", ["CJSON", "JSON", "Seeding"]),
        tests("XMLTests", ["XML"]),
        tests("FITTests", ["FIT", "Inventing"]),
        .target(name: "Packing", dependencies: ["CZlib"], path: "Tests/Packing", swiftSettings: strict),
        tests("SQLDumpTests", ["SQLDump"]),
        tests("ArchiveTests", ["Archive", "Packing"]),
        // It also writes HEIC, which the program does not.
        .target(
            name: "Inventing", dependencies: ["CHEIF", "JPEG"], path: "Tests/Inventing", swiftSettings: strict,
            linkerSettings: [.linkedLibrary("heif")]),
        tests("JPEGTests", ["Inventing", "JPEG"]),
        tests("HEIFTests", ["HEIF", "Inventing"]),
        tests("EXIFTests", ["EXIF", "Inventing", "JPEG"]),
        tests("PicturingTests", ["CLCMS", "EXIF", "HEIF", "Inventing", "JPEG", "Picturing"]),
        tests("YAMLTests", ["YAML"]),
        tests("DefinitionsTests", ["Definitions"], exclude: ["verdicts.py"]),
        tests(
            "ReadingTests", ["Reading", "CSV", "JSON", "XML", "Definitions", "Records", "Seeding"], isOptimised: true),
        tests("NormalisingTests", ["Normalising", "Definitions", "Records"]),
        tests("ValidatingTests", ["Validating", "Normalising", "Definitions", "Records"]),
        tests("PostgresTests", ["Postgres"]),
        tests("FilingTests", ["Filing"]),
        // A server like production, for the tests that need one.
        .target(
            name: "Serving", dependencies: ["Migrating", "Postgres"], path: "Tests/Serving",
            exclude: ["app.sql", "neighbours.sql", "platform.sql"], swiftSettings: strict),
        tests("MigratingTests", ["Migrating", "Postgres", "Serving"]),
        .executableTarget(
            name: "scorebook-bench-csv", dependencies: ["CSV", "Reading", "Definitions", "Records"],
            path: "Tests/Benchmarks/CSV", swiftSettings: strict),
        .executableTarget(
            name: "scorebook-bench-photos", dependencies: ["EXIF", "Inventing", "JPEG", "Picturing"],
            path: "Tests/Benchmarks/Photos", exclude: ["libexif.c", "peers.py"], swiftSettings: strict),
        tests("ReportingTests", ["Reporting", "Records"]),
        tests(
            "PagesTests", ["Pages", "Definitions", "Packing", "Proving", "Seeding"],
            exclude: ["Screenshots", "check.js"]),
        tests("CommandTests", ["Command", "Reporting", "Records"]),
        tests("ScreenTests", ["Proving"], exclude: ["Screens", "Files"]),
        tests(
            "DocumentationTests", ["Command", "Definitions", "Records", "Summarising"], exclude: ["messages.txt"]),

        .executableTarget(
            name: "scorebook-fuzz-formats",
            dependencies: ["Definitions", "Discovering", "Reading", "Normalising", "Validating", "Records", "Seeding"],
            path: "Tests/Fuzz/Journey", swiftSettings: strict),

        // Proofs over the whole way of a record: what they share, every format, every promise, every fault.
        .target(
            name: "Proving",
            dependencies: [
                "Importing", "Definitions", "Loading", "Migrating", "Reading", "Summarising", "Reporting", "Records",
                "Postgres", "Seeding", "Serving",
            ],
            path: "Tests/Proving",
            exclude: ["Pipelines", "isolation", "live", "postgres-versions", "real-schema", "sql-mutants", "threads"],
            swiftSettings: strict),
        tests(
            "ConformanceTests",
            [
                "Proving", "Archive", "Definitions", "Discovering", "Reading", "Normalising", "Validating", "Importing",
                "Reporting", "Records", "Postgres", "Seeding", "YAML", "Inventing", "Packing", "Loading",
            ], exclude: ["RealFiles", "ledger-keys.txt"], isOptimised: true),
        tests(
            "LoadingTests",
            [
                "Proving", "Packing", "Seeding", "Serving", "Definitions", "Loading", "Importing",
                "Migrating", "Reporting", "Records", "Postgres",
            ], exclude: ["Signals/openlineage.schema.json"]),
        tests(
            "PhotosTests",
            [
                "Proving", "Packing", "Seeding", "Storing", "Reading", "Inventing", "JPEG", "Definitions",
                "Loading", "Importing", "Reporting", "Records", "Postgres",
            ], isOptimised: true),
        tests(
            "ImportingTests", ["Proving", "Importing", "Definitions", "Postgres", "Reporting", "Records"]),
    ]
)

if isFuzzed {
    package.targets = package.targets.filter { !$0.isTest && $0.type != .executable }
    package.products = [.executable(name: "scorebook-fuzz", targets: ["scorebook-fuzz"])]
    package.targets.append(
        .executableTarget(
            name: "scorebook-fuzz",
            dependencies: ["Archive", "Definitions", "EXIF", "JPEG", "Picturing", "Reading", "Records", "YAML"],
            path: "Tests/Fuzz", exclude: ["Journey", "formats", "fuzz"], swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
