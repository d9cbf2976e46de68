"""The levels of `montecopter rare`: the probability to be farther beyond the bound, from level to level to the limit."""
from matplotlib import pyplot as plt

from . import answer, style
from .program import BadInput
from .result import with_unit


def levels(found):
    """Rows (beyond, probability, low, high) of the levels, and last of the limit."""
    rows = [(level["beyond"], level["probability"], level["low"], level["high"]) for level in found["levels"]]
    return [*rows, (0.0, found["probability"], found["low"], found["high"])]


def draw_levels(axes, found):
    rows = [row for row in levels(found) if row[1]]
    least = min(low or p for _, p, low, _ in rows) / 3
    beyond, probability, low, high = zip(*[(b, p, low or least, h) for b, p, low, h in rows])
    percent = f"{100 * found['confidence']:g} %"
    axes.fill_between(beyond, low, high, color=style.BAND, linewidth=0, label=f"{percent} interval")
    axes.plot(beyond, probability, color=style.MAIN, marker="o", markersize=4, label="levels")
    if beyond[-1] == 0:
        axes.errorbar([0], probability[-1:], [[probability[-1] - low[-1]], [high[-1] - probability[-1]]],
                      color=style.ACCENTS[0], marker="o", capsize=4, zorder=3, label="violation")
    axes.axhline(found["allowed"], color=style.LIMIT, linestyle=(0, (6, 2)), linewidth=1.2, label="allowed")
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yscale("log")
    axes.set_ylim(bottom=least)
    axes.set_xlabel(with_unit("distance beyond the bound", found["unit"]))
    axes.set_ylabel("probability of exceedance")
    axes.legend(loc="lower left")


def draw(source):
    found, label = answer.of(source, "rare", "levels", "probability", "allowed")
    if found["method"] != "subset":
        raise BadInput(f"{label}: error: importance sampling has no probabilities of levels. "
                       "Draw an answer of --method subset.")
    if not any(row[1] for row in levels(found)):
        raise BadInput(f"{label}: error: no flight came nearer to the bound than the others.")
    figure, axes = plt.subplots(figsize=(style.WIDTH, 3.9 + style.HEAD))
    draw_levels(axes, found)
    number = "unknown" if found["probability"] is None else f"{found['probability']:.3g}"
    style.head(figure, f"P(not {style.plain(found['statement'])}) = {number}",
               f"{style.plain(found['scenario'])}: {found['verdict']}; {found['flights']} flights in {len(found['levels']) + 1} levels"
               + ("" if found["reached"] else "; the levels end before the limit"))
    return figure
