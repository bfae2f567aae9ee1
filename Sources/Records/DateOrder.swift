/// Which of the two numbers before a year is the day: the words of the setting `date_order`.
public enum DateOrder: String, Sendable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
}
