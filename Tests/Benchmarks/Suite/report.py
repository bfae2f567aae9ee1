"""Medians, their ratios, and the table of them against what is to be reached."""
import statistics


class Measure:
    """One line of the table; `reach` and `aim` are bounds of the ratio, from below where more is better."""

    def __init__(self, work, times, against, baseline, reach=None, aim=None, processor=None):
        self.work, self.against, self.reach, self.aim = work, against, reach, aim
        self.ours = statistics.median(times)
        self.spread = (min(times), max(times))
        self.theirs = statistics.median(baseline) if baseline else None
        self.ratio = self.ours / self.theirs if baseline else None
        self.unit, self.more_is_better, self.sign = "s", False, ""
        medians = [statistics.median(times) for times in processor or []]
        self.processor_ratio = medians[0] / medians[1] if medians else None

    @classmethod
    def throughput(cls, work, ours, against, theirs, reach, aim):
        measure = cls(work, [ours], against, [theirs], reach, aim)
        measure.unit, measure.more_is_better = "MB/s", True
        return measure

    @classmethod
    def memory(cls, work, peak):
        measure = cls(work, [peak / (1 << 20)], "", None, 64, 40)
        measure.unit, measure.ratio = "MB", peak / (1 << 20)
        return measure

    @classmethod
    def latency(cls, work, milliseconds):
        measure = cls(work, [milliseconds], "", None, 50, 25)
        measure.unit, measure.ratio = "ms", milliseconds
        return measure

    @classmethod
    def rate(cls, work, rates, reach, aim):
        measure = cls(work, rates, "", None, reach, aim)
        measure.unit, measure.more_is_better, measure.ratio = "files/s", True, measure.ours
        return measure

    @classmethod
    def bound(cls, work, times, reach, aim):
        """Seconds that have a bound of their own."""
        measure = cls(work, times, "", None, reach, aim)
        measure.ratio = measure.ours
        return measure

    @classmethod
    def pace(cls, work, count, unit, times, against, baseline, reach, aim, processor=None):
        """Of `count` things in those times; ratios are of rates, those of the processor's time, too."""
        rates = [[count / time for time in some] if some else None for some in (times, baseline)]
        measure = cls(work, rates[0], against, rates[1], reach, aim, processor and (processor[1], processor[0]))
        measure.unit, measure.more_is_better = unit, True
        return measure

    @classmethod
    def above(cls, work, milliseconds, against, baseline, reach, aim=None, processor=None):
        """Milliseconds that may be more than the peer's by a bound: a difference, no ratio."""
        measure = cls(work, milliseconds, against, baseline, reach, aim, processor)
        measure.unit, measure.sign, measure.ratio = "ms", "+", measure.ours - measure.theirs
        return measure

    @classmethod
    def wait(cls, work, milliseconds, reach=None, aim=None):
        """Milliseconds that have a bound of their own."""
        measure = cls(work, milliseconds, "", None, reach, aim)
        measure.unit, measure.ratio = "ms", measure.ours
        return measure

    @classmethod
    def value(cls, work, value, unit, reach=None, aim=None, more_is_better=False):
        """A value that stands for itself."""
        measure = cls(work, [value], "", None, reach, aim)
        measure.unit, measure.ratio, measure.more_is_better = unit, value, more_is_better
        return measure

    @property
    def verdict(self):
        if self.ratio is None or self.reach is None:
            return ""
        def holds(bound):
            return self.ratio >= bound if self.more_is_better else self.ratio <= bound
        return "aim" if self.aim is not None and holds(self.aim) else "reached" if holds(self.reach) else "MISSED"

    def cells(self):
        def figure(value):
            if value is None:
                return ""
            return f"{value:,.{ {'s': 2, 'ms': 1}.get(self.unit, 0) }f} {self.unit}".strip()
        bound = "" if self.reach is None else f"{'>=' if self.more_is_better else '<='} {self.sign}{self.reach}"
        ratio = "" if self.ratio is None or self.theirs is None else format(self.ratio, "+,.1f" if self.sign else ".2f")
        processor = "" if self.processor_ratio is None else f"{self.processor_ratio:.2f}"
        return [self.work, figure(self.ours), self.against, figure(self.theirs), ratio, processor, bound,
                "" if self.aim is None else str(self.aim), self.verdict]

    def facts(self):
        return {"work": self.work, "ours": self.ours, "lowest": self.spread[0], "highest": self.spread[1],
                "unit": self.unit, "against": self.against, "theirs": self.theirs, "ratio": self.ratio,
                "processor_ratio": self.processor_ratio, "reach": self.reach, "aim": self.aim, "verdict": self.verdict}


def table(measures):
    lines = [["work", "ours", "against", "theirs", "ratio", "cpu", "reach", "aim", ""]] + [m.cells() for m in measures]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    def text(line):
        return "  ".join(
            cell.rjust(width) if column in (1, 3, 4, 5) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
    return "\n".join([text(lines[0]), "  ".join("-" * width for width in widths)] + [text(line) for line in lines[1:]])
