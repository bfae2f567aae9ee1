import Definitions
import Testing

/// A dataset is its tables: what definitions call their columns, and what a row takes from its parent.
@Suite struct DatasetTests {
    private static let pipelines = CheckReport(path: Repository.path("Pipelines"), environment: [:]).pipelines

    private static let words: [(dataset: String, word: String, field: String, table: String?)] = [
        ("workouts", "reps", "reps", "workout_sets"), ("workouts", "workout_sets.reps", "reps", "workout_sets"),
        ("workouts", "workout_sets.notes", "workout_sets.notes", "workout_sets"),
        ("workouts", "set_order", "set_order", nil),
        ("workouts", "workout_sets.workout_exercise_id", "workout_exercises.id", "workout_sets"),
        ("workouts", "workout_sets.user_id", "user_id", "workout_sets"), ("workouts", "user_id", "user_id", nil),
        ("health", "body_measurements.measured_at", "start_at", "body_measurements"),
        ("health", "source", "source", nil),
        ("health", "body_measurements.source", "origin", "body_measurements"),
        ("recruiting", "suggestion.athlete_id", "user_id", "suggestion"),
        ("recruiting", "coaches.created_at", "created_at", "coaches"), ("sleep", "id", "id", "sleep_stages"),
    ]

    @Test(arguments: words)
    func aWordMeansAField(_ dataset: String, _ word: String, _ field: String, _ table: String?) throws {
        let meaning = try #require(Self.pipelines.dataset(named: dataset)?.names[word])
        #expect(meaning.field.name == field)
        #expect(meaning.table == table.map { "public.\($0)" })
    }

    @Test func anIdentityBeginsWithTheParents() throws {
        let workouts = try #require(Self.pipelines.dataset(named: "workouts"))
        let sets = try #require(workouts.tables.last)
        #expect(sets.identity == ["started_at", "title", "source_name", "set_order"])
        #expect(sets.parent?.table == "public.workout_exercises")
        #expect(sets.parent?.column == "workout_exercise_id")
        #expect(sets.columns.first?.source == .row(of: "public.workout_exercises"))
        #expect(!sets.isWithinParent)
        let rallies = try #require(Self.pipelines.dataset(named: "games")?.tables.last)
        #expect(rallies.identity == ["rally_no"])
        #expect(rallies.isWithinParent)
    }

    @Test func everyColumnOfNumbersHasLimitsAndSaysWhereTheyAreFrom() {
        for dataset in Self.pipelines.datasets {
            let stored = Set(
                dataset.tables.flatMap(\.columns).compactMap { column -> String? in
                    guard case .field(let name) = column.source else { return nil }
                    return name
                })
            for field in dataset.fields
            where stored.contains(field.name) && [.integer, .decimal, .duration].contains(field.type) {
                let name = "\(dataset.name): \(field.name)"
                #expect(field.minimum != nil && field.maximum != nil, "\(name)")
                #expect(field.about.contains("Limits: "), "\(name)")
            }
        }
    }

    @Test func accountsAreIdsOfTheTableOfOwners() throws {
        let fields = try #require(Self.pipelines.dataset(named: "recruiting")?.fields)
        let accounts = fields.filter(\.isAccount).map(\.name)
        #expect(
            accounts.sorted() == [
                "athlete_id", "created_by", "created_by_user_id", "guardian_consent_by", "updated_by", "uploaded_by",
                "user_id", "users.id",
            ])
    }

    private static let second = """
          others:
            parent: {probe_id: probes}
            identity: [amount]
            columns:
              amount: {type: decimal}
              until: {}

        """

    private static let edits: [(old: String, new: String, fault: String?)] = [
        ("probes.amount: {from: Amount, as: speed", "probes.amount: {from: Amount, as: speed", nil),
        (
            "probes.amount: {from: Amount, as: speed", "amount: {from: Amount, as: speed",
            "several tables have a column `amount`: write `probes.amount`, `others.amount`"
        ),
        (
            "checked: {setting: checked}", "until: {from: Until}\n  others.until: {from: Until}",
            "`others.until` is mapped twice: it is the field `until`"
        ),
        ("checked: {setting: checked}", "others.probe_id: {from: Id}", nil),
        (
            "checked: {setting: checked}", "others.probe: {from: Id}",
            "unknown field `others.probe`; did you mean `others.probe_id`?"
        ),
    ]

    @Test(arguments: edits)
    func ofTwoTables(_ old: String, _ new: String, _ fault: String?) throws {
        let end = "role: {constant: x}}}}\n"
        var fixture = try #require(Fixture().replacing(end, end + Self.second, in: .dataset))
        fixture = try #require(fixture.replacing("[amount, checked]", "[probes.amount, checked]", in: .dataset))
        fixture = try #require(fixture.replacing("  amount: {from", "  probes.amount: {from", in: .format))
        fixture = try #require(fixture.replacing("      amount: {from", "      probes.amount: {from", in: .other))
        fixture = try #require(fixture.replacing(old, new, in: .format))
        let (_, faults) = try fixture.load()
        if let fault { #expect(faults.contains { $0.contains(fault) }, "\(faults)") } else { #expect(faults == []) }
    }
}
