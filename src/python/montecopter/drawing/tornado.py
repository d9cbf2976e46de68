"""Effect of each dispersed input on a metric, by `montecopter sensitivity`: bars, the longest on top."""
import math

from matplotlib import pyplot as plt

from . import program, style
from .program import BadInput
from .result import in_words, with_unit

MOST = 15  # bars


def ask(path, metric, *options):
    named = ["--metric", metric] if metric else []
    return program.ask("sensitivity", path, *named, *options)


def findings(answer):
    """The first metric with inputs: (metric, its findings, group); in a sweep at its first point."""
    groups = answer.get("points") or [answer]
    for group in groups:
        for name, found in (group.get("metrics") or {}).items():
            if found.get("inputs"):
                return name, found, group
    raise BadInput(f"{answer.get('file', '')}: error: no metric has an answer. See `montecopter sensitivity`.")


def numbers(of):
    return [math.nan if of.get(key) is None else of[key] for key in ("value", "low95", "high95")]


def changes(found, answer):
    """Changes of the metric with one input at its low and its high quantile, and the others at their medians."""
    names = [f"{100 * q:g} % quantile" for q in answer["quantiles"]]
    rows = [(one["input"], [change["value"] for change in one["changes"]]) for one in found["inputs"]]
    return rows, (names[0], names[-1]), lambda metric: in_words("change of ", metric, found.get("unit", "1"))


def draw_changes(axes, found, answer, metric):
    rows, names, label = changes(found, answer)
    rows = rows[:MOST]
    for place, (_, values) in enumerate(reversed(rows)):
        for value, colour in ((values[0], style.MAIN), (values[-1], style.ACCENTS[0])):
            axes.barh(place, value, height=0.62, color=colour, alpha=0.85)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.legend(handles=[plt.Rectangle((0, 0), 1, 1, color=colour) for colour in (style.MAIN, style.ACCENTS[0])],
                labels=[f"input at its {name}" for name in names], loc="lower right", bbox_to_anchor=(1, 1),
                ncol=style.columns_of(2, 2), borderpad=0)
    axes.set_xlabel(label(metric))
    return rows


def draw_bars(axes, rows, label, second=None):
    """Draws bars of rows: (input, (value, low, high)[, the same for `second`])."""
    height = 0.62 if second is None else 0.36
    for place, (_, *each) in enumerate(reversed(rows)):
        for k, (value, low, high) in enumerate(each):
            y = place + (0 if second is None else (0.2 - 0.4 * k))
            axes.barh(y, value, height=height, color=style.of_result(k), alpha=0.8)
            if math.isfinite(low) and math.isfinite(high):
                axes.plot([low, high], [y, y], color="black", linewidth=1.1)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel(label)
    if second is not None:
        axes.legend(handles=[plt.Rectangle((0, 0), 1, 1, color=style.of_result(k)) for k in (0, 1)], labels=second,
                    loc="lower right", bbox_to_anchor=(1, 1), ncol=2, borderpad=0)
    return rows


def draw_metric(axes, found, answer, metric):
    """Draws the measure of the design; returns (rows, description)."""
    one = found["inputs"][0]
    if "changes" in one:
        return draw_changes(axes, found, answer, metric), "one input at a time, the others at their medians"
    if "mu_star" in one:
        rows = []
        for each in found["inputs"][:MOST]:
            value, se = each["mu_star"]["value"], each["mu_star"].get("se") or math.nan
            rows.append((each["input"], (value, value - 1.96 * se, value + 1.96 * se)))
        unit = found.get("unit", "1")
        label = with_unit("mean magnitude of the elementary effects (mu*)", unit)
        return draw_bars(axes, rows, label), "Morris' elementary effects; lines: 95 %"
    if "total" in one:
        rows = [(each["input"], numbers(each["first_order"]), numbers(each["total"])) for each in found["inputs"][:MOST]]
        return draw_bars(axes, rows, "fraction of the variance", ("first order", "total")), "Sobol' indices; lines: 95 %"
    rows = [(each["input"], numbers(each["rank_correlation"])) for each in found["inputs"][:MOST]]
    rows.sort(key=lambda row: -abs(row[1][0]) if math.isfinite(row[1][0]) else 0)
    draw_bars(axes, rows, "rank correlation (Spearman)")
    axes.set_xlim(-1.05, 1.05)
    return rows, "to the right: the metric rises with the input; lines: 95 %"


def ending(name, most):
    """The end of a long path, which distinguishes it from others."""
    return style.plain(name if len(name) <= most else "..." + name[3 - most:])


def draw(path, metric, *options):
    answer = ask(path, metric, *options)
    name, found, _ = findings(answer)
    count = min(len(found["inputs"]), MOST)
    figure, axes = plt.subplots(figsize=(style.WIDTH, 1.3 + 0.3 * max(count, 2)))
    rows, shown = draw_metric(axes, found, answer, name)
    labels = [ending(row[0], 24 if style.is_narrow() else 44) for row in reversed(rows)]
    axes.set_yticks(range(len(rows)), labels)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.margins(y=0.02)
    left_out = len(found["inputs"]) - len(rows)
    says = f"{style.plain(answer['scenario'])}: {shown}"
    style.head(figure, f"Sensitivity of {style.plain(name)}", says + (f"; {left_out} more inputs are not drawn" if left_out else "") +
               ("; not verified" if "--no-verify" in options else ""))
    return figure
