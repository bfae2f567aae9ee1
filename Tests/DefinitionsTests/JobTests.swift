import Definitions
import Records
import Testing

/// Variables in the scalars of jobs.
@Suite struct JobTests {
    static let cases: [(scalar: String, environment: [String: String], value: String)] = [
        ("${DATABASE_URL}", ["DATABASE_URL": "host=a"], "host=a"),
        ("${DATABASE_URL:-embedded}", [:], "embedded"),
        ("${DATABASE_URL:-embedded}", ["DATABASE_URL": ""], "embedded"),
        ("${DATABASE_URL:-embedded}", ["DATABASE_URL": "x"], "x"),
        ("${DATABASE_URL:?set it}", ["PGSERVICE": "night"], "postgresql://"),
        ("${DATABASE_URL:?set it}", ["DATABASE_URL": "host=a", "PGHOST": "b"], "host=a"),
        ("${A:-}b$$c${B}", ["B": "${A}"], "b$c${A}"),
        ("plain", [:], "plain"),
    ]

    @Test(arguments: cases)
    func putsVariablesIn(_ scalar: String, _ environment: [String: String], _ value: String) throws {
        let fixture = try #require(Fixture().replacing("${DATABASE_URL:-embedded}", "'\(scalar)'", in: .job))
        let (pipelines, lines) = try fixture.load(environment: environment)
        #expect(lines == [])
        let job = try #require(pipelines.job(named: "night"))
        #expect(job.database == value)
        #expect(job.unset.isEmpty)
    }

    /// A variable that is not set is no fault of the definitions, but the job must not run elsewhere for it.
    @Test func keepsWhatIsNotSet() throws {
        let scalar = "${DATABASE_URL:?set DATABASE_URL}"
        let fixture = try #require(Fixture().replacing("${DATABASE_URL:-embedded}", scalar, in: .job))
        let (pipelines, lines) = try fixture.load()
        #expect(lines == [])
        let job = try #require(pipelines.job(named: "night"))
        #expect(job.database == scalar)
        #expect(job.unset.map(\.message) == ["`DATABASE_URL`: set DATABASE_URL"])
        #expect(job.unset.map(\.line) == [3])
    }

    /// What a variable holds is text: it brings no YAML of its own.
    @Test func variablesAreNoYAML() throws {
        let fixture = try #require(Fixture().replacing("folder", "${WHO}", in: .job))
        let (pipelines, _) = try fixture.load(environment: ["WHO": "a\njob: other"])
        #expect(pipelines.jobs.map(\.name) == ["night"])
        #expect(pipelines.jobs.first?.owner == "a\njob: other")
    }

    @Test func readsTheRest() throws {
        let job = try #require(try Fixture().load().0.job(named: "night"))
        #expect(job.settleSeconds == 60)
        #expect(job.maxRejects == RejectLimit("0.5%"))
        #expect(job.pace == Pace("25%"))
        #expect(job.settings.map(\.name) == ["speed_unit", "names"])
        #expect(job.settings.map(\.value) == ["mph", "A; B"])
    }
}
