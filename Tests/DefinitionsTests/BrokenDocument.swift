import Testing

/// One edit of the fixture that breaks it, and the fault it must give.
struct BrokenDocument: Sendable, CustomTestStringConvertible {
    /// Whether the JSON Schema can see it, which knows one file only.
    enum Schema: Sendable { case sees, cannotSee }

    var file: Fixture.File
    var old: String
    var new: String
    var fault: String
    var schema: Schema

    init(_ file: Fixture.File, _ old: String, _ new: String, _ fault: String, _ schema: Schema = .cannotSee) {
        self.file = file
        self.old = old
        self.new = new
        self.fault = fault
        self.schema = schema
    }

    var testDescription: String { fault }

    static let all: [BrokenDocument] = datasets + formats + shapes + mappings + units + jobs

    static let datasets: [BrokenDocument] = [
        .init(.dataset, "dataset: A probe\n", "", "`dataset` is missing", .sees),
        .init(
            .dataset, "dataset: A probe", "datasat: A probe", "2:1: unknown key `datasat`; did you mean `dataset`?",
            .sees),
        .init(
            .dataset, "checked: {type: boolean}", "checked: {type: boolean, mapping: {form: Done}}",
            "unknown key `form`; did you mean `from`?", .sees),
        .init(
            .dataset, "checked: {type: boolean}", "checked: {type: boolean, mapping: {from: amuont}}",
            "unknown field `amuont`; did you mean `amount`?"),
        .init(
            .dataset, "kind: {type: text", "kind: {type: txt",
            "14:20: unknown word for `type` `txt`; did you mean `text`?", .sees),
        .init(
            .dataset, "identity: [kind, day]", "recognise: [kidn]\n    identity: [kind, day]",
            "unknown column `kidn`; did you mean `kind`?"),
        .init(
            .dataset, "one_of: [throw, run]}", "one_of: [throw, run], read: {from: Kind}}",
            "unknown key `from`"),
        .init(
            .dataset, "one_of: [throw, run]}", "one_of: [throw, run], read: {map: {T: thro}}}",
            "did you mean `throw`?"),
        .init(
            .dataset, "{constant: x}}}}", "{constant: x}}}, read: {default: x}}",
            "`read` is allowed only where the file has the value"),
        .init(.dataset, "dataset: A probe", "dataset: A probe\nempty: txet", "did you mean `text`?", .sees),
        .init(
            .other, "fields:\n  day", "ignore: one\nfields:\n  day",
            "no format `one` has an `ignore` list"),
        .init(.other, "{type: csv}", "[csv, {type: xls}]", "unknown word for `type` `xls`", .sees),
        .init(.other, "{type: csv}", "[json, jsonl]", "only readers of type json and jsonl may follow one of type csv"),
        .init(.other, "{type: csv}", "[]", "`reader` is an empty list", .sees),
        .init(.other, "fields:\n  day", "aliases: [Date]\nfields:\n  day", "`aliases` must be a mapping", .sees),
        .init(
            .other, "fields:\n  day", "aliases: {Date: [Datum], Kind: [Date]}\nfields:\n  day",
            "`Date` is a column of its own in `aliases`"),
        .init(
            .other, "fields:\n  day", "rows_of: each_table\nfields:\n  day",
            "`fields` is derived from the tables where there is `rows_of`", .sees),
        .init(
            .dataset, "required: true", "required: yes", "14:36: `required` must be true or false, not a text", .sees),
        .init(.dataset, "min: 0", "min: low", "15:57: `min`: `low` is not a number as in 62.5", .sees),
        .init(.dataset, "min: 0, max: 100", "min: 100.5, max: 99.75", "`max` is less than `min`"),
        .init(
            .dataset, "checked: {type: boolean}", "checked: {type: boolean, min: 0}",
            "`min` is allowed only with texts, numbers, dates and times"),
        .init(.dataset, "checked: {type: boolean}", "checked: {type: boolean, max: 2}", "`max` of a boolean is 1"),
        .init(.dataset, "min: 2000-01-01", "min: 2000-02-30", "`2000-02-30` is not a date"),
        .init(.dataset, "min: 2000-01-01", "min: 0000-01-01", "16:46: `min`: `0000-01-01` is not a date"),
        .init(
            .dataset, "max: 100", "max: 1234567890123456789",
            "15:65: `max`: `1234567890123456789` has more than 18 digits"),
        .init(.dataset, "one_of: [throw, run]", "one_of: [throw, throw]", "`throw` appears twice in `one_of`", .sees),
        .init(.dataset, "one_of: [throw, run]", "matches: '(a'", "not a regular expression"),
        .init(.dataset, "one_of: [throw, run]", "min: 5, max: 1", "`max` is less than `min`"),
        .init(.dataset, "one_of: [throw, run]", "usual: kinds", "`usual` must be `table.column`", .sees),
        .init(.dataset, "any_of: [amount,", "any_of: [amuont,", "unknown field `amuont`; did you mean `amount`?"),
        .init(.dataset, "any_of: [amount, checked]", "any_of: [amount]", "at least two fields", .sees),
        .init(.dataset, "ordered: [day, until]", "ordered: [day, checked]", "compares two numbers, dates or times"),
        .init(
            .dataset, "ordered: [day, until]", "ordered: [day, until], when: {kind: run}",
            "`when` is allowed only beside `ratio`", .sees),
        .init(
            .dataset, "one_of: [throw, run]", "one_of: {default: [throw]}", "`setting` is missing", .sees),
        .init(
            .dataset, "day: {type: date,", "day: {type: date, one_of: {setting: days, default: a},",
            "`one_of` by a setting is for `type: text`"),
        .init(
            .dataset, "any_of: [amount, checked], because", "becuase", "unknown key `becuase`; did you mean `because`?",
            .sees),
        .init(.dataset, "  probes:", "  public.probes:", "`public.probes` must be `table`, or `schema.table` outside"),
        .init(.dataset, "lookup: {units.id", "lookup: {Units.id", "`lookup` is a column of a table"),
        .init(.dataset, "identity: [kind, day]", "identity: [kind, dai]", "unknown field `dai`; did you mean `day`?"),
        .init(
            .dataset, "event: {type", "ends: {from: untli}\n      event: {type",
            "17:20: unknown value `untli`; did you mean `until`?"),
        .init(
            .dataset, "event: {type", "ends: {}\n      event: {type",
            "`ends` needs a `type`, or a column of its name in the dataset's `columns`"),
        .init(
            .dataset, "event: {type", "ends: {type: date, from: until}\n      event: {type",
            "`from` names a value, whose type and source it is"),
        .init(.dataset, "until: {type: date}", "until: {}", "`until` needs a `type`, or a column of its name"),
        .init(
            .dataset, "kind: {type: text", "kind: {type: text, sql: uuid",
            "unknown PostgreSQL type of a text `uuid`; there are text, character varying, character"),
        .init(
            .dataset, "sql: 'numeric(6,2)'", "sql: numeric",
            "`sql: numeric` is what a column of type decimal is stored as anyway"),
        .init(
            .dataset, "event: {type: uuid, references: events.id", "event: {from: probes.id",
            "unknown table before this one `probes`"),
        .init(
            .dataset, "kind: {type: text", "kind: {type: text, default: counted",
            "`default: counted` is for a column of type integer in a table with a `parent`"),
        .init(
            .dataset, "      event: {type", "      user_id: {type",
            "already the table's key, owner or parent"),
        .init(.dataset, "write: keep", "write: kepp", "unknown word for `write` `kepp`; did you mean `keep`?", .sees),
        .init(
            .dataset, "      event: {type", "      later: {write: scorebook, type: text}\n      event: {type",
            "`type` is not allowed in a column that no file has"),
        .init(
            .dataset, "owner: {user_id: users.id}", "owner: {user_id: users}", "`user_id` must be `table.column`", .sees
        ),
        .init(.dataset, "user: $owner", "user: $ower", "unknown field `$ower`; did you mean `$owner`?"),
        .init(.dataset, "lookup: {units.id", "lookup: {units", "`lookup` is a column of a table"),
        .init(
            .dataset, "ordered: [day, until]", "score: [day, until]",
            "a score and its rules are fields of type integer"),
        .init(.dataset, "ordered: [day, until]", "score: [amount]", "`score` names two sides", .sees),
        .init(.dataset, "ordered: [day, until]", "ratio: [amount, amount]", "appears twice", .sees),
        .init(.dataset, "ordered: [day, until]", "ratio: [amount, day], max: 0", "`max` is a number above zero"),
        .init(
            .dataset, "rules:", "steps: [{sql: nowhere, because: it must}]\nrules:",
            "`checks/nowhere.sql` cannot be read"),
        .init(
            .dataset, "rules:", "steps: [{sql: nowhere, when: after}]\nrules:", "`table` is missing", .sees),
        .init(
            .dataset, "rules:", "steps: [{sql: nowhere, when: after, table: probes, because: x}]\nrules:",
            "`because` is for a check, which has no `when`", .sees),
        .init(
            .dataset, "identity: [kind, day]", "needs: [[kind, amuont]]\n    identity: [kind, day]",
            "unknown field `amuont`; did you mean `amount`?"),
        .init(
            .dataset, "identity: [kind, day]", "source_key: never\n    identity: [kind, day]",
            "unknown word for `source_key` `never`", .sees),
        .init(
            .dataset, "identity: [kind, day]", "parent: {other_id: others}\n    identity: [kind, day]",
            "unknown table before this one `others`"),
        .init(
            .dataset, "identity: [kind, day]", "parent: others\n    identity: [kind, day]",
            "`parent` is a column and the table whose row it names: {workout_id: workouts}", .sees),
        .init(.dataset, "rules:", "rules: [", "did not find expected"),
        .init(
            .dataset, "  until: {type", "  Until: {type", "4:3: column `Until` must be of lower-case letters", .sees
        ),
    ]

    static let formats: [BrokenDocument] = [
        .init(.format, "dataset: probe", "dataset: prboe", "3:10: unknown dataset `prboe`; did you mean `probe`?"),
        .init(.format, "reader:", "raeder:", "unknown key `raeder`; did you mean `reader`?", .sees),
        .init(.format, "type: csv", "type: xls", "unknown word for `type` `xls`", .sees),
        .init(.format, "type: csv", "type: sql", "`delimiters` is allowed only with `type: csv`"),
        .init(.format, "type: csv, ", "", "`type` is missing", .sees),
        .init(
            .other, "{type: csv}", "{type: sql, from: [workouts]}", "a table of a dump is named `schema.table`"),
        .init(.format, "delimiters: [\",\"]", "delimiters: [\"&\"]", "a delimiter is one of", .sees),
        .init(.format, "preamble: 2", "preamble: two", "`preamble` must be a number from 0 to 100", .sees),
        .init(.format, "ragged: pad", "ragged: pda", "did you mean `pad`?", .sees),
        .init(
            .format, "  - [Date, Kind, Amount, Thrower]", "  - []", "must be a list of column names, not empty", .sees),
        .init(.format, "\n  - [Date, Kind, Amount, Thrower]", " Date", "a list of column names, or of such", .sees),
        .init(.format, "\n  - [Date, Kind, Amount, Thrower]", " []", "a list of column names, or of such", .sees),
        .init(
            .format, "recognise:", "without: [Day]\nrecogniser:", "unknown key `recogniser`; did you mean `recognise`?",
            .sees),
        .init(
            .format, "without: [Amount (kg)]", "without: [Date]",
            "7:11: column `Date` is both in `recognise` and in `without`"),
        .init(
            .format, "person: {from: Thrower,", "person: {",
            "a person needs `from`, with `join` or without, or `any_of`",
            .sees),
        .init(
            .format, "from: Thrower", "from: Trower", "column `Trower` is not in `recognise`; did you mean `Thrower`?"),
        .init(.format, "setting: names", "setting: names, is: nobody", "unknown word for `is` `nobody`", .sees),
        .init(
            .other, "  - fields:", "  - needs: [amuont]\n    fields:",
            "unknown field of this case `amuont`; did you mean `amount`?"),
        .init(.format, "{when: {Kind:", "{when: {Knid:", "column `Knid` is not in `recognise`; did you mean `Kind`?"),
        .init(.format, ", because: no throw", "", "`because` is missing", .sees),
        .init(.format, "{Kind: [Rest, \"\"]}", "{}", "`when` must be a mapping of columns to words", .sees),
        .init(.format, "key: [kind, day]", "key: [kind, dya]", "unknown field `dya`; did you mean `day`?"),
        .init(.format, "key: [kind, day]", "key: [kind, until]", "key field `until` is not mapped for every row"),
        .init(
            .format, "  day: {from: Date, as: date, pattern: yyyy-MM-dd}\n", "", "required field `day` is not mapped"),
        .init(
            .other, "      kind: {constant: throw}\n", "", "required field `kind` is not mapped in case 1 of `unpivot`"),
        .init(.other, "      amount: {from: Amount (kg)}\n", "", "needs a field that comes from a column"),
        .init(
            .other, "[Date, Kind, Amount (kg)]", "[Date, Kind, Amount, Thrower]",
            "one.yaml:6:3: every header of format `two` is one of `one` too; their `recognise` sets are equal"),
        .init(
            .other, "[Date, Kind, Amount (kg)]", "[Date, Kind, Amount, Thrower, More]",
            "one.yaml:6:3: every header of format `two` is one of `one` too; separate them"),
    ]

    static let shapes: [BrokenDocument] = [
        .init(
            .other, "{type: csv}", "{type: csv, header: lost}",
            "`header` is labelled, marked_sections, plain_sections, a list of names or a number of columns", .sees),
        .init(
            .other, "{type: csv}", "{type: csv, from: [A]}",
            "`from` is allowed only with json, jsonl, xml, sql, fit, track or sections of csv"),
        .init(
            .other, "reader: {type: csv}", "reader: {type: csv, header: plain_sections}\naliases: {\"@record\": Kind}",
            "`@record` is one column of a file without sections"),
        .init(.other, "{type: csv}", "{type: csv, state_rows: {from: Time}}", "`into` is missing", .sees),
        .init(
            .other, "{type: csv}", "{type: csv, state_rows: {from: Time, into: On}}",
            "into `On` must be of lower-case letters", .sees),
        .init(
            .other, "{type: csv}", "{type: csv, state_rows: {when: {}, from: Time, into: on}}",
            "`when` must be a mapping of columns to words", .sees),
        .init(
            .other, "{type: csv}", "{type: csv, state_rows: {preamble: 'Day: {}', from: Time, into: on}}",
            "a state row has `from`, or `preamble`"),
        .init(
            .other, "{type: csv}", "{type: csv, state_rows: {into: on}}", "a state row has `from`, or `preamble`"),
        .init(
            .other, "{type: csv}", "{type: csv, state_rows: {preamble: 'Day: *{}', into: on}}",
            "`preamble` has one `{}`, and no `*` beside it"),
        .init(.other, "{type: csv}", "{type: xml, from: [a/b, c/d]}", "`c` is another root than `a`"),
        .init(
            .other, "{type: csv}", "{type: xml, from: [a/b], refuse: [c]}",
            "`refuse` must be a mapping of roots to the reasons", .sees),
        .init(
            .other, "{type: csv}", "{type: xml, from: [a/b], refuse: {a: it is none}}",
            "`a` is the root and is in `refuse`"),
        .init(.other, "{type: csv}", "{type: csv, ragged: {into: {a: b}}}", "`into` must be a text", .sees),
        .init(
            .other, "{type: csv}", "{type: csv, explode: {from: logs, by: [x, x], into: [a, b]}}",
            "`by` is two different characters", .sees),
        .init(
            .other, "{type: csv}", "{type: csv, explode: {from: logs, by: [', ', x], into: [a, b]}}",
            "`by` must be one character", .sees),
        .init(
            .other, "{type: csv}",
            "{type: csv, state_rows: {from: a, into: on}, explode: {from: b, by: [';', x], into: [on, off]}}",
            "`on` is already a column of `state_rows`"),
        .init(.other, "constant: throw", "constant: '{n}'", "`1` is not one of throw, run"),
        .init(
            .other, "amount: {from: Amount (kg)}", "amount: {constant: '{n}'}\n      id: {from: Id}",
            "`{n}` is in no column of this case"),
        .init(.other, "{from: Date}", "{from: 'Date {n}'}", "`{n}` is allowed only in a case of `unpivot`"),
        .init(
            .other, "kind: {constant: throw}", "kind: {constant: throw}\n      checked: {constant: '{n}'}",
            "`1` is not true or false"),
    ]

    static let mappings: [BrokenDocument] = [
        .init(
            .format, "Amount, Thrower]", "Amount]",
            "every set of `recognise` must hold the column that names the person (`Thrower`)"),
        .init(.format, "{from: Unit", "{from: Amuont", "column `Amuont` is not in `recognise`; did you mean `Amount`?"),
        .init(
            .format, "amount: {", "amuont: {", "15:3: unknown field `amuont`; did you mean `amount`?"),
        .init(.format, "as: date", "as: dtae", "unknown word for `as` `dtae`; did you mean `date`?", .sees),
        .init(.format, "as: date, pattern: yyyy-MM-dd", "as: integer", "`as: integer` gives no date, which `day` is"),
        .init(.format, "yyyy-MM-dd", "YYYY-MM-dd", "`Y` is not a pattern letter"),
        .init(.format, "yyyy-MM-dd", "yyyy-MM", "`d` is missing"),
        .init(.format, "yyyy-MM-dd", "'MMMMM d, yyyy'", "letter `M` may not appear 5 times"),
        .init(.format, "yyyy-MM-dd", "local-epoch-ms", "a local epoch is a `local-time`"),
        .init(
            .format, "from: Kind, map", "from: Kind, pattern: yyyy, map",
            "`pattern` is allowed only with days and times"),
        .init(
            .format, "T: throw", "T: thorw",
            "`thorw` is not one of throw, run, so it is not a valid `kind`; did you mean `throw`?"),
        .init(.format, "T: throw, R", "T: throw, t", "word `t` appears twice, case aside"),
        .init(.format, "map: {T: throw, R: run}, ", "", "`else` is allowed only beside `map`", .sees),
        .init(.format, "else: reject", "else: jump", "`jump` is not one of throw, run"),
        .init(
            .format, "unit: [{from: Unit}, header, {setting: speed_unit}], ", "",
            "`unit` must say where the unit of a speed is given"),
        .init(.format, "header, {setting", "mpg, {setting", "unknown unit or place of one `mpg`; did you mean `mph`?"),
        .init(.format, "as: speed", "as: share", "`as: share` needs `join`"),
        .init(.format, "to: mph", "to: [mph, km/h]", "a speed is converted to one unit"),
        .init(
            .format, "header, {setting", "magnitude, {setting", "`magnitude` distinguishes a fraction from a percentage"
        ),
        .init(
            .format, "{from: Unit}", "{from: Unit, map: {\"50\": mpg}}",
            "unknown unit of speed `mpg`; did you mean `mph`?"
        ),
        .init(
            .format, "unit: [{from: Unit}, header, {setting: speed_unit}]", "unit: {map: {\"50\": mph}}",
            "the source of a unit needs `from`, `setting` or `when`"),
        .init(
            .format, "{from: Unit}", "{from: Unit, map: mph}", "`map` must be a mapping of words to units", .sees),
        .init(.format, "to: mph", "to: mph, original: [amount]", "`original` names two fields", .sees),
        .init(.format, "to: mph", "to: mph, original: [until, kind]", "`until` is not a field of type decimal"),
        .init(
            .format, "as: date, pattern: yyyy-MM-dd", "as: local-date, zone: Europe/Lodon",
            "unknown time zone `Europe/Lodon`"),
        .init(
            .format, "from: Date, as: date", "from: Date, zone: UTC, as: date",
            "`zone` is allowed only with `as: local-time` and its like"),
        .init(
            .format, "{setting: checked}", "{setting: checked, join: X}", "`join` is allowed only beside `from`", .sees),
        .init(.format, "to: mph", "to: mpg", "unknown unit of speed `mpg`; did you mean `mph`?"),
        .init(
            .format, "kind: {from: Kind,", "kind: {from: Kind, unit: kg,", "`unit` is allowed only with what has a unit"
        ),
        .init(.format, "{setting: checked}", "{default: true}", "needs `from`, `setting` or `constant`", .sees),
        .init(.format, "{setting: checked}", "{constant: maybe}", "`maybe` is not true or false"),
        .init(
            .format, "{setting: checked}", "{constant: true, from: X}", "a `constant` is used alone, not with `from`",
            .sees),
        .init(.format, "to: mph", "to: mph, default: 100.01", "`100.01` is more than 100"),
        .init(.format, "to: mph", "to: mph, number: ;", "unknown word for `number`", .sees),
        .init(.format, "{setting: checked}", "{from: }", "`from` must be a text, not nothing", .sees),
        .init(.format, "{setting: checked}", "{from: []}", "`from` is an empty list", .sees),
    ]

    static let jobs: [BrokenDocument] = [
        .init(.job, "owner: folder", "onwer: folder", "unknown key `onwer`; did you mean `owner`?", .sees),
        .init(.job, "datasets: [probe]", "datasets: [probes]", "unknown dataset `probes`; did you mean `probe`?"),
        .init(.job, "datasets: [probe]\n", "", "`datasets` is missing", .sees),
        .init(
            .job, "speed_unit: mph", "sped_unit: mph", "7:12: unknown setting `sped_unit`; did you mean `speed_unit`?"),
        .init(.job, "settle: 60 s", "settle: soon", "`settle` is a time", .sees),
        .init(.job, "0.5%", "many", "`max_rejects` is a number of records", .sees),
        .init(.job, "0.5%", "-1", "`max_rejects` is a number of records", .sees),
        .init(.job, "0.5%", "0.125%", "`max_rejects` is a number of records", .sees),
        .init(.job, "0.5%", "100.5%", "`max_rejects` is a number of records", .sees),
        .init(.job, "pace: 25%", "pace: fast", "`pace` is a share of time from 1% to 100%", .sees),
        .init(.job, "pace: 25%", "pace: 0.5%", "`pace` is a share of time from 1% to 100%", .sees),
        .init(.job, "${DATABASE_URL:-embedded}", "${DATABASE_URL", "`${` without its `}`"),
        .init(.job, "${DATABASE_URL:-embedded}", "$DATABASE_URL", "`$` must start"),
        .init(.job, "job: Night", "job: Night\njob: Day", "key `job` appears twice, first on line 2"),
    ]
}
