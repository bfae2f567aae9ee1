import Importing

extension DraftShapeTests {
    /// Logs as people keep them: what their columns are is shown by what is in them.
    static let cases: [Shape] = [
        // A run's title is no person, its id no metric, and so great distances are metres.
        Shape(
            name: "runs",
            text: """
                [{"date": "2026-03-01", "distance": 5020, "time": 1505, "name": "Morning Run", "log_id": "14012345601"},
                 {"date": "2026-03-03", "distance": 8100, "time": 2592, "name": "Lake loop with Leo", "log_id": "14012345602"}]
                """,
            ending: "json", dataset: "workouts", settings: ["zone": "UTC"],
            rows: [
                #"1 workouts: started_at=2026-03-01T00:00:00Z, title="Morning Run", workouts.duration_s=1505, workouts.distance_m=5020, workouts.distance=5020, workouts.distance_unit="m""#,
                #"2 workouts: started_at=2026-03-03T00:00:00Z, title="Lake loop with Leo", workouts.duration_s=2592, workouts.distance_m=8100, workouts.distance=8100, workouts.distance_unit="m""#,
            ]),
        // Each set has its own time, and its exercise is called a name; the rest and the plan are not the set's.
        Shape(
            name: "timed",
            text: """
                id,name,reps,weight,created,unit,sets,minutes,seconds
                1,Bench press,8,60,2026-03-04T17:05:10,kg,3,3,30
                2,Squat,5,100,2026-03-04T17:20:02,kg,3,3,30
                3,Squat,6,65,2026-03-06T18:01:00,kg,3,3,30

                """,
            dataset: "workouts", settings: ["zone": "UTC"],
            rows: [
                #"1 started_at=2026-03-04T00:00:00Z, name="Bench Press", source_name="Bench press", kind="working", reps=8, weight_kg=60, weight=60, weight_unit="kg""#,
                #"2 started_at=2026-03-04T00:00:00Z, name="Squat", source_name="Squat", kind="working", reps=5, weight_kg=100, weight=100, weight_unit="kg""#,
                #"3 started_at=2026-03-06T00:00:00Z, name="Squat", source_name="Squat", kind="working", reps=6, weight_kg=65, weight=65, weight_unit="kg""#,
            ]),
        // A word that is only in a late line belongs to the map, too.
        Shape(
            name: "flags",
            text: """
                date,exercise,set,kg,reps,warmup,seconds,mood
                2026-03-02,Squat,1,60,5,yes,,calm
                2026-03-02,Plank,2,,1,no,90,calm

                """,
            dataset: "workouts", settings: ["zone": "UTC"],
            rows: [
                #"1 set_order="1", started_at=2026-03-02T00:00:00Z, name="Squat", source_name="Squat", kind="warmup", reps=5, weight_kg=60, weight=60, weight_unit="kg""#,
                #"2 set_order="2", started_at=2026-03-02T00:00:00Z, name="Plank", source_name="Plank", kind="working", reps=1, workout_sets.duration_s=90"#,
            ]),
        // As the logbooks of climbers: a day is a workout, a route an exercise.
        Shape(
            name: "climbs",
            text: """
                Name,Grade,Style,Notes,Date,Crag
                Early Bird,f6C,Sent x,,28/Sep/25,Mill Edge
                Long Way Up,HVS 5a,Lead O/S,windy,02/Aug/25,North Wall

                """,
            dataset: "workouts", settings: ["zone": "UTC"],
            rows: [
                #"1 started_at=2025-09-28T00:00:00Z, activity="Climbing", name="Early Bird", source_name="Early Bird", kind="working", workout_sets.notes="f6C Sent x""#,
                #"2 started_at=2025-08-02T00:00:00Z, activity="Climbing", name="Long Way Up", source_name="Long Way Up", kind="working", workout_sets.notes="HVS 5a Lead O/S windy""#,
            ]),
        // Nights, and the pulse next to them.
        Shape(
            name: "nights",
            text: """
                [{"date": "2026-05-01", "duration_h": 7.6, "rem_h": 1.5, "deep_h": 1.25, "score": 71, "resting_hr": 50},
                 {"date": "2026-05-02", "duration_h": 7.7, "rem_h": 1.5, "deep_h": 1.25, "score": 72, "resting_hr": 51}]
                """,
            ending: "json", dataset: "sleep", settings: ["zone": "UTC"],
            rows: [1, 2].flatMap { day in
                [
                    #"\#(day) sleep_stages: stage="deep", duration_s=4500, local_day=2026-05-0\#(day), origin="manual""#,
                    #"\#(day) sleep_stages: stage="rem", duration_s=5400, local_day=2026-05-0\#(day), origin="manual""#,
                    #"\#(day) sleep_stages: stage="asleep", duration_s=\#(day == 1 ? 27360 : 27720), local_day=2026-05-0\#(day), origin="manual""#,
                    #"\#(day) health_samples: value=\#(49 + day), unit="count/min", original_value=\#(49 + day), original_unit="count/min", start_at=2026-05-0\#(day)T00:00:00Z, local_day=2026-05-0\#(day), origin="manual", type="resting_heart_rate""#,
                ]
            }),
        // The sport is in the object of that name, and two columns have no name.
        Shape(
            name: "activities",
            text: """
                [{"activityId": 1, "activityName": "easy run 1", "activityType": {"typeKey": "running"}, "distance": 5001.5,
                  "startTimeLocal": "2026-05-01 08:01:52", "startDate": "2026-05-01", "duration": 1800.5, "maxHR": 150}]
                """,
            ending: "json", dataset: "workouts", settings: ["zone": "UTC"],
            rows: [
                #"1 workouts: started_at=2026-05-01T08:01:52Z, title="easy run 1", activity="running", workouts.duration_s=1800.5, workouts.distance_m=5001.5, workouts.distance=5001.5, workouts.distance_unit="m", maximum_heart_rate=150"#
            ]),
        Shape(
            name: "glucose", text: "Id,time,glucose mg/dL,,\n1,3/16/26  0:04,131,,\n2,3/16/26 0:09,138,,\n",
            dataset: "health", settings: ["zone": "UTC"],
            rows: [(1, "04", 131), (2, "09", 138)].map { number, minute, value in
                #"\#(number) health_series: value=\#(value), unit="mg/dL", start_at=2026-03-16T00:\#(minute):00Z, local_day=2026-03-16, origin="manual", series_type="blood_glucose""#
            }),
        // Days without a year, over New Year; a share is no percentage.
        Shape(
            name: "season",
            text: "match_key,date,kills,hit_pct\nSR_1,12/29,11,0.219\nSR_2,1/2,10,-0.1\n",
            dataset: "performance", settings: ["year": "2025-08-01"],
            rows: [
                #"1 metric_type="kills", value=11, unit="count", recorded_date=2025-12-29"#,
                #"1 metric_type="hit_pct", value=0.219, recorded_date=2025-12-29"#,
                #"2 metric_type="kills", value=10, unit="count", recorded_date=2026-01-02"#,
                #"2 metric_type="hit_pct", value=-0.1, recorded_date=2026-01-02"#,
            ]),
        // Lists of words are a part of the record around them.
        Shape(
            name: "tags",
            text: """
                [{"date": "2026-05-12", "weight_kg": 80, "tags": [{"n": "a"}, {"n": "b"}]},
                 {"date": "2026-05-13", "weight_kg": 81, "tags": []}]
                """,
            ending: "json", dataset: "health", settings: ["zone": "UTC"],
            rows: [
                #"1 health_samples+body_measurements: value=80, unit="kg", original_value=80, original_unit="kg", start_at=2026-05-12T00:00:00Z, local_day=2026-05-12, origin="manual", type="body_mass", kind="weight""#,
                #"2 health_samples+body_measurements: value=81, unit="kg", original_value=81, original_unit="kg", start_at=2026-05-13T00:00:00Z, local_day=2026-05-13, origin="manual", type="body_mass", kind="weight""#,
            ]),
    ]
}
