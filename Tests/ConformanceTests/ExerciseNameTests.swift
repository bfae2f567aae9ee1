import Definitions
import Foundation
import Proving
import Testing

/// What the list of exercises makes of the names that apps offer: no equipment that a name does not state, and no two
/// names of one app under one.
@Suite struct ExerciseNameTests {
    /// An app and names that it offers beside each other.
    struct Vendor: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var names: [String]

        init(_ app: String, _ names: String) {
            testDescription = app
            self.names = names.split(separator: ";").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        }
    }

    private func meaning(of name: String) throws -> String {
        let list = try #require(Ground.pipelines.words.first { $0.name == "exercise-names" })
        return list.entries.first { $0.word.lowercased() == name.lowercased() }?.value ?? name
    }

    private static let equipment = [
        "barbell", "dumbbell", "bodyweight", "machine", "cable", "kettlebell", "smith", "ez", "assisted", "weighted",
        "band", "trap",
    ]

    /// Words of equipment in a name, those of its abbreviations too.
    private static func stated(in name: String) -> Set<String> {
        var text = name.lowercased().replacing("body weight", with: "bodyweight").replacing("hex bar", with: "trap bar")
        for (short, long) in [("db ", "dumbbell "), ("kb ", "kettlebell ")] where text.hasPrefix(short) {
            text = text.replacing(short, with: long)
        }
        let words = text.split { !$0.isLetter }.map(String.init)
        return Set(words.map { $0 == "weighted" ? $0 : $0.hasSuffix("s") ? String($0.dropLast()) : $0 })
            .intersection(equipment)
    }

    @Test func noWordGainsEquipment() throws {
        let list = try #require(Ground.pipelines.words.first { $0.name == "exercise-names" })
        #expect(list.entries.count > 1000)
        for (word, name) in list.entries {
            // Machines that are the exercise are called so or not.
            if ["Elliptical Machine", "Stair Machine"].contains(name) { continue }
            #expect(Self.stated(in: name) == Self.stated(in: word), "\(word) becomes \(name)")
        }
    }

    @Test(arguments: vendors) func noTwoNamesOfOneAppBecomeOne(_ vendor: Vendor) throws {
        #expect(Set(vendor.names.map { $0.lowercased() }).count == vendor.names.count)
        var names: [String: String] = [:]
        for name in vendor.names {
            let kept = try meaning(of: name).lowercased()
            #expect(names[kept] == nil, "\(names[kept] ?? "") and \(name) both become \(kept)")
            names[kept] = name
        }
    }

    static let vendors = [
        Vendor(
            "Strong",
            """
            Ab Wheel; Aerobics; Arnold Press (Dumbbell); Around the World; Back Extension; Back Extension (Machine);
            Ball Slams; Battle Ropes; Bench Dip; Bench Press (Barbell); Bench Press (Cable); Bench Press (Dumbbell);
            Bench Press (Smith Machine); Bench Press - Close Grip (Barbell); Bench Press - Wide Grip (Barbell);
            Bent Over One Arm Row (Dumbbell); Bent Over Row (Band); Bent Over Row (Barbell); Bent Over Row (Dumbbell);
            Bent Over Row - Underhand (Barbell); Bicep Curl (Barbell); Bicep Curl (Cable); Bicep Curl (Dumbbell);
            Bicep Curl (Machine); Bicycle Crunch; Box Jump; Box Squat (Barbell); Bulgarian Split Squat; Burpee;
            Cable Crossover; Cable Crunch; Cable Kickback; Cable Pull Through; Cable Twist; Calf Press on Leg Press;
            Calf Press on Seated Leg Press; Chest Dip; Chest Dip (Assisted); Chest Fly; Chest Fly (Band);
            Chest Fly (Dumbbell); Chest Press (Band); Chest Press (Machine); Chin Up; Chin Up (Assisted);
            Clean (Barbell); Clean and Jerk (Barbell); Climbing; Concentration Curl (Dumbbell); Cross Body Crunch;
            Crunch; Crunch (Machine); Crunch (Stability Ball); Cycling; Cycling (Indoor); Deadlift (Band);
            Deadlift (Barbell); Deadlift (Dumbbell); Deadlift (Smith Machine); Deadlift High Pull (Barbell);
            Decline Bench Press (Barbell); Decline Bench Press (Dumbbell); Decline Bench Press (Smith Machine);
            Decline Crunch; Deficit Deadlift (Barbell); Elliptical Machine; Face Pull (Cable); Flat Knee Raise;
            Flat Leg Raise; Floor Press (Barbell); Front Raise (Band); Front Raise (Barbell); Front Raise (Cable);
            Front Raise (Dumbbell); Front Raise (Plate); Front Squat (Barbell); Glute Ham Raise;
            Glute Kickback (Machine); Goblet Squat (Kettlebell); Good Morning (Barbell); Hack Squat;
            Hack Squat (Barbell); Hammer Curl (Band); Hammer Curl (Cable); Hammer Curl (Dumbbell);
            Handstand Push Up; Hang Clean (Barbell); Hang Snatch (Barbell); Hanging Knee Raise; Hanging Leg Raise;
            High Knee Skips; Hiking; Hip Abductor (Machine); Hip Adductor (Machine); Hip Thrust (Barbell);
            Hip Thrust (Bodyweight); Incline Bench Press (Barbell); Incline Bench Press (Cable);
            Incline Bench Press (Dumbbell); Incline Bench Press (Smith Machine); Incline Chest Fly (Dumbbell);
            Incline Chest Press (Machine); Incline Curl (Dumbbell); Incline Row (Dumbbell); Inverted Row (Bodyweight);
            Iso-Lateral Chest Press (Machine); Iso-Lateral Row (Machine); Jackknife Sit Up; Jump Rope; Jump Shrug;
            Jump Squat; Jumping Jack; Kettlebell Swing; Kettlebell Turkish Get Up; Kipping Pull Up; Knee Raise;
            Kneeling Pulldown (Band); Knees to Elbows; Lat Pulldown (Cable); Lat Pulldown (Machine);
            Lat Pulldown (Single Arm); Lat Pulldown - Underhand (Band); Lat Pulldown - Underhand (Cable);
            Lat Pulldown - Wide Grip (Cable); Lateral Box Jump; Lateral Raise (Band); Lateral Raise (Cable);
            Lateral Raise (Dumbbell); Lateral Raise (Machine); Leg Extension (Machine); Leg Press; Lunge (Barbell);
            Lunge (Bodyweight); Lunge (Dumbbell); Lying Leg Curl (Machine); Mountain Climber; Muscle Up;
            Oblique Crunch; Overhead Press (Barbell); Overhead Press (Cable); Overhead Press (Dumbbell);
            Overhead Press (Smith Machine); Overhead Squat (Barbell); Pec Deck (Machine); Pendlay Row (Barbell);
            Pistol Squat; Plank; Power Clean; Power Snatch (Barbell); Preacher Curl (Barbell);
            Preacher Curl (Dumbbell); Preacher Curl (Machine); Press Under (Barbell); Pull Up; Pull Up (Assisted);
            Pull Up (Band); Pullover (Dumbbell); Pullover (Machine); Push Press; Push Up; Push Up (Band);
            Push Up (Knees); Rack Pull (Barbell); Reverse Crunch; Reverse Curl (Band); Reverse Curl (Barbell);
            Reverse Curl (Dumbbell); Reverse Fly (Cable); Reverse Fly (Dumbbell); Reverse Fly (Machine);
            Reverse Grip Concentration Curl (Dumbbell); Reverse Plank; Romanian Deadlift (Barbell);
            Romanian Deadlift (Dumbbell); Rowing (Machine); Running; Running (Treadmill); Russian Twist;
            Seated Calf Raise (Machine); Seated Calf Raise (Plate Loaded); Seated Leg Curl (Machine);
            Seated Leg Press (Machine); Seated Military Press; Seated Overhead Press (Barbell);
            Seated Overhead Press (Dumbbell); Seated Palms Up Wrist Curl (Dumbbell); Seated Row (Cable);
            Seated Row (Machine); Seated Wide-Grip Row (Cable); Shoulder Press (Machine);
            Shoulder Press (Plate Loaded); Shrug (Barbell); Shrug (Dumbbell); Shrug (Machine);
            Shrug (Smith Machine); Side Bend (Band); Side Bend (Cable); Side Bend (Dumbbell); Side Plank; Sit Up;
            Skating; Skiing; Skullcrusher (Barbell); Skullcrusher (Dumbbell); Snatch (Barbell); Snatch Pull (Barbell);
            Snowboarding; Split Jerk (Barbell); Squat (Band); Squat (Barbell); Squat (Bodyweight);
            Squat (Dumbbell); Squat (Machine); Squat (Smith Machine); Squat Row (Band);
            Standing Calf Raise (Barbell); Standing Calf Raise (Bodyweight); Standing Calf Raise (Dumbbell);
            Standing Calf Raise (Machine); Standing Calf Raise (Smith Machine); Step-up; Stiff Leg Deadlift (Band);
            Stiff Leg Deadlift (Barbell); Stiff Leg Deadlift (Dumbbell); Straight Leg Deadlift (Band);
            Stretching; Strict Military Press (Barbell); Sumo Deadlift (Barbell);
            Sumo Deadlift High Pull (Barbell); Superman; Swimming; T Bar Row; Thruster (Barbell);
            Thruster (Kettlebell); Toes To Bar; Torso Rotation (Machine); Trap Bar Deadlift; Triceps Dip;
            Triceps Dip (Assisted); Triceps Extension; Triceps Extension (Barbell); Triceps Extension (Cable);
            Triceps Extension (Dumbbell); Triceps Extension (Machine); Triceps Pushdown (Cable - Straight Bar);
            Upright Row (Barbell); Upright Row (Cable); Upright Row (Dumbbell); V Up; Walking; Wide Pull Up;
            Wrist Roller; Yoga; Zercher Squat (Barbell)
            """),
        Vendor(
            "Hevy",
            """
            21s Bicep Curl; Ab Scissors; Ab Wheel; Air Bike; Arnold Press (Dumbbell); Back Extension (Hyperextension);
            Back Extension (Machine); Bench Dip; Bench Press (Barbell); Bench Press (Cable); Bench Press (Dumbbell);
            Bench Press (Smith Machine); Bench Press - Close Grip (Barbell); Bench Press - Wide Grip (Barbell);
            Bent Over Row (Band); Bent Over Row (Barbell); Bent Over Row (Dumbbell); Bicep Curl (Barbell);
            Bicep Curl (Cable); Bicep Curl (Dumbbell); Bicep Curl (Machine); Box Squat (Barbell);
            Bulgarian Split Squat; Butterfly (Pec Deck); Cable Crunch; Cable Fly Crossovers; Cable Pull Through;
            Calf Extension (Machine); Calf Press (Machine); Chest Dip; Chest Dip (Assisted); Chest Dip (Weighted);
            Chest Fly (Band); Chest Fly (Dumbbell); Chest Fly (Machine); Chest Press (Band); Chest Press (Machine);
            Chest Supported Incline Row (Dumbbell); Chin Up; Chin Up (Assisted); Chin Up (Weighted);
            Concentration Curl; Crunch; Crunch (Machine); Crunch (Weighted); Cycling; Dead Hang; Deadlift (Barbell);
            Deadlift (Dumbbell); Deadlift (Smith Machine); Deadlift (Trap bar); Decline Bench Press (Barbell);
            Decline Bench Press (Dumbbell); Decline Bench Press (Machine); Dumbbell Row; Elliptical Trainer;
            EZ Bar Biceps Curl; Face Pull; Floor Press (Barbell); Floor Press (Dumbbell); Front Raise (Cable);
            Front Raise (Dumbbell); Front Squat; Full Squat; Glute Bridge; Glute Ham Raise; Goblet Squat;
            Good Morning (Barbell); Hack Squat; Hack Squat (Machine); Hammer Curl (Cable); Hammer Curl (Dumbbell);
            Handstand Push Up; Hanging Knee Raise; Hanging Leg Raise; Hip Abduction (Machine);
            Hip Adduction (Machine); Hip Thrust; Hip Thrust (Barbell); Hip Thrust (Machine);
            Hip Thrust (Smith Machine); Incline Bench Press (Barbell); Incline Bench Press (Dumbbell);
            Incline Bench Press (Smith Machine); Incline Chest Fly (Dumbbell); Incline Chest Press (Machine);
            Inverted Row; Iso-Lateral Chest Press (Machine); Iso-Lateral High Row (Machine);
            Iso-Lateral Low Row; Iso-Lateral Row (Machine); JM Press (Barbell); Jump Rope; Kettlebell Swing;
            Landmine Row; Lat Pulldown (Band); Lat Pulldown (Cable); Lat Pulldown (Machine);
            Lat Pulldown - Close Grip (Cable); Lateral Raise (Band); Lateral Raise (Cable); Lateral Raise (Dumbbell);
            Lateral Raise (Machine); Leg Extension (Machine); Leg Press (Machine); Leg Press Horizontal (Machine);
            Leg Raise Parallel Bars; Low Cable Fly Crossovers; Lunge; Lunge (Barbell); Lunge (Dumbbell);
            Lying Knee Raise; Lying Leg Curl (Machine); Lying Leg Raise; Meadows Rows (Barbell); Muscle Up;
            Nordic Hamstrings Curls; Overhead Press (Barbell); Overhead Press (Dumbbell);
            Overhead Press (Smith Machine); Overhead Triceps Extension (Cable); Pause Squat (Barbell);
            Pendlay Row (Barbell); Pendulum Squat (Machine); Plank; Preacher Curl (Barbell); Preacher Curl (Dumbbell);
            Preacher Curl (Machine); Pull Up; Pull Up (Assisted); Pull Up (Band); Pull Up (Weighted);
            Pullover (Dumbbell); Pullover (Machine); Push Press; Push Up; Push Up (Weighted); Rack Pull;
            Rear Delt Reverse Fly (Cable); Rear Delt Reverse Fly (Dumbbell); Rear Delt Reverse Fly (Machine);
            Reverse Curl (Barbell); Reverse Curl (Cable); Reverse Curl (Dumbbell); Reverse Lunge;
            Reverse Lunge (Barbell); Reverse Lunge (Dumbbell); Romanian Deadlift (Barbell);
            Romanian Deadlift (Dumbbell); Rope Straight Arm Pulldown; Rowing Machine; Running; Russian Twist;
            Seated Cable Row - Bar Grip; Seated Cable Row - Bar Wide Grip; Seated Cable Row - V Grip (Cable);
            Seated Calf Raise; Seated Incline Curl (Dumbbell); Seated Leg Curl (Machine);
            Seated Lateral Raise (Dumbbell); Seated Overhead Press (Barbell); Seated Overhead Press (Dumbbell);
            Seated Row (Machine); Seated Shoulder Press (Machine); Shoulder Press (Dumbbell);
            Shoulder Press (Machine Plates); Shrug (Barbell); Shrug (Cable); Shrug (Dumbbell); Shrug (Machine);
            Shrug (Smith Machine); Single Arm Cable Crossover; Single Arm Lat Pulldown; Sit Up;
            Sit Up (Weighted); Skullcrusher (Barbell); Skullcrusher (Dumbbell); Spider Curl (Barbell);
            Spider Curl (Dumbbell); Split Squat (Dumbbell); Squat (Barbell); Squat (Bodyweight); Squat (Dumbbell);
            Squat (Machine); Squat (Smith Machine); Stair Machine (Floors); Standing Calf Raise;
            Standing Calf Raise (Barbell); Standing Calf Raise (Dumbbell); Standing Calf Raise (Machine);
            Standing Calf Raise (Smith); Standing Military Press (Barbell); Step Up; Straight Arm Lat Pulldown (Cable);
            Straight Leg Deadlift; Sumo Deadlift; Sumo Squat; T Bar Row; Treadmill; Triceps Dip;
            Triceps Dip (Assisted); Triceps Dip (Weighted); Triceps Extension (Barbell); Triceps Extension (Cable);
            Triceps Extension (Dumbbell); Triceps Extension (Machine); Triceps Kickback (Cable);
            Triceps Kickback (Dumbbell); Triceps Pushdown; Triceps Rope Pushdown; Upright Row (Barbell);
            Upright Row (Cable); Upright Row (Dumbbell); Walking; Walking Lunge; Walking Lunge (Dumbbell);
            Wide Pull Up; Zottman Curl (Dumbbell)
            """),
        Vendor(
            "Fitbod",
            """
            Ab Crunch Machine; Air Squats; Arnold Dumbbell Press; Assisted Chin Up; Assisted Dip; Assisted Pull Up;
            Back Extensions; Back Squat; Barbell Bench Press; Barbell Curl; Barbell Decline Bench Press;
            Barbell Glute Bridge; Barbell Hip Thrust; Barbell Incline Bench Press; Barbell Lunge;
            Barbell Shoulder Press; Barbell Shrug; Bench Dip; Bent Over Barbell Row; Bulgarian Split Squat; Burpee;
            Cable Bicep Curl; Cable Crossover Fly; Cable Crunch; Cable Face Pull; Cable Lateral Raise;
            Cable Rear Delt Fly; Cable Rope Tricep Extension; Cable Row; Cable Shoulder Press;
            Cable Upright Row; Calf Press; Chin Up; Close-Grip Bench Press; Concentration Curl; Crunches;
            Deadlift; Dip; Dumbbell Bench Press; Dumbbell Bent Over Row; Dumbbell Bicep Curl;
            Dumbbell Bulgarian Split Squat; Dumbbell Decline Bench Press; Dumbbell Decline Fly; Dumbbell Fly;
            Dumbbell Front Raise; Dumbbell Goblet Squat; Dumbbell Incline Bench Press; Dumbbell Incline Fly;
            Dumbbell Kickbacks; Dumbbell Lateral Raise; Dumbbell Lunge; Dumbbell Pullover;
            Dumbbell Rear Delt Raise; Dumbbell Romanian Deadlift; Dumbbell Row; Dumbbell Shoulder Press;
            Dumbbell Shrug; Dumbbell Skullcrusher; Dumbbell Squat; Dumbbell Step Up; Dumbbell Tricep Extension;
            Dumbbell Upright Row; Elliptical; EZ-Bar Curl; Front Squat; Good Morning; Hack Squat; Hammer Curls;
            Hanging Knee Raise; Hanging Leg Raise; Hip Thrust; Incline Dumbbell Curl; Incline Hammer Curl;
            Incline Push Up; Inverted Row; Kettlebell Swing; Lat Pulldown; Leg Curl; Leg Extension; Leg Press;
            Leg Raise; Lunge; Lying Hamstrings Curl; Machine Bench Press; Machine Fly; Machine Hip Abductor;
            Machine Hip Adductor; Machine Overhead Press; Machine Preacher Curl; Machine Row;
            Machine Shoulder Press; Machine Tricep Dip; Machine Tricep Extension; Palms-Down Barbell Wrist Curl;
            Pendlay Row; Plank; Power Clean; Preacher Curl; Pull Up; Push Press; Push Up; Rack Pulls;
            Reverse Barbell Curl; Reverse Crunch; Reverse Lunge; Romanian Deadlift; Rowing; Running;
            Russian Twist; Seated Barbell Shoulder Press; Seated Dumbbell Curl; Seated Leg Curl;
            Seated Machine Calf Press; Seated Tricep Press; Side Bridge; Side Lateral Raise; Single Arm Lat Pulldown;
            Sit Up; Skullcrusher; Smith Machine Bench Press; Smith Machine Calf Raise;
            Smith Machine Incline Bench Press; Smith Machine Squat; Stair Stepper; Standing Arnold Press;
            Standing Barbell Calf Raise; Standing Dumbbell Shoulder Press; Standing Machine Calf Press; Step Up;
            Stiff-Legged Deadlift; Sumo Deadlift; T-Bar Row; Tricep Extension; Tricep Push Up; Upright Row;
            V-Bar Pulldown; Walking; Walking Lunge; Wide Grip Lat Pulldown; Zottman Curl
            """),
        Vendor(
            "FitNotes",
            """
            Ab-Wheel Rollout; Arnold Dumbbell Press; Barbell Calf Raise; Barbell Curl; Barbell Front Squat;
            Barbell Glute Bridge; Barbell Row; Barbell Shrug; Barbell Squat; Cable Crossover; Cable Crunch;
            Cable Curl; Cable Face Pull; Cable Overhead Triceps Extension; Chin Up; Close Grip Barbell Bench Press;
            Crunch; Crunch Machine; Cycling; Deadlift; Decline Barbell Bench Press; Decline Crunch;
            Decline Hammer Strength Chest Press; Donkey Calf Raise; Dragon Flag; Dumbbell Concentration Curl;
            Dumbbell Curl; Dumbbell Hammer Curl; Dumbbell Overhead Triceps Extension; Dumbbell Preacher Curl;
            Dumbbell Row; Dumbbell Skullcrusher; Elliptical Trainer; EZ-Bar Curl; EZ-Bar Preacher Curl;
            EZ-Bar Skullcrusher; Flat Barbell Bench Press; Flat Dumbbell Bench Press; Flat Dumbbell Fly;
            Front Dumbbell Raise; Glute-Ham Raise; Good Morning; Hammer Strength Row; Hanging Knee Raise;
            Hanging Leg Raise; Incline Barbell Bench Press; Incline Dumbbell Bench Press; Incline Dumbbell Fly;
            Lat Pulldown; Lateral Dumbbell Raise; Lateral Machine Raise; Leg Extension Machine; Leg Press;
            Log Press; Lying Leg Curl Machine; Lying Triceps Extension; Machine Shoulder Press; Neutral Chin Up;
            One-Arm Standing Dumbbell Press; Overhead Press; Parallel Bar Triceps Dip; Pendlay Row; Plank; Pull Up;
            Push Press; Rack Pull; Rear Delt Dumbbell Raise; Rear Delt Machine Fly; Ring Dip; Romanian Deadlift;
            Rope Push Down; Rowing Machine; Running (Outdoor); Running (Treadmill); Seated Cable Fly;
            Seated Calf Raise Machine; Seated Dumbbell Press; Seated Leg Curl Machine; Seated Machine Curl;
            Seated Machine Fly; Side Plank; Smith Machine Overhead Press; Standing Calf Raise Machine;
            Stationary Bike; Stiff-Legged Deadlift; Straight-Arm Cable Pushdown; Sumo Deadlift; Swimming; T-Bar Row;
            V-Bar Push Down; Walking
            """),
        Vendor(
            "StrongLifts",
            "Squat; Bench Press; Barbell Row; Overhead Press; Deadlift; Chinups; Pullups; Dips; Front Squat"),
    ]
}
