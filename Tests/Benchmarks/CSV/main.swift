import CSV
import Definitions
import Glibc
import Reading
import Records

// Tokenising and reading of one file on one thread, against a count of its line breaks, all in one run:
//     scorebook-bench-csv FILE [ROUNDS]
let arguments = CommandLine.arguments
guard arguments.count > 1 else {
    print("usage: scorebook-bench-csv FILE [ROUNDS]")
    exit(2)
}
do {
    try Comparison(path: arguments[1], rounds: arguments.count > 2 ? Int(arguments[2]) ?? 5 : 5).run()
} catch {
    print(error)
    exit(66)
}
