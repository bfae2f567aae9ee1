internal import Definitions

/// A metric of the register, by the names that people give it, and the numbers that athletes reach.
struct KnownMetric {
    var key: String
    var label: String
    /// The unit in which it is stored, as the register writes it.
    var unit: String?
    /// Least and greatest of athletes from ten years on, in that unit; nil where nothing is known of it.
    var usual: ClosedRange<Double>?

    /// Other names, in English, German, Spanish and French.
    private static let names: [String: String] = [
        "velocity": """
        velo,fastball velo,fb velo,fastball,fb,fastball speed,throwing velocity,throwing velo,throw velo,velo fb,
        wurfgeschwindigkeit fastball,velocidad,velocidad recta,velocidad de recta,recta
        """,
        "exit_velo":
            "exit velocity,ev,max ev,max exit velo,exit speed,velocidad de salida,vel salida,austrittsgeschwindigkeit",
        "batting_avg": "avg,ba,batting average,schlagdurchschnitt,promedio de bateo",
        "sixty_time": """
        60,60 yd,60 yard,60 yards,60 yd dash,60 time,60 yard time,60 yd time,sixty,sixty yard dash,60 yards sprint,
        60 yard sprint,60 yd sprint,60 yardas,60 yd lauf,60 y
        """,
        "forty_time":
            "40,40 yd,40 yard,40 yards,40 yd dash,40 time,40 yard time,forty,40 yard sprint,40 yd sprint,40 yardas",
        "pop_time": "pop,pop zeit,tiempo pop,poptime",
        "era": "earned run average",
        "on_base_pct": "obp,on base",
        "slugging_pct": "slg,slugging",
        "strikeouts": "k,ks,so,strike outs,ponches",
        "fielding_pct": "fpct,fld %,fielding",
        "broad_jump": "standing long jump,standing broad jump,standweitsprung,salto horizontal,salto largo sin carrera",
        "vertical_jump": """
        vertical,vert,vertical leap,max vertical,vertikalsprung,sprunghohe,salto vertical,detente,saut vertical,jump height,
        vertical jump height
        """,
        "shuttle": "5 10 5,pro agility,pro shuttle,short shuttle,20 yd shuttle,agility",
        "three_cone": "3 cone,three cone,l drill,3 cone time",
        "squat": "kniebeuge,sentadilla,back squat,squat max,squat 1 rm,1 rm squat",
        "long_jump": "weitsprung,salto de longitud",
        "high_jump": "hochsprung,salto de altura",
        "shot_put": "kugelstossen,lanzamiento de peso",
        "discus": "diskus,diskuswurf,lanzamiento de disco",
        "total_spin": "spin,spin rate,spinrate,pitch spin",
        "fastball_spin": "fb spin,fastball spin rate",
        "bat_speed": "batspeed,schlagergeschwindigkeit,velocidad de bate,velocidad del bate",
        "peak_hand_speed": "hand speed,max hand speed",
        "pitch_velocity":
            "pitch velo,pitching velocity,pitching velo,velocidad de lanzamiento,wurfgeschwindigkeit,pitch speed",
        "curveball_velocity": "curveball velo,cb velo,curve velo",
        "slider_velocity": "slider velo,sl velo",
        "changeup_velocity": "changeup velo,ch velo,change up velo",
        "hit_distance": "distance hit,batted ball distance,max distance",
        "launch_angle": "la,abflugwinkel,angulo de salida",
        "goals": "goal,tore,goles,buts", "assists": "assist,vorlagen,asistencias", "saves": "paraden,paradas",
        "points": "pts,punkte,puntos", "steals": "stl", "digs": "dig", "aces": "ace,asse", "kills": "kill",
        "tackles": "tackle", "minutes_played": "minutes,mins played,spielminuten,minutos jugados",
        "free_50": "50 free,50 freestyle,50 m freistil,50 libre",
        "free_100": "100 free,100 freestyle,100 m freistil,100 libre",
    ]

    /// From the numbers of the youngest teams to the records of the sport.
    private static let usual: [String: ClosedRange<Double>] = [
        "velocity": 38...105, "pitch_velocity": 38...105, "exit_velo": 40...122, "bat_speed": 30...95,
        "sixty_time": 6...12,
        "forty_time": 4.2...8, "pop_time": 1.6...3.8, "vertical_jump": 8...50, "broad_jump": 40...150,
        "shuttle": 3.8...8,
        "three_cone": 6...11, "squat": 40...1000, "long_jump": 2...9, "high_jump": 0.7...2.5, "shot_put": 4...23.5,
        "discus": 10...75, "peak_hand_speed": 10...35, "hit_distance": 20...550, "curveball_velocity": 35...95,
        "slider_velocity": 35...98, "changeup_velocity": 35...98, "time_to_contact": 0.08...0.4, "free_50": 18...90,
        "free_100": 40...200, "total_spin": 500...3600, "fastball_spin": 500...3600,
    ]

    /// The register by folded names.
    static func byName(_ register: [RegisteredMetric]) -> [String: KnownMetric] {
        var found: [String: KnownMetric] = [:]
        for metric in register where metric.key != "other" {
            let known = KnownMetric(key: metric.key, label: metric.label, unit: metric.unit, usual: usual[metric.key])
            let others = (names[metric.key] ?? "").split(separator: ",").map { DraftWords.phrase($0) }
            for name in [DraftWords.phrase(metric.key), DraftWords.phrase(metric.label)] + others
            where found[name] == nil {
                found[name] = known
            }
        }
        return found
    }

    /// Words beside the metric's name that change nothing: the best of several tries is what people write down.
    static let beside: Set<String> = [
        "max", "best", "peak", "top", "time", "dash", "zeit", "tiempo", "maximal", "maximum", "#",
    ]

    /// A metric by the words of a name.
    static func named(_ words: [String], in metrics: [String: KnownMetric]) -> KnownMetric? {
        if let exact = metrics[words.joined(separator: " ")] { return exact }
        let fewer = words.filter { !beside.contains($0) }
        return fewer.isEmpty || fewer.count == words.count ? nil : metrics[fewer.joined(separator: " ")]
    }

    /// The units in which numbers of this size are an athlete's.
    func units(of range: (low: Double, middle: Double, high: Double)) -> [Unit] {
        guard let usual, let stored = unit.flatMap({ Unit(word: $0) }) else { return [] }
        let likely = Self.tried[stored.kind] ?? [stored]
        return likely.filter { unit in
            let ratio = Self.ratio(unit, stored)
            return usual.contains(range.low * ratio) && usual.contains(range.middle * ratio)
                && usual.contains(range.high * ratio)
        }
    }

    /// The units that people measure in.
    static let tried: [Unit.Kind: [Unit]] = [
        .speed: [.mileAnHour, .kilometreAnHour], .length: [.inch, .centimetre, .foot, .metre],
        .mass: [.kilogram, .pound],
        .duration: [.second],
    ]

    static func ratio(_ unit: Unit, _ other: Unit) -> Double {
        Double(unit.factor.numerator) / Double(unit.factor.denominator) * Double(other.factor.denominator)
            / Double(other.factor.numerator)
    }
}

/// What is measured of a body, by the names that people give it.
struct KnownMeasure {
    /// Of a health sample; nil where it is none.
    var type: String?
    /// Of a body measurement; nil where it is none.
    var kind: String?
    var conversion: Conversion?
    /// Units in which it is stored, and in which people measure it.
    var unit: String
    var tried: [Unit] = []
    /// Of people from ten years on, in the stored unit.
    var usual: ClosedRange<Double>?
    /// Another unit that is kept as it is, and the numbers that people have in it.
    var other: (unit: String, usual: ClosedRange<Double>)?

    var title: String { type ?? kind ?? "" }

    /// The unit of a column, of those that are kept as they are: that in its name, or the one that its numbers fit.
    func unit(of column: DraftColumn, _ range: (low: Double, high: Double)) -> String {
        if let given = column.unit { return given.word }
        if let other, other.usual.contains(range.low), other.usual.contains(range.high) { return other.unit }
        return unit
    }

    /// Whether a unit in a column's name is one in which this is kept.
    private func takes(_ given: DraftUnit?) -> Bool {
        guard conversion == nil, let word = given?.word else { return true }
        return [unit, other?.unit].contains(word)
    }

    private static let lengths: [Unit] = [.centimetre, .inch]
    private static let masses: [Unit] = [.kilogram, .pound]

    private static func girth(_ kind: String, _ usual: ClosedRange<Double>) -> KnownMeasure {
        KnownMeasure(kind: kind, conversion: .length, unit: "cm", tried: lengths, usual: usual)
    }

    private static let known: [(names: String, measure: KnownMeasure)] = [
        (
            """
            weight,body weight,bodyweight,body mass,mass,gewicht,korpergewicht,peso,peso corporal,poids,poids corporel,kg,lb,lbs,
            current weight,weigh in
            """,
            KnownMeasure(
                type: "body_mass", kind: "weight", conversion: .mass, unit: "kg", tried: masses, usual: 25...180)
        ),
        (
            "body fat,fat,bf,body fat percentage,korperfett,kfa,fett,korperfettanteil,grasa,grasa corporal,masse grasse,bodyfat",
            KnownMeasure(
                type: "body_fat_percentage", kind: "body_fat", conversion: .percent, unit: "%", tried: [.percent],
                usual: 3...60)
        ),
        (
            "lean mass,lean body mass,fat free mass,magermasse,masa magra",
            KnownMeasure(
                type: "lean_body_mass", kind: "lean_mass", conversion: .mass, unit: "kg", tried: masses, usual: 20...130
            )
        ),
        (
            "height,grosse,korpergrosse,estatura,altura,taille,talla",
            KnownMeasure(
                type: "height", kind: "height", conversion: .length, unit: "cm", tried: lengths, usual: 115...225)
        ),
        ("bmi,body mass index,imc", KnownMeasure(type: "body_mass_index", unit: "count", usual: 10...60)),
        (
            "resting heart rate,resting hr,rhr,ruhepuls,pulso en reposo,fc reposo,resting pulse,morning hr,frecuencia en reposo",
            KnownMeasure(type: "resting_heart_rate", unit: "count/min", usual: 30...120)
        ),
        (
            "steps,step count,schritte,pasos,daily steps,pas",
            KnownMeasure(type: "step_count", unit: "count", usual: 0...60000)
        ),
        (
            "systolic,sys,blood pressure systolic,systolisch,sistolica,upper",
            KnownMeasure(type: "blood_pressure_systolic", unit: "mmHg", usual: 70...220)
        ),
        (
            "diastolic,dia,blood pressure diastolic,diastolisch,diastolica,lower",
            KnownMeasure(type: "blood_pressure_diastolic", unit: "mmHg", usual: 35...140)
        ),
        (
            "rmssd,rMSSD,hrv rmssd,HRV rMSSD,rmssd hrv,rMSSD HRV",
            KnownMeasure(type: "heart_rate_variability_rmssd", unit: "ms", usual: 3...300)
        ),
        (
            """
            respiratory rate,respiration,respiration rate,breathing rate,breaths per minute,breaths,atemfrequenz,
            frecuencia respiratoria,frequence respiratoire
            """,
            KnownMeasure(type: "respiratory_rate", unit: "count/min", usual: 5...60)
        ),
        (
            """
            spo2,SpO2,oxygen saturation,blood oxygen,oxygen,sauerstoffsattigung,blutsauerstoff,saturacion de oxigeno,oxigeno en sangre,
            saturation en oxygene
            """,
            KnownMeasure(
                type: "oxygen_saturation", conversion: .percent, unit: "%", tried: [.percent], usual: 60...100)
        ),
        (
            "body temperature,body temp,korpertemperatur,temperatura corporal,temperature corporelle",
            KnownMeasure(type: "body_temperature", unit: "degC", usual: 33...43, other: ("degF", 91...110))
        ),
        ("protein,proteins,eiweiss,proteina,proteinas,proteines", KnownMeasure(type: "dietary_protein", unit: "g")),
        (
            "carbs,carbohydrates,kohlenhydrate,carbohidratos,hidratos,glucides",
            KnownMeasure(type: "dietary_carbohydrates", unit: "g")
        ),
        (
            "calories eaten,calories consumed,calories in,food calories,calorie intake,kalorienaufnahme,calorias ingeridas",
            KnownMeasure(type: "dietary_energy", unit: "kcal")
        ),
        (
            "water,water intake,hydration,fluids,wasser,trinkmenge,agua,eau",
            KnownMeasure(type: "dietary_water", unit: "mL", usual: 100...8000)
        ),
        ("neck,hals,halsumfang,cuello", girth("neck", 20...70)),
        ("shoulders,shoulder,schultern,hombros", girth("shoulders", 60...180)),
        ("chest,brust,brustumfang,pecho,poitrine", girth("chest", 50...180)),
        ("waist,taille,taillenumfang,cintura,tour de taille", girth("waist", 40...180)),
        ("abdomen,bauch,bauchumfang,belly", girth("abdomen", 40...180)),
        ("hips,hip,hufte,huftumfang,caderas,cadera,hanches", girth("hips", 50...190)),
        ("left bicep,left arm,linker bizeps,linker arm,biceps izquierdo", girth("left_bicep", 15...70)),
        ("right bicep,right arm,rechter bizeps,rechter arm,biceps derecho", girth("right_bicep", 15...70)),
        ("left thigh,linker oberschenkel,muslo izquierdo", girth("left_thigh", 25...100)),
        ("right thigh,rechter oberschenkel,muslo derecho", girth("right_thigh", 25...100)),
        ("left calf,linke wade,pantorrilla izquierda", girth("left_calf", 15...70)),
        ("right calf,rechte wade,pantorrilla derecha", girth("right_calf", 15...70)),
    ]

    /// By folded names.
    static let byName: [String: KnownMeasure] = {
        var found: [String: KnownMeasure] = [:]
        for (names, measure) in known {
            for name in names.split(separator: ",").map({ DraftWords.phrase($0) }) where found[name] == nil {
                found[name] = measure
            }
        }
        return found
    }()

    /// Names that are of a body whatever else is measured; weight and height stand on a test day's list, too.
    var isOfHealthAlone: Bool { type != "body_mass" && type != "height" }

    static func named(_ column: DraftColumn) -> KnownMeasure? {
        // `Taille` is a waist in German and a height in French; its unit and numbers cannot decide.
        (byName[column.phrase] ?? byName[column.whole]).flatMap { $0.takes(column.unit) ? $0 : nil }
    }
}
