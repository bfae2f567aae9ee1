import Foundation
import Testing

/// Files that a spreadsheet, or a person, has saved anew: other delimiters, decimal commas, days in the form of a country,
/// names of columns in another spelling or language, rows of empty cells.
@Suite struct RespeltTests {
    /// A file and what comes of its records: valid, rejected, skipped.
    struct Case: CustomTestStringConvertible, Sendable {
        var file: String
        var text: String
        var settings = ""
        var format: String
        var counts: [Int]
        var testDescription: String { file }
    }

    private static let strong = "2026-05-04 17:30:00;Legs;Squat (Barbell);1;62,5;5\n"

    static let cases = [
        Case(
            file: "semicolons.csv",
            text:
                "\u{FEFF}Date;Exercise;Category;Weight;Weight Unit;Reps\r\n04.05.2026;Row;Back;62,5;kgs;8\r\n;;;;;\r\n",
            settings: "--set date_order=dmy", format: "fitnotes", counts: [1, 0, 1]),
        Case(
            file: "no-order.csv",
            text: "Date;Exercise;Category;Weight;Weight Unit;Reps\n04.05.2026;Row;Back;62,5;kgs;8\n",
            format: "fitnotes", counts: [0, 1, 0]),
        Case(
            file: "tabs.csv", text: "Date\tExercise\tCategory\tWeight (kg)\tReps\n2026-05-04\tRow\tBack\t62.5\t8\n",
            format: "fitnotes", counts: [1, 0, 0]),
        // A comma beside tabs parts decimals.
        Case(
            file: "tabs-comma.csv",
            text: "Date\tExercise\tCategory\tWeight (kg)\tReps\n2026-05-04\tRow\tBack\t62,5\t8\n",
            format: "fitnotes", counts: [1, 0, 0]),
        Case(
            file: "letters.csv", text: "DATE,exercise,Category,WEIGHT(KG),reps\n2026-05-04,Row,Back,62.5,8\n,,,,\n",
            format: "fitnotes", counts: [1, 0, 1]),
        Case(
            file: "numbered.csv",
            text: """
                MatchType,Date,Playera1,Playera1DuprId,Playerb1,Playerb1DuprId,Teamagame1,Teambgame1,Teamagame2,Teambgame2
                S,2026-05-04,Ana,A1,Bo,B1,11,5,11,x

                """,
            settings: "--set dupr_names=Ana --set game_type=recreational", format: "dupr", counts: [0, 1, 0]),
        Case(
            file: "portuguese.csv",
            text: """
                Data,Nome do treino,Duração,Nome do exercício,Ordem da série,Peso,Reps,Distância,Segundos,Notas,Notas do treino,RPE
                2026-05-04 17:30:00,"Pernas",1h 5min,"Squat (Barbell)",A,40.0,8.0,0,0.0,"","",
                2026-05-04 17:30:00,"Pernas",1h 5min,"Squat (Barbell)",1,60.0,5.0,0,0.0,,,8

                """,
            settings: "--set weight_unit=kg", format: "strong", counts: [2, 0, 0]),
        Case(
            file: "spanish.csv",
            text: "Fecha;Nombre de Entrenamiento;Nombre del Ejercicio;Orden de las series;Peso (kg);Reps\n" + strong,
            format: "strong", counts: [1, 0, 0]),
        Case(
            file: "commas-told.csv",
            text: """
                Fecha;Nombre de Entrenamiento;Nombre del Ejercicio;Orden de las series;Peso (kg);Reps;Segundos
                2026-05-04 17:30:00;Legs;Plank;1;62,5;5;90,5

                """,
            settings: "--set decimal_mark=,", format: "strong", counts: [1, 0, 0]),
        Case(
            file: "dutch.csv",
            text: """
                Activiteits-ID,Datum van activiteit,Naam activiteit,Activiteitstype,Verstreken tijd,Afstand,Max. hartslag,Verstreken tijd,Afstand
                41,"5 mrt. 2026, 07:30:00",Ochtend,Hardloopsessie,1800,"5,20",171,1800.0,5200.5
                42,"6 mrt 2026 07:30:00",Ochtend,Hardloopsessie,1800,"5,20",171,1800.0,far

                """,
            format: "strava", counts: [1, 1, 0]),
        Case(
            file: "plain.csv", text: "Date,Exercise,Category,Weight,Reps,Comment\n2026-05-04,Row,Back,135,8,\n",
            settings: "--set weight_unit=lb", format: "fitnotes", counts: [1, 0, 0]),
    ]

    @Test(arguments: cases)
    func isRead(_ one: Case) throws {
        let project = CommandsProject.shared
        let file = project.write(one.text, to: one.file)
        let owner = "--owner 5f0c0000-0000-4000-8000-000000000001 --set zone=UTC"
        let report = project.call("validate -i \(file) \(owner) \(one.settings) -o json")
        let unit = try #require((report.object["units"] as? [[String: Any]])?.first)
        #expect(unit["format"] as? String == one.format, "\(unit["reason"] ?? "")")
        let ledger = try #require(unit["ledger"] as? [String: Int])
        #expect(["valid", "rejected", "skipped"].map { ledger[$0] } == one.counts)
        let verdict = try #require(project.call("recognise \(file) -o json").list.first)
        #expect(verdict["format"] as? String == one.format)
    }

    @Test func otherSpellingsAreTold() throws {
        let project = CommandsProject.shared
        let file = project.write("DATE,Exercise,Category,WEIGHT(KG),Reps\n2026-05-04,Row,Back,60,8\n", to: "spelt.csv")
        let verdict = try #require(project.call("recognise \(file) -o json").list.first)
        #expect(verdict["respelt"] as? [String] == ["DATE", "WEIGHT(KG)"])
        #expect(project.call("recognise \(file)").output.contains("spelt DATE, WEIGHT(KG)"))
    }
}
