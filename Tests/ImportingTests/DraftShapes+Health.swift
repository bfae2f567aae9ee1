import Importing

extension DraftShapeTests {
    /// What scales, tapes and people measure of a body.
    static let health: [Shape] = [
        Shape(
            name: "waage",
            text: """
                Datum;Gewicht;Körperfett %;Ruhepuls
                13.05.2026;61,4;18,2;54
                14.05.2026;61,1;;55

                """,
            dataset: "health", settings: ["zone": "Europe/Berlin"],
            rows: [
                #"1 health_samples+body_measurements: value=61.4, unit="kg", original_value=61.4, original_unit="kg", start_at=2026-05-12T22:00:00Z, local_day=2026-05-13, origin="manual", type="body_mass", kind="weight""#,
                #"1 health_samples+body_measurements: value=18.2, unit="%", original_value=18.2, original_unit="%", start_at=2026-05-12T22:00:00Z, local_day=2026-05-13, origin="manual", type="body_fat_percentage", kind="body_fat""#,
                #"1 health_samples: value=54, unit="count/min", original_value=54, original_unit="count/min", start_at=2026-05-12T22:00:00Z, local_day=2026-05-13, origin="manual", type="resting_heart_rate""#,
                #"2 health_samples+body_measurements: value=61.1, unit="kg", original_value=61.1, original_unit="kg", start_at=2026-05-13T22:00:00Z, local_day=2026-05-14, origin="manual", type="body_mass", kind="weight""#,
                #"2 health_samples: value=55, unit="count/min", original_value=55, original_unit="count/min", start_at=2026-05-13T22:00:00Z, local_day=2026-05-14, origin="manual", type="resting_heart_rate""#,
            ]),
        // Of temperatures both units are kept; ounces of water are not among what is kept.
        Shape(
            name: "wellness",
            text: """
                Timestamp,Body Temp (°F),rMSSD [ms],SpO2,Respiratory rate,Protein (g),Water (oz),Mood
                2026-05-13 07:10,97.9,88,97,14.5,95,64,good

                """,
            dataset: "health", settings: ["zone": "Europe/Berlin"],
            rows: [
                #"1 health_samples: value=97.9, unit="degF", start_at=2026-05-13T05:10:00Z, local_day=2026-05-13, origin="manual", type="body_temperature""#,
                #"1 health_samples: value=88, unit="ms", start_at=2026-05-13T05:10:00Z, local_day=2026-05-13, origin="manual", type="heart_rate_variability_rmssd""#,
                #"1 health_samples: value=97, unit="%", original_value=97, original_unit="%", start_at=2026-05-13T05:10:00Z, local_day=2026-05-13, origin="manual", type="oxygen_saturation""#,
                #"1 health_samples: value=14.5, unit="count/min", original_value=14.5, original_unit="count/min", start_at=2026-05-13T05:10:00Z, local_day=2026-05-13, origin="manual", type="respiratory_rate""#,
                #"1 health_samples: value=95, unit="g", start_at=2026-05-13T05:10:00Z, local_day=2026-05-13, origin="manual", type="dietary_protein""#,
            ]),
        Shape(
            name: "tape",
            text: """
                date,weight_lb,Waist (in)
                2026-05-13,135.5,28.5
                2026-05-14,135,n/a

                """,
            dataset: "health", settings: ["zone": "America/Chicago"],
            rows: [
                #"1 health_samples+body_measurements: value=61.461766135, unit="kg", original_value=135.5, original_unit="lb", start_at=2026-05-13T05:00:00Z, local_day=2026-05-13, origin="manual", type="body_mass", kind="weight""#,
                #"1 body_measurements: value=72.39, unit="cm", original_value=28.5, original_unit="in", start_at=2026-05-13T05:00:00Z, local_day=2026-05-13, origin="manual", kind="waist""#,
                #"2 health_samples+body_measurements: value=61.23496995, unit="kg", original_value=135, original_unit="lb", start_at=2026-05-14T05:00:00Z, local_day=2026-05-14, origin="manual", type="body_mass", kind="weight""#,
            ]),
        Shape(
            name: "medidas",
            text: """
                Fecha;Medida;Valor;Unidad
                13/05/2026;Peso;61,5;kg
                13/05/2026;Cintura;72;cm

                """,
            dataset: "health", settings: ["zone": "Europe/Madrid"],
            rows: [
                #"1 health_samples+body_measurements: value=61.5, unit="kg", original_value=61.5, original_unit="kg", start_at=2026-05-12T22:00:00Z, local_day=2026-05-13, origin="manual", type="body_mass", kind="weight""#,
                #"2 body_measurements: value=72, unit="cm", original_value=72, original_unit="cm", start_at=2026-05-12T22:00:00Z, local_day=2026-05-13, origin="manual", kind="waist""#,
            ]),
    ]
}
