/// FIT's words for its numbers, as far as they are used; a number without one stays a number.
enum FITWords {
    static let files = [
        1: "device", 2: "settings", 3: "sport", 4: "activity", 5: "workout", 6: "course", 7: "schedules", 9: "weight",
        10: "totals", 11: "goals", 14: "blood_pressure", 15: "monitoring_a", 20: "activity_summary",
        28: "monitoring_daily", 32: "monitoring_b", 34: "segment", 35: "segment_list",
    ]

    static let manufacturers = [
        1: "Garmin", 15: "Dynastream", 23: "Suunto", 32: "Wahoo", 38: "o-synce", 40: "Concept2", 67: "Bkool",
        70: "Sigma",
        71: "TomTom", 73: "Wattbike", 86: "Elite", 89: "Tacx", 95: "Stryd", 111: "Technogym", 115: "iGPSPORT",
        122: "Johnson Health Tech", 123: "Polar", 129: "Coros", 255: "development", 258: "Lezyne", 260: "Zwift",
        263: "Favero", 265: "Strava", 267: "Bryton", 281: "TrainerRoad", 282: "Sufferfest", 289: "Hammerhead",
        294: "Coros",
    ]

    static let sports = [
        0: "generic", 1: "running", 2: "cycling", 3: "transition", 4: "fitness_equipment", 5: "swimming",
        6: "basketball",
        7: "soccer", 8: "tennis", 9: "american_football", 10: "training", 11: "walking", 12: "cross_country_skiing",
        13: "alpine_skiing", 14: "snowboarding", 15: "rowing", 16: "mountaineering", 17: "hiking", 18: "multisport",
        19: "paddling", 20: "flying", 21: "e_biking", 22: "motorcycling", 23: "boating", 24: "driving", 25: "golf",
        26: "hang_gliding", 27: "horseback_riding", 28: "hunting", 29: "fishing", 30: "inline_skating",
        31: "rock_climbing", 32: "sailing", 33: "ice_skating", 34: "sky_diving", 35: "snowshoeing", 36: "snowmobiling",
        37: "stand_up_paddleboarding", 38: "surfing", 39: "wakeboarding", 40: "water_skiing", 41: "kayaking",
        42: "rafting", 43: "windsurfing", 44: "kitesurfing", 45: "tactical", 46: "jumpmaster", 47: "boxing",
        48: "floor_climbing", 49: "baseball", 53: "diving", 56: "shooting", 58: "winter_sport", 59: "grinding",
        62: "hiit",
        63: "video_gaming", 64: "racket", 65: "wheelchair_push_walk", 66: "wheelchair_push_run", 67: "meditation",
        68: "para_sport", 69: "disc_golf", 70: "team_sport", 71: "cricket", 72: "rugby", 73: "hockey", 74: "lacrosse",
        75: "volleyball", 76: "water_tubing", 77: "wakesurfing", 78: "water_sport", 79: "archery",
        80: "mixed_martial_arts", 81: "motor_sports", 82: "snorkeling", 83: "dance", 84: "jump_rope", 85: "pool_apnea",
        86: "mobility", 87: "geocaching", 88: "canoeing",
    ]

    static let subSports = [
        0: "generic", 1: "treadmill", 2: "street", 3: "trail", 4: "track", 5: "spin", 6: "indoor_cycling", 7: "road",
        8: "mountain", 9: "downhill", 10: "recumbent", 11: "cyclocross", 12: "hand_cycling", 13: "track_cycling",
        14: "indoor_rowing", 15: "elliptical", 16: "stair_climbing", 17: "lap_swimming", 18: "open_water",
        19: "flexibility_training", 20: "strength_training", 21: "warm_up", 22: "match", 23: "exercise",
        24: "challenge", 25: "indoor_skiing", 26: "cardio_training", 27: "indoor_walking", 28: "e_bike_fitness",
        29: "bmx",
        30: "casual_walking", 31: "speed_walking", 37: "backcountry", 38: "resort", 42: "skate_skiing", 43: "yoga",
        44: "pilates", 45: "indoor_running", 46: "gravel_cycling", 47: "e_bike_mountain", 48: "commuting",
        49: "mixed_surface", 58: "virtual_activity", 62: "breathing", 67: "ultra", 68: "indoor_climbing",
        69: "bouldering", 70: "hiit", 73: "amrap", 74: "emom", 75: "tabata", 78: "triathlon", 79: "duathlon",
        80: "brick",
        81: "swim_run", 82: "adventure_race", 84: "pickleball", 85: "padel", 94: "squash", 95: "badminton",
        96: "racquetball", 97: "table_tennis",
    ]

    static let intensities = [
        0: "active", 1: "rest", 2: "warmup", 3: "cooldown", 4: "recovery", 5: "interval", 6: "other",
    ]

    static let sets = [0: "rest", 1: "active"]

    /// Kinds of exercises, as the vendor's app shows them.
    static let exercises = [
        0: "Bench Press", 1: "Calf Raise", 2: "Cardio", 3: "Carry", 4: "Chop", 5: "Core", 6: "Crunch", 7: "Curl",
        8: "Deadlift", 9: "Flye", 10: "Hip Raise", 11: "Hip Stability", 12: "Hip Swing", 13: "Hyperextension",
        14: "Lateral Raise", 15: "Leg Curl", 16: "Leg Raise", 17: "Lunge", 18: "Olympic Lift", 19: "Plank", 20: "Plyo",
        21: "Pull Up", 22: "Push Up", 23: "Row", 24: "Shoulder Press", 25: "Shoulder Stability", 26: "Shrug",
        27: "Sit Up", 28: "Squat", 29: "Total Body", 30: "Triceps Extension", 31: "Warm Up", 32: "Run", 33: "Bike",
        34: "Cardio", 35: "Move", 36: "Pose", 37: "Banded Exercise", 38: "Battle Rope", 39: "Elliptical",
        40: "Floor Climb", 41: "Indoor Bike", 42: "Indoor Row", 43: "Ladder", 44: "Sandbag", 45: "Sled",
        46: "Sledge Hammer", 47: "Stair Stepper", 49: "Suspension", 50: "Tire", 65534: "Unknown",
    ]
}
