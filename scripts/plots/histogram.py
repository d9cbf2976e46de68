"""Metrics over the samples that ended well: distribution, median, 5-95 % interval."""
import math

import numpy as np
from matplotlib import pyplot as plt

from . import style


def in_words(low, middle, high):
    """"median  (low … high)", with a power of ten behind it where numbers are as small or large as on the axes."""
    exponent = math.floor(math.log10(max(abs(low), abs(middle), abs(high)) or 1))
    plain = style.SMALLEST <= exponent < style.LARGEST
    scale = 1 if plain else 10.0**exponent
    words = f"{middle / scale:.4g}  ({low / scale:.4g} … {high / scale:.4g})"
    if not plain:
        words += "  × 10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return words.replace("-", "−")  # as on the axes


def draw_one(axes, values, label, flights):
    low, middle, high = np.percentile(values, [5, 50, 95])
    count = len(np.histogram_bin_edges(values, "auto")) - 1
    edges = np.histogram_bin_edges(values, min(max(count, 8), 60))
    axes.hist(values, edges, color=style.BAND, edgecolor="white", linewidth=0.4)
    axes.axvline(middle, color=style.MAIN, linewidth=1.6)
    axes.plot([low, high], [1, 1], transform=axes.get_xaxis_transform(), color=style.MAIN,
              linewidth=2.4, solid_capstyle="butt", clip_on=False)
    words = in_words(low, middle, high)
    if values.size < flights:  # the others have no such number, or an infinite one
        words += f"\n{values.size} of {flights} have a value"
    axes.set_title(words, color=style.MAIN, size=8.5)
    axes.set_xlabel(label)
    axes.grid(axis="x", visible=False)
    axes.margins(x=0.02)


def differs(values):
    return values.size > 0 and np.ptp(values) > 1e-9 * np.abs(values).max()


def chosen(result, requests):
    """[(name, values of samples with status ok)]; without request all metrics that differ."""
    if requests:
        found = [result.values(request) for request in requests]
    else:
        found = [result.values(name) for name in result.names("m_")]
        found = [(n, v) for n, v in found if differs(v[result.ok & np.isfinite(v)])]
    if not found:
        raise result.bad("there is no metric that differs between samples. Name one.")
    kept = [(name, values[result.ok & np.isfinite(values)]) for name, values in found]
    for name, values in kept:
        if values.size == 0:
            raise result.bad(f"{name} has no value of a sample with status ok.")
    return kept


def draw(result, requests):
    if not result.ok.any():
        raise result.bad("no sample has status ok.")
    panels = chosen(result, requests)
    columns = min(len(panels), 3 if len(panels) > 4 else 2)
    rows = math.ceil(len(panels) / columns)
    figure, axes = plt.subplots(rows, columns, squeeze=False, sharey=False,
                                figsize=(style.WIDTH, 2.0 * rows + 0.6 + 0.6 * (columns == 1)))
    for ax, (name, values) in zip(axes.flat, panels):
        draw_one(ax, values, result.label(name), result.ok.sum())
    for ax in axes.flat[len(panels):]:
        ax.set_axis_off()
    for ax in axes[:, 0]:
        ax.set_ylabel("samples")
    style.head(figure, result.title, f"{result.ok.sum()} of {result.ok.size} samples ended ok; "
               "above each: median (5 % … 95 % quantile)" + result.note)
    return figure
