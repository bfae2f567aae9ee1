import Importing
import Records

extension DraftShapeTests {
    /// Days of tests: a column a metric, or a row a metric.
    static let performance: [Shape] = [
        Shape(
            name: "test-day",
            text: """
                Date,Athlete,60 yd (s),Exit Velo (mph),Vertical [in],Weight lb
                5/13/2026,Ann Lee,7.45,68.5,21.5,128
                5/14/2026,Bo Ray,7.9,-,19,131.5

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="sixty_time", value=7.45, unit="sec", recorded_date=2026-05-13"#,
                #"1 metric_type="exit_velo", value=68.5, unit="mph", recorded_date=2026-05-13"#,
                #"1 metric_type="vertical_jump", value=21.5, unit="in", recorded_date=2026-05-13"#,
                #"1 metric_type="weight", value=128, unit="lb", recorded_date=2026-05-13"#,
                #"2 metric_type="sixty_time", value=7.9, unit="sec", recorded_date=2026-05-14"#,
                #"2 metric_type="vertical_jump", value=19, unit="in", recorded_date=2026-05-14"#,
                #"2 metric_type="weight", value=131.5, unit="lb", recorded_date=2026-05-14"#,
            ]),
        Shape(
            name: "testtag",
            text: """
                Datum;Spieler;60 yd;Schlaggeschwindigkeit (km/h);Standweitsprung [cm]
                13.05.2026;Ann Lee;7,45;98,5;203,2
                02.06.2026;Bo Ray;8,02;k.A.;188

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="sixty_time", value=7.45, unit="sec", recorded_date=2026-05-13"#,
                #"1 metric_type="schlaggeschwindigkeit", value=98.5, unit="km/h", recorded_date=2026-05-13"#,
                #"1 metric_type="broad_jump", value=80, unit="in", recorded_date=2026-05-13"#,
                #"2 metric_type="sixty_time", value=8.02, unit="sec", recorded_date=2026-06-02"#,
                #"2 metric_type="broad_jump", value=74.015748031, unit="in", recorded_date=2026-06-02"#,
            ]),
        Shape(
            name: "prueba",
            text: """
                Fecha;Jugador;60 yardas;Velocidad de salida (km/h);Salto vertical (cm)
                03/04/2026;Ana;7,5;112,6;50,8
                05/04/2026;Luz;7,8;100,5;48,2

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="sixty_time", value=7.5, unit="sec", recorded_date=2026-04-03"#,
                #"1 metric_type="exit_velo", value=69.966396246, unit="mph", recorded_date=2026-04-03"#,
                #"1 metric_type="vertical_jump", value=20, unit="in", recorded_date=2026-04-03"#,
                #"2 metric_type="sixty_time", value=7.8, unit="sec", recorded_date=2026-04-05"#,
                #"2 metric_type="exit_velo", value=62.44780482, unit="mph", recorded_date=2026-04-05"#,
                #"2 metric_type="vertical_jump", value=18.976377953, unit="in", recorded_date=2026-04-05"#,
            ]),
        Shape(
            name: "essai",
            text: """
                Date\tJoueur\tDétente (cm)\tVitesse de lancer (km/h)
                2026-05-13\tZoé\t48,5\t91,2
                2026-05-14\tMax\t51\t88

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="vertical_jump", value=19.094488189, unit="in", recorded_date=2026-05-13"#,
                #"1 metric_type="vitesse_de_lancer", value=91.2, unit="km/h", recorded_date=2026-05-13"#,
                #"2 metric_type="vertical_jump", value=20.078740157, unit="in", recorded_date=2026-05-14"#,
                #"2 metric_type="vitesse_de_lancer", value=88, unit="km/h", recorded_date=2026-05-14"#,
            ]),
        Shape(
            name: "long",
            text: """
                Test Date,Test,Result,Unit,Comments
                2026-05-13,Exit Velo,71.5,mph,first
                2026-05-13,Pop Time,2.15,sec,
                2026-05-13,Wobble,14,cm,

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="exit_velo", value=71.5, unit="mph", recorded_date=2026-05-13, notes="first""#,
                #"2 metric_type="pop_time", value=2.15, unit="sec", recorded_date=2026-05-13"#,
                #"3 metric_type="wobble", value=14, unit="cm", recorded_date=2026-05-13"#,
            ]),
        Shape(
            name: "messung",
            text: """
                Datum;Messung;Ergebnis;Einheit
                13.05.26;Kniebeuge;80,5;kg
                14.05.26;60 Yard Sprint;7,21;s

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="squat", value=177.472121059, unit="lbs", recorded_date=2026-05-13"#,
                #"2 metric_type="sixty_time", value=7.21, unit="sec", recorded_date=2026-05-14"#,
            ]),
        Shape(
            name: "named-units",
            text: """
                Date,Drill,Score
                2026-05-13,Bat Speed (km/h),98.5
                2026-05-13,Pop Time,2.2
                2026-05-14,Bat Speed (km/h),101

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="bat_speed", value=61.205062435, unit="mph", recorded_date=2026-05-13"#,
                #"2 metric_type="pop_time", value=2.2, unit="sec", recorded_date=2026-05-13"#,
                #"3 metric_type="bat_speed", value=62.758490416, unit="mph", recorded_date=2026-05-14"#,
            ]),
        Shape(
            name: "cells",
            text: """
                Day,Player,Exit Velo,Sixty
                "May 13, 2026",Ann,92.5 km/h,7.4 s
                "May 14, 2026",Ann,95 km/h,7.35 s

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="exit_velo", value=57.476835282, unit="mph", recorded_date=2026-05-13"#,
                #"1 metric_type="sixty_time", value=7.4, unit="sec", recorded_date=2026-05-13"#,
                #"2 metric_type="exit_velo", value=59.030263263, unit="mph", recorded_date=2026-05-14"#,
                #"2 metric_type="sixty_time", value=7.35, unit="sec", recorded_date=2026-05-14"#,
            ]),
        Shape(
            name: "own",
            text: """
                day,Zorb index,Flim (W),glorp_kg,Attempt
                2026-05-13,14,310,12.5,1
                2026-05-14,15,DNF,12,1
                2026-05-15,x,305,11.5,2

                """,
            answers: answers { $0.dataset = "performance" }, dataset: "performance",
            rows: [
                #"1 metric_type="zorb_index", value=14, recorded_date=2026-05-13"#,
                #"1 metric_type="flim", value=310, unit="W", recorded_date=2026-05-13"#,
                #"1 metric_type="glorp", value=12.5, unit="kg", recorded_date=2026-05-13"#,
                #"2 metric_type="zorb_index", value=15, recorded_date=2026-05-14"#,
                #"2 metric_type="glorp", value=12, unit="kg", recorded_date=2026-05-14"#,
                #"3 metric_type="flim", value=305, unit="W", recorded_date=2026-05-15"#,
                #"3 metric_type="glorp", value=11.5, unit="kg", recorded_date=2026-05-15"#,
            ]),
        Shape(
            name: "spin",
            text: """
                Timestamp,Pitcher,Spin Rate,Pitch Velo (mph)
                5/13/2026 4:30 PM,Bo,"1,810",61.5
                5/13/2026 4:31 PM,Bo,"1,905",62

                """,
            dataset: "performance",
            rows: [
                #"1 measured_at=2026-05-13T16:30:00Z, metric_type="total_spin", value=1810, unit="rpm", recorded_date=2026-05-13"#,
                #"1 measured_at=2026-05-13T16:30:00Z, metric_type="pitch_velocity", value=61.5, unit="mph", recorded_date=2026-05-13"#,
                #"2 measured_at=2026-05-13T16:31:00Z, metric_type="total_spin", value=1905, unit="rpm", recorded_date=2026-05-13"#,
                #"2 measured_at=2026-05-13T16:31:00Z, metric_type="pitch_velocity", value=62, unit="mph", recorded_date=2026-05-13"#,
            ]),
        Shape(
            name: "epoch",
            text: """
                timestamp,First Name,Last Name,E-mail,bat_speed_mph
                1747123200,Ann,Lee,ann@example.org,55.5
                1747209600,Ann,Lee,ann@example.org,56

                """,
            dataset: "performance", settings: ["zone": "UTC"],
            rows: [
                #"1 measured_at=2025-05-13T08:00:00Z, metric_type="bat_speed", value=55.5, unit="mph", recorded_date=2025-05-13"#,
                #"2 measured_at=2025-05-14T08:00:00Z, metric_type="bat_speed", value=56, unit="mph", recorded_date=2025-05-14"#,
            ]),
        Shape(
            name: "preamble",
            text: """
                Spring combine
                Field 2

                Date,Name,40 yd,Bench Press (kg),Jersey
                13-05-2026,Ann,5.45,60,12
                14-05-2026,Bo,5.61,72.5,14

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="forty_time", value=5.45, unit="sec", recorded_date=2026-05-13"#,
                #"1 metric_type="bench_press_kg", value=60, unit="kg", recorded_date=2026-05-13"#,
                #"2 metric_type="forty_time", value=5.61, unit="sec", recorded_date=2026-05-14"#,
                #"2 metric_type="bench_press_kg", value=72.5, unit="kg", recorded_date=2026-05-14"#,
            ]),
        Shape(
            name: "radar",
            text: """
                Day;Throw;Speed (km/h);Max Velo;60
                04.05.2026;Fastball;112,6;;7,9
                05.05.2026;Curve;98,2;;7,8

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="velocity", value=69.966396246, unit="mph", recorded_date=2026-05-04"#,
                #"1 metric_type="sixty_time", value=7.9, unit="sec", recorded_date=2026-05-04"#,
                #"2 metric_type="curveball_velocity", value=61.018651078, unit="mph", recorded_date=2026-05-05"#,
                #"2 metric_type="sixty_time", value=7.8, unit="sec", recorded_date=2026-05-05"#,
            ]),
        Shape(
            name: "wide-json",
            text: """
                {"tests": [{"day": "2026-05-13", "exitVelo_mph": 71.5, "popTime": 2.1},
                {"day": "2026-05-14", "exitVelo_mph": 72, "popTime": 2.05}]}
                """,
            ending: "json", dataset: "performance",
            rows: [
                #"1 metric_type="exit_velo", value=71.5, unit="mph", recorded_date=2026-05-13"#,
                #"1 metric_type="pop_time", value=2.1, unit="sec", recorded_date=2026-05-13"#,
                #"2 metric_type="exit_velo", value=72, unit="mph", recorded_date=2026-05-14"#,
                #"2 metric_type="pop_time", value=2.05, unit="sec", recorded_date=2026-05-14"#,
            ]),
        Shape(
            name: "told",
            text: """
                Date,Exit Velo,Speed
                03/04/2026,101.5,14
                04/04/2026,99,15

                """,
            answers: answers {
                $0.order = .dayFirst
                $0.units = ["Exit Velo": "km/h", "Speed": "m/s"]
            }, dataset: "performance",
            rows: [
                #"1 metric_type="exit_velo", value=63.069176012, unit="mph", recorded_date=2026-04-03"#,
                #"1 metric_type="speed", value=14, unit="m/s", recorded_date=2026-04-03"#,
                #"2 metric_type="exit_velo", value=61.515748031, unit="mph", recorded_date=2026-04-04"#,
                #"2 metric_type="speed", value=15, unit="m/s", recorded_date=2026-04-04"#,
            ]),
        Shape(
            name: "faulty",
            text: """
                Date,Pop Time (s)
                2026-05-10,2.1
                2026-05-11,2.2
                2026-05-12,fast
                2026-02-30,2.3
                2026-05-14,2.4

                """,
            dataset: "performance",
            rows: [
                #"1 metric_type="pop_time", value=2.1, unit="sec", recorded_date=2026-05-10"#,
                #"2 metric_type="pop_time", value=2.2, unit="sec", recorded_date=2026-05-11"#,
                #"5 metric_type="pop_time", value=2.4, unit="sec", recorded_date=2026-05-14"#,
            ], rejected: 2),
    ]

    /// Training and games.
    static let others: [Shape] = [
        Shape(
            name: "saetze",
            text: """
                Datum;Übung;Satz;Wdh.;Gewicht;Bemerkung
                13.05.2026;Kniebeuge;1;8;60,5;tief
                13.05.2026;Kniebeuge;2;6;65;
                13.05.2026;Klimmzug;1;9;;

                """,
            dataset: "workouts", settings: ["zone": "Europe/Berlin"],
            rows: [
                #"1 set_order="1", started_at=2026-05-12T22:00:00Z, name="Squat", source_name="Kniebeuge", kind="working", reps=8, weight_kg=60.5, weight=60.5, weight_unit="kg", workout_sets.notes="tief""#,
                #"2 set_order="2", started_at=2026-05-12T22:00:00Z, name="Squat", source_name="Kniebeuge", kind="working", reps=6, weight_kg=65, weight=65, weight_unit="kg""#,
                #"3 set_order="1", started_at=2026-05-12T22:00:00Z, name="Pull Up", source_name="Klimmzug", kind="working", reps=9"#,
            ]),
        Shape(
            name: "sets-by-reps",
            text: """
                Date,Exercise,Sets,Reps,Weight (lbs)
                5/20/2026,Bench Press,3,5,100
                5/20/2026,Plank Row,1,12,bw

                """,
            dataset: "workouts", settings: ["zone": "America/New_York"],
            rows: [
                #"1 set_order="1", started_at=2026-05-20T04:00:00Z, name="Bench Press", source_name="Bench Press", kind="working", reps=5, weight_kg=45.359237, weight=100, weight_unit="lb""#,
                #"1 set_order="2", started_at=2026-05-20T04:00:00Z, name="Bench Press", source_name="Bench Press", kind="working", reps=5, weight_kg=45.359237, weight=100, weight_unit="lb""#,
                #"1 set_order="3", started_at=2026-05-20T04:00:00Z, name="Bench Press", source_name="Bench Press", kind="working", reps=5, weight_kg=45.359237, weight=100, weight_unit="lb""#,
                #"2 set_order="1", started_at=2026-05-20T04:00:00Z, name="Plank Row", source_name="Plank Row", kind="working", reps=12"#,
            ]),
        Shape(
            name: "series",
            text: """
                Fecha;Hora;Ejercicio;Serie;Repeticiones;Peso;Sala
                20/05/2026;17:30;Sentadilla;1;5;80;Centro
                20/05/2026;17:30;Sentadilla;2;5;82,5;Centro

                """,
            dataset: "workouts", settings: ["zone": "Europe/Madrid"],
            rows: [
                #"1 set_order="1", started_at=2026-05-20T15:30:00Z, name="Squat", source_name="Sentadilla", kind="working", reps=5, weight_kg=80, weight=80, weight_unit="kg""#,
                #"2 set_order="2", started_at=2026-05-20T15:30:00Z, name="Squat", source_name="Sentadilla", kind="working", reps=5, weight_kg=82.5, weight=82.5, weight_unit="kg""#,
            ]),
        // All of its columns are in Strong's header, too.,
        Shape(
            name: "bare-sets",
            text: """
                Date,Exercise Name,Reps
                2026-05-13,Pull Up,8

                """,
            dataset: "workouts", settings: ["zone": "UTC"],
            rows: [
                #"1 started_at=2026-05-13T00:00:00Z, name="Pull Up", source_name="Pull Up", kind="working", reps=8"#
            ]),
        Shape(
            name: "sessions",
            text: """
                Start,Sport,Duration (min),Distance (km),Calories,Avg HR
                2026-05-13 07:30,Run,42.5,8.2,510,148
                2026-05-14 18:00,Swim,30,1.5,320,139

                """,
            dataset: "workouts", settings: ["zone": "UTC"],
            rows: [
                #"1 workouts: started_at=2026-05-13T07:30:00Z, activity="Run", workouts.duration_s=2550, workouts.distance_m=8200, workouts.distance=8.2, workouts.distance_unit="km", workouts.energy_kcal=510, average_heart_rate=148"#,
                #"2 workouts: started_at=2026-05-14T18:00:00Z, activity="Swim", workouts.duration_s=1800, workouts.distance_m=1500, workouts.distance=1.5, workouts.distance_unit="km", workouts.energy_kcal=320, average_heart_rate=139"#,
            ]),
        Shape(
            name: "games",
            text: """
                Date,My Score,Opponent Score,Partner,Opponent,Tournament
                2026-05-13,11,7,Cy,Di,Club night
                2026-05-13,9,11,Cy,Ed,Club night

                """,
            answers: answers { $0.dataset = "games" }, dataset: "games",
            rows: [
                #"1 games: event="Club night", my_side=1, games.side1_score=11, games.side2_score=7, played_on=2026-05-13"#,
                #"1 players+game_players: name="me", is_self=true, event="Club night", games.side1_score=11, games.side2_score=7, played_on=2026-05-13, side=1"#,
                #"1 players+game_players: name="Cy", is_self=false, event="Club night", games.side1_score=11, games.side2_score=7, played_on=2026-05-13, side=1"#,
                #"1 players+game_players: name="Di", is_self=false, event="Club night", games.side1_score=11, games.side2_score=7, played_on=2026-05-13, side=2"#,
                #"2 games: event="Club night", my_side=1, games.side1_score=9, games.side2_score=11, played_on=2026-05-13"#,
                #"2 players+game_players: name="me", is_self=true, event="Club night", games.side1_score=9, games.side2_score=11, played_on=2026-05-13, side=1"#,
                #"2 players+game_players: name="Cy", is_self=false, event="Club night", games.side1_score=9, games.side2_score=11, played_on=2026-05-13, side=1"#,
                #"2 players+game_players: name="Ed", is_self=false, event="Club night", games.side1_score=9, games.side2_score=11, played_on=2026-05-13, side=2"#,
            ]),
    ]
}
