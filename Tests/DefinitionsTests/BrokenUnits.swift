/// Units that cannot be used: `check` finds each, at its place.
extension BrokenDocument {
    static let units: [BrokenDocument] = [
        .init(.format, "header, {setting", "kg, {setting", "`kg` is a unit of mass, not of speed"),
        .init(
            .format, "header, {setting", "Header, kmph, {setting", "unknown unit or place of one `kmph`; did you mean"),
        .init(.format, "to: mph", "to: kg", "15:94: `kg` is a unit of mass, not of speed"),
        .init(.format, "to: mph", "to: m", "`m` is a unit of length, not of speed"),
        .init(.format, "to: mph", "to: [kg, mph]", "`kg` is a unit of mass, not of speed"),
        .init(
            .format, "as: speed, unit: [{from: Unit}, header, {setting: speed_unit}], to: mph",
            "as: quantity, unit: {from: Unit}, to: [kg, cm, lb]",
            "`kg` and `lb` are both units of mass; `to` takes one per kind"),
        .init(
            .format, "as: speed, unit: [{from: Unit}, header, {setting: speed_unit}], to: mph",
            "as: quantity, unit: {from: Unit}, to: [kg, min]", "`min` is a unit of duration, not of quantity"),
        .init(
            .format, "{from: Unit}", "{from: Unit, map: {\"50\": yd}}", " `yd` is a unit of length, not of speed"),
        .init(
            .format, "{setting: speed_unit}", "{setting: speed_unit, map: {mph: mi}}",
            " `mi` is a unit of length, not of speed"),
        .init(
            .format, "{setting: speed_unit}", "{setting: speed_unit, map: {mhp: km/h}}",
            "unknown unit of speed `mhp`; did you mean `mph`?"),
        .init(
            .format, "{setting: speed_unit}", "{setting: speed_unit, map: {km/h: m/s, kmh: mph}}",
            "`kmh` appears twice: km/h"),
        .init(
            .format, "as: speed, unit: [{from: Unit}, header, {setting: speed_unit}], to: mph",
            "as: quantity, unit: {setting: speed_unit, map: {mph: kg}}",
            "`mph` is a unit of speed and `kg` one of mass"),
        .init(
            .format, "header, {", "header, {when: {Kind: R}, map: {mph: kmm/h}}, {",
            "unknown unit of speed `kmm/h`; did you mean `km/h`?"),
        .init(
            .format, "header, {", "header, {when: {Kind: R}, map: {mph: m}}, {",
            "`m` is a unit of length, not of speed"),
        .init(
            .format, "kind: {from: Kind,", "kind: {from: Kind, to: ft,",
            "`to` is allowed only with what has a unit"),
        .init(
            .format, "checked: {setting: checked}",
            "checked: {setting: checked}\n  limit: {from: Limit, as: mass, unit: {setting: speed_unit}}",
            "the setting `speed_unit` is a unit of speed above, and here of mass"),
        .init(
            .dataset, "write: keep", "write: keep, to: {unit: kind, from: knd}",
            "15:106: unknown field `knd`; did you mean `kind`?"),
        .init(
            .measures, "digits: 1", "digits: 12", "4:60: `digits` must be a number from 0 to 9"),
        .init(
            .measures, "better: more", "better: most", "unknown word for `better` `most`; there are more, less"),
        .init(
            .measures, "[1, 90]", "[90, 1]", "`usual` is a least and a greatest number, of at most 18 digits"),
        .init(
            .format, "key: [kind, day]", "key: [kind, day]\nmeasures:\n  throw: Amount",
            "`measures` is for datasets that have some, and probe has none"),
        .init(.measures, "label: A throw, ", "", "`label` is missing"),
        .init(.measures, "dataset: probe", "dataset: prob", "unknown dataset `prob`; did you mean `probe`?"),
        .init(.job, "speed_unit: mph", "speed_unit: kmph", "`speed_unit`: unknown unit `kmph`; did you mean `km/h`?"),
        .init(
            .job, "speed_unit: mph", "speed_unit: kg", "7:24: `speed_unit`: `kg` is a unit of mass, not of speed"),
        .init(.job, "speed_unit: mph", "zone: Europe/Lodon", "unknown time zone `Europe/Lodon`"),
        .init(.job, "speed_unit: mph", "date_order: ymd", "`date_order` is mdy or dmy, not `ymd`"),
    ]
}
