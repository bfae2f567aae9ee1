public import Records

extension RefusalCode {
    /// What `scorebook help E_...` says of it.
    public struct Page: Sendable {
        /// What it means, and what happened to the file.
        public var meaning: String
        /// What to type next, each with what it does.
        public var steps: [(command: String, does: String)]

        init(_ meaning: String, _ steps: [(command: String, does: String)]) {
            self.meaning = meaning
            self.steps = steps
        }
    }

    private static let recognise = (
        command: "scorebook recognise FILE",
        does: "the nearest format and the columns that the file does not have; with -v every format"
    )
    private static let check = (
        command: "scorebook validate FILE", does: "check the corrected file; nothing is written"
    )

    public var page: Page {
        switch self {
        case .unknownFormat:
            Page(
                "A file is recognised by its columns or elements, never by its name, and never guessed. The reason names "
                    + "the format that comes nearest, if one does.",
                [
                    Self.recognise,
                    ("scorebook formats", "the formats and the columns that each is recognised by"),
                    (
                        "scorebook run FILE --format NAME",
                        "take it for a format that it nearly is; its required columns must be there"
                    ),
                    ("scorebook init format FILE", "write a first definition for a format of your own"),
                ])
        case .severalFormats:
            Page(
                "The columns of the file are enough for several formats.",
                [Self.recognise, ("scorebook run FILE --format NAME", "say which one it is")])
        case .otherFormat:
            Page(
                "`--format` names another format than the file's, or the job does not import the datasets that the file "
                    + "gives.",
                [
                    Self.recognise, ("scorebook jobs", "which datasets each job imports"),
                    ("scorebook run FILE", "import it without a job"),
                ])
        case .otherTables:
            Page(
                "The dump holds tables, but none of those that a format loads. Tables of the web app are loaded by their "
                    + "names in the schema `public`.",
                [("scorebook formats rows", "the tables that are loaded"), Self.recognise])
        case .otherDocument:
            Page(
                "An export often has documents beside the one with the records: a clinical summary, a daily overview. "
                    + "Such a file is refused so that nothing is counted twice or taken for something else.",
                [
                    (
                        "scorebook run ARCHIVE.zip",
                        "import the archive as the vendor hands it out: it knows which file counts"
                    )
                ]
            )
        case .otherName:
            Page(
                "Some vendors say only by the name of a file what it holds. The reason lists the names that are known.",
                [("mv FILE NAME", "give it the name that it had in the export")])
        case .notText:
            Page(
                "A web page, a workbook, a picture, compressed data or notes in Markdown, YAML or org-mode where text in "
                    + "cells is expected; often a failed download, or a workbook renamed to .csv.",
                [
                    ("", "Export it again as CSV in UTF-8, unpack it first, or write a line for each record."),
                    Self.check,
                ])
        case .empty:
            Page("The file, or the archive, is empty.", [("", "Export it again.")])
        case .header:
            Page(
                "The line with the names of the columns is not where the format has it, names a column twice, or has a "
                    + "quote that is never closed.",
                [("scorebook peek FILE --headless", "the lines as they are read"), Self.check])
        case .missingColumn:
            Page(
                "Without it no record of the file can be loaded, or a measure would be lost, since its column is in "
                    + "another unit than the one that is read. The reason names the columns.",
                [
                    Self.recognise, ("", "Export it again with that column, or rename yours."),
                    Self.check,
                ])
        case .broken:
            Page(
                "A document that is truncated or not well formed is not imported at all: it is not known what is"
                    + " missing. The reason gives the line and the byte.",
                [("", "Export or download it again."), Self.check])
        case .tooLarge:
            Page(
                "Documents that are held as a whole, photos and manifests have limits, so that memory stays bounded. Files of "
                    + "CSV, JSON Lines, XML and archives have none.",
                [("", "Export it in parts or as JSON Lines; save a photo at a smaller size.")])
        case .tooSlow:
            Page(
                "A file may take 60 seconds of processor time and 30 more for each MB, an archive with all its entries as much "
                    + "and a tenth of a second for each; exports take a thousandth of it. One that is built to take hours would "
                    + "keep the files of all others waiting. Nothing of it is loaded.",
                [("", "Export it again, or split it."), Self.check])
        case .crashed:
            Page(
                "A process that was given this file and no other was ended by a fault of its own or by its limit of memory. "
                    + "This is a bug in scorebook. All other files are loaded.",
                [
                    ("scorebook help bugs", "how to report it"),
                    (
                        "scorebook quarantine retry --code E_CRASHED",
                        "with a version that can read it: put such files of a job back into its inbox, then run the job"
                    ),
                ])
        case .photo:
            Page(
                "It is not a JPEG or HEIC, is cut off, or has more pixels than a photo may have.",
                [("", "Save it again as JPEG."), Self.check])
        case .manifest:
            Page(
                "It says which photo is of which day and view. Without it the photos would be dated wrongly, so they wait.",
                [("scorebook peek LIST", "the list as it is read"), Self.check])
        case .archive:
            Page(
                "It is cut off, encrypted, damaged, contradicts itself or unpacks to more than an export does.",
                [("", "Export or upload it again, without a password."), Self.check])
        case .severalPeople:
            Page(
                "Records of one person are loaded for one owner. A setting says by which names or ids the file knows the "
                    + "owner; the others' records are then passed over.",
                [("scorebook run FILE --set NAMES='Rivera, Maya'", "the reason has the name of the setting")])
        case .unitChanged:
            Page(
                "At least five rows that it would replace have the same numbers in another unit: kilograms and pounds, "
                    + "kilometres and miles. Either the unit that was given for this file is wrong, or that of an earlier one was.",
                [
                    ("scorebook plan FILE --set unit_changed=yes", "which rows would change, from what to what"),
                    ("scorebook run FILE --set unit_changed=yes", "replace the stored rows"),
                ])
        case .rowBudget:
            Page(
                "`max_new_rows` of the job, or --max-new-rows, limits the new rows of a run, so that a file which was sent by "
                    + "mistake does not fill the database. Nothing of the file is loaded; files that fit are.",
                [
                    ("scorebook plan FILE", "how many rows the file would add, and to which tables"),
                    (
                        "scorebook quarantine retry --code E_ROW_BUDGET",
                        "put refused files of a job back into its inbox, then run the job"
                    ),
                    ("scorebook run JOB --max-new-rows N", "allow more for one run"),
                ])
        case .settingMissing:
            Page(
                "A unit, a time zone, the order of day and month, or the owner is missing, and scorebook never "
                    + "guesses it. It looks in the file, then `--set`, then `settings.yaml` in the owner's "
                    + "folder, then the job.",
                [
                    ("scorebook validate FILE", "list all missing settings, with a command to copy"),
                    ("scorebook run FILE --set weight_unit=kg", "say it for this run"),
                    ("scorebook completions settings", "the settings and their words"),
                ])
        case .settingWrong:
            Page(
                "For example, a unit of length is given where the format needs a unit of weight, or a `date_order` that days of "
                    + "the file contradict.",
                [("scorebook completions settings", "the settings and their words")])
        case .settingsFile:
            Page(
                "`inbox/<owner>/settings.yaml` applies to all files of its owner. Their values could be misread "
                    + "without it, so all of them wait in the inbox until it is corrected; nothing moves to the quarantine. The report has one "
                    + "refused file, settings.yaml, and the others as ignored.",
                [("", "Correct the line that the reason names."), ("scorebook run JOB", "and run the job again")])
        case .ownerMissing:
            Page(
                "Every record belongs to a person. In a nightly inbox the first folder is the person.",
                [
                    ("scorebook run FILE --owner EMAIL", "say it for this run"),
                    ("export SCOREBOOK_OWNER=EMAIL", "for this shell; `owner:` in config.yaml for always"),
                    ("mv FILE INBOX/EMAIL/", "for a job with an inbox"),
                ])
        case .ownerUnknown:
            Page(
                "Records refer to an account. In the web app's database people sign up in the app; in a database that "
                    + "scorebook made, a command adds accounts.",
                [
                    ("scorebook user list", "the accounts of a database that scorebook made"),
                    ("scorebook user add EMAIL --zone ZONE", "add one there"),
                    ("scorebook run FILE --identities FILE", "map old ids or emails to this database's"),
                ])
        case .ownerErased:
            Page(
                "A person who was erased is not imported again by a file that was left somewhere.",
                [("scorebook erase --owner WHO --lift", "allow imports for the person again")])
        case .definition:
            Page(
                "A format feeds a dataset that is not defined.",
                [("scorebook check", "every fault of the definitions with its file and line")])
        case .notAFile:
            Page(
                "Links, pipes, sockets and devices are not followed: a link could lead to another family's files.",
                [("", "Give the file itself, or rename it.")])
        case .permission:
            Page(
                "The file stays where it is. Give the user that runs scorebook permission to read it.",
                [("ls -l FILE", "whose it is"), ("scorebook doctor", "what the set-up needs")])
        case .gone:
            Page("The file existed when the run began and was moved or deleted since.", [("", "Run again.")])
        case .outage:
            Page(
                "A disk, the network, the database, or another program that is still writing the file. This says"
                    + " nothing about the contents, so the file stays where it is and no record is rejected.",
                [
                    ("scorebook run ...", "run it again: what is loaded is not loaded twice"),
                    ("scorebook doctor", "what is wrong"),
                ]
            )
        case .leftOut:
            Page(
                "`--format`, `--dataset` or `--ignore` excludes the file. It stays where it is.",
                [("scorebook run FILE", "import it without the option")])
        }
    }
}
