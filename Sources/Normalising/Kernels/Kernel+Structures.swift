internal import Records

/// JSON, and lists as PostgreSQL writes its arrays.
extension Kernel {
    func json(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            guard JSONScan.isValue(bytes) else {
                let isLost = !field.unrecoverable.isEmpty
                return fail(index, isLost ? .unrecoverable : .invalidJSON, bytes, "a JSON value")
            }
            column.set(index, text: raw.cell(of: bytes))
        }
    }

    func list(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            guard let list = ListText(bytes) else {
                return fail(index, .unrecoverable, bytes, "a list as in [\"a\", \"b\"] or {a,b}")
            }
            column.set(index, text: raw.append(list.text))
        }
    }

    func ids(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            guard let ids = ListText(bytes) ?? ListText(joined: bytes), ids.areIDs else {
                return fail(index, .notAUUID, bytes, "a list of UUIDs")
            }
            column.set(index, text: raw.append(ids.text))
        }
    }
}
