import Glibc

// Reading of one Apple Health document on one thread, against expat alone with handlers that do nothing, taken in turns:
//     scorebook-bench-xml FILE [ROUNDS]
let arguments = CommandLine.arguments
guard arguments.count > 1 else {
    print("usage: scorebook-bench-xml FILE [ROUNDS]")
    exit(2)
}
do {
    try Comparison(path: arguments[1], rounds: arguments.count > 2 ? Int(arguments[2]) ?? 5 : 5).run()
} catch {
    print(error)
    exit(66)
}
