import Proving
import Seeding
import Testing

/// A table as a vendor's next version may export it.
struct Evolution: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The rows, preamble and header with them; nil where it does not apply to the table.
    var rows: @Sendable (Resaved, inout Seeded) -> [Resaved.Row]?

    /// Whether its figures are other ones, of the same measures.
    var isConverted: Bool { testDescription == "another unit in a name" }

    init(_ name: String, _ rows: @escaping @Sendable (Resaved, inout Seeded) -> [Resaved.Row]?) {
        testDescription = name
        self.rows = rows
    }

    static let all: [Evolution] =
        ["before the others", "between the others", "behind the others"].enumerated().map { place, name in
            Evolution("a new column \(name)") { table, _ in
                guard table.isRectangle else { return nil }
                let width = table.rows[table.preamble].count
                let column = [0, width / 2, width][place]
                return table.mapped { row, number in
                    row.inserting(number == 0 ? "Firmware Build" : "7.\(number)", at: column)
                }
            }
        } + [
            Evolution("columns in another order") { table, random in
                let order = (0..<table.rows[table.preamble].count).shuffled(using: &random)
                // Of two columns with one name the first is read.
                guard table.isRectangle, Set(table.names).count == order.count else { return nil }
                return table.mapped { row, _ in row.count < order.count ? row : order.map { row[$0] } }
            },
            Evolution("a header in capitals") { table, _ in table.named { $0.uppercased() } },
            Evolution("a header in small letters") { table, _ in table.named { $0.lowercased() } },
            Evolution("blanks around the names") { table, _ in table.named { $0.isEmpty ? $0 : " \($0)  " } },
            Evolution("a column twice, with other values") { table, random in
                let column = random.next(table.rows[table.preamble].count)
                return table.mapped { row, number in
                    guard column < row.count else { return row }
                    let isNumber = number > 0 && Double(row[column]) != nil
                    return row + [isNumber ? "9" : row[column]]
                }
            },
            Evolution("another unit in a name") { table, random in
                let names = table.rows[table.preamble]
                let columns = names.indices.filter { Unit.exchanged(names[$0]) != nil }
                guard let column = columns.randomElement(using: &random) else { return nil }
                return table.mapped { row, number in
                    guard number == 0 else { return row }
                    var row = row
                    row[column] = Unit.exchanged(row[column]) ?? row[column]
                    return row
                }
            },
            Evolution("decimal commas") { table, _ in
                guard table.delimiter == "," else { return nil }
                return table.mapped { row, number in
                    number == 0
                        ? row
                        : row.map { cell in
                            cell.wholeMatch(of: #/-?\d+\.\d+/#) == nil ? cell : "\"\(cell.replacing(".", with: ","))\""
                        }
                }
            },
            Evolution("a second table below") { table, _ in
                table.rows + [[""], ["Summary", "Value"], ["Sessions", "12"], ["Best", "3"]]
            },
            Evolution("a clock of twelve hours") { table, _ in
                var isChanged = false
                let rows = table.mapped { row, number in
                    number == 0
                        ? row
                        : row.map { cell in
                            guard let match = cell.firstMatch(of: #/^(.*[ T])(\d\d):(\d\d)(:\d\d)?("?)$/#),
                                let hour = Int(match.2), hour < 24, cell.contains(#/\d{4}/#)
                            else { return cell }
                            isChanged = true
                            let clock = "\((hour + 11) % 12 + 1):\(match.3)\(match.4 ?? "") \(hour < 12 ? "AM" : "PM")"
                            return "\(match.1)\(clock)\(match.5)"
                        }
                }
                return isChanged ? rows : nil
            },
        ]
}

extension Resaved {
    /// Whether it is one table, each record as wide as the header; lines may be blank.
    var isRectangle: Bool {
        isTable && rows[preamble...].allSatisfy { $0 == [""] || $0.count == rows[preamble].count }
    }

    /// Header and records changed one by one, the header as number 0.
    fileprivate func mapped(_ change: (Row, Int) -> Row) -> [Row] {
        rows[..<preamble] + rows[preamble...].enumerated().map { number, row in change(row, number) }
    }

    /// The names of the header changed; nil where that changes nothing.
    fileprivate func named(_ change: (String) -> String) -> [Row]? {
        guard isTable else { return nil }
        let changed = mapped { row, number in number == 0 ? row.map(change) : row }
        return changed == rows ? nil : changed
    }
}

extension Array {
    fileprivate func inserting(_ element: Element, at place: Int) -> [Element] {
        guard count > 1, place <= count else { return self }
        var copy = self
        copy.insert(element, at: place)
        return copy
    }
}

/// A unit in a column's name.
private enum Unit {
    private static let others = [
        "kg": "lb", "lb": "kg", "lbs": "kg", "km": "mi", "mi": "km", "cm": "in", "in": "cm", "mph": "km/h",
        "kmh": "mph",
        "min": "s", "kcal": "kJ", "yd": "m", "ft": "m", "m": "ft",
    ]

    /// The name with another unit; nil where it has none.
    static func exchanged(_ name: String) -> String? {
        let unit = #/[(\[_ ](kg|lbs?|km|mi|cm|mph|kmh|min|kcal|yd|ft|in|m)([)\]"]|$)/#
        guard let match = name.firstMatch(of: unit), let other = others[String(match.1)] else { return nil }
        var changed = name
        changed.replaceSubrange(match.1.startIndex..<match.1.endIndex, with: other)
        return changed
    }
}
