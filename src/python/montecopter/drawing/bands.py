"""Metrics over epistemic inputs, by `montecopter bands`: p-boxes, between which each distribution function lies."""
import math

from matplotlib import pyplot as plt

from ..answers import VERDICTS
from . import answer, program, style
from .program import BadInput
from .result import in_words

PERCENTS = "0,1,2,5,10,15,20,25,30,35,40,45,50,55,60,65,70,75,80,85,90,95,98,99,100"
MOST, MOST_BANDS = 6, 4  # metrics without names, bands of each


def ask(source, metrics, over, *options):
    """(answer, label): of a result, or of an answer as JSON."""
    if hasattr(source, "summary") or str(source).endswith(".json"):
        return answer.of(source, "bands", "points", "bands")
    named = [word for name in metrics for word in ("--metric", name)]
    over = ["--over", over] if over else []
    found = program.ask("bands", source, *named, *over, "--quantiles", PERCENTS, *options, accept=VERDICTS)
    return found, str(source)


def sides(metric):
    """(percents, smallest, largest) of the quantiles that all points have."""
    rows = [(q["percent"], q["low"], q["high"]) for q in metric["quantiles"] if q["low"] is not None and q["high"] is not None]
    return tuple(zip(*rows)) if rows else ((), (), ())


def is_wide(metric):
    """Whether the points differ."""
    _, low, high = sides(metric)
    return any(a < b for a, b in zip(low, high))


def draw_box(axes, bands, name):
    for k, band in enumerate(bands):
        metric = next(one for one in band["metrics"] if one["name"] == name)
        percents, low, high = sides(metric)
        colour = style.of_result(k)
        label = style.plain(band["other_axes"], 40) or "range over the points"
        axes.fill_betweenx(percents, low, high, color=colour, alpha=0.25, linewidth=0, label=label)
        for side in (low, high):
            axes.plot(side, percents, color=colour, linewidth=1.2)
    axes.set_xlabel(in_words("", name, metric["unit"]))
    axes.set_ylabel("flights below [%]")
    axes.set_ylim(0, 100)


def draw(source, metrics, over=None, *options):
    found, label = ask(source, metrics, over, *options)
    bands = found["bands"][:MOST_BANDS]
    known = [one["name"] for one in bands[0]["metrics"]] if bands else []
    unknown = [name for name in metrics if name not in known]
    if unknown and not any(set("*?[") & set(name) for name in unknown):
        raise BadInput(f"{label}: error: it has no metric '{style.plain(unknown[0])}'. Its metrics are {', '.join(known)}.")
    wide = [name for name in known if any(is_wide(one) for band in bands for one in band["metrics"] if one["name"] == name)]
    names = [name for name in known if name in metrics or unknown] if metrics else wide[:MOST]
    if not names:
        raise BadInput(f"{label}: error: no metric differs between the points.")
    columns = style.columns_of(min(2, len(names)), 2.4)
    rows = math.ceil(len(names) / columns)
    figure, axes = plt.subplots(rows, columns, squeeze=False, figsize=(style.WIDTH, 2.6 * rows + style.HEAD))
    for place, one in zip(axes.flat, names):
        draw_box(place, bands, one)
    axes.flat[0].legend(loc="lower right", fontsize=style.small())
    for place in list(axes.flat)[len(names):]:
        place.remove()
    left_out = len(found["bands"]) - len(bands)
    style.head(figure, "P-boxes over the points" if not over else f"P-boxes over {style.plain(over)}",
               f"{style.plain(label)}: {len(found['points'])} points; each point's distribution function lies within the box"
               + (f"; {left_out} more bands are not drawn" if left_out else "")
               + ("; not verified" if "--no-verify" in options else ""))
    return figure
