"""Metrics over the samples that ended well: distribution, median, 5-95 % interval."""
import math

import numpy as np
from matplotlib import pyplot as plt

from . import style


def in_words(low, middle, high):
    """"median  (low … high)", with a power of ten if the axes need one, too."""
    exponent = math.floor(math.log10(max(abs(low), abs(middle), abs(high)) or 1))
    plain = style.SMALLEST <= exponent < style.LARGEST
    scale = 1 if plain else 10.0**exponent
    words = f"{middle / scale:.4g}  ({low / scale:.4g} … {high / scale:.4g})"
    if not plain:
        words += "  × 10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return words.replace("-", "−")  # as on the axes


def bins(values):
    if np.ptp(values) == 0:  # one value: one bar about it
        return values[0] + max(abs(values[0]), 1) / 64 * np.array([-12, -1, 1, 12])
    count = len(np.histogram_bin_edges(values, "auto")) - 1
    return np.histogram_bin_edges(values, min(max(count, 8), 60))


def draw_limits(axes, limits):
    """Draws bounds of requirements; a bound far from all values appears in the legend only."""
    low, high = axes.get_xlim()
    for name, *bounds in limits:
        for bound, side in zip(bounds, (">=", "<=")):
            if bound is None:
                continue
            words = f"{style.plain(name, 24)}: {side.replace('>=', '≥').replace('<=', '≤')} {bound:g}"
            near = low - (high - low) <= bound <= high + (high - low)
            if near:
                axes.axvline(bound, color=style.LIMIT, linewidth=1.2, linestyle=(0, (6, 2)))
            axes.plot([], [], color=style.LIMIT, linewidth=1.2, linestyle=(0, (6, 2)), label=words + ("" if near else " (not in view)"))
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="upper right", fontsize=style.small() * 0.9, handlelength=1.6, frameon=True, edgecolor="none",
                    framealpha=0.85, borderpad=0.2)


def draw_one(axes, values, label, flights, quantiles=(5, 95), limits=()):
    low, middle, high = np.percentile(values, [quantiles[0], 50, quantiles[1]])
    axes.hist(values, bins(values), color=style.BAND, edgecolor="white", linewidth=0.4)
    axes.axvline(middle, color=style.MAIN, linewidth=1.6)
    axes.plot([low, high], [1, 1], transform=axes.get_xaxis_transform(), color=style.MAIN,
              linewidth=2.4, solid_capstyle="butt", clip_on=False)
    words = in_words(low, middle, high)
    if values.size < flights:  # the others have no such number, or an infinite one
        words += f"\n{values.size} of {flights} have a value"
    axes.set_title(words, color=style.MAIN, size=style.small())
    axes.set_xlabel(label)
    axes.grid(axis="x", visible=False)
    axes.margins(x=0.02)
    draw_limits(axes, limits)


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
        raise result.bad("no metric differs between the samples, so there is nothing to draw. Choose a metric by its name.")
    kept = [(name, values[result.ok & np.isfinite(values)]) for name, values in found]
    for name, values in kept:
        if values.size == 0:
            raise result.bad(f"{name} has no value of a sample with status ok.")
    return kept


def layout(count):
    wanted = 3 if count > 4 else 2
    columns = style.columns_of(min(count, wanted), 2.2)
    rows = math.ceil(count / columns)
    figure, axes = plt.subplots(rows, columns, squeeze=False, sharey=False,
                                figsize=(style.WIDTH, 2.0 * rows + 0.6 + 0.6 * (columns == 1 and count == 1)))
    for ax in axes.flat[count:]:
        ax.set_axis_off()
    for ax in axes[:, 0]:
        ax.set_ylabel("samples")
    return figure, axes


def limits_of(result, name):
    return result.requirements().get(name.removeprefix("m_"), []) if name.startswith("m_") else []


def draw(result, requests, quantiles=(5, 95)):
    if not result.ok.any():
        raise result.bad("no sample has status ok.")
    panels = chosen(result, requests)
    figure, axes = layout(len(panels))
    for ax, (name, values) in zip(axes.flat, panels):
        draw_one(ax, values, result.label(name), result.ok.sum(), quantiles, limits_of(result, name))
    style.head(figure, result.title, f"{result.ok.sum()} of {result.ok.size} samples ended ok; "
               f"above each: median ({quantiles[0]:g} % … {quantiles[1]:g} % quantile)" + result.note)
    return figure


def draw_two(results, requests, quantiles=(5, 95)):
    """Draws several results over each other, in percent of their samples, because the numbers of samples may differ."""
    for result in results:
        if not result.ok.any():
            raise result.bad("no sample has status ok.")
    names = [name for name, _ in chosen(results[0], requests)]
    panels = [[dict(chosen(result, [name]))[name] for result in results] for name in names]
    figure, axes = layout(len(panels))
    for ax, name, each in zip(axes.flat, names, panels):
        edges = bins(np.concatenate(each))
        for k, values in enumerate(each):
            colour = style.of_result(k)
            weights = np.full(values.size, 100 / values.size)
            ax.hist(values, edges, weights=weights, color=colour, alpha=0.3, linewidth=0)
            ax.hist(values, edges, weights=weights, histtype="step", color=colour, linewidth=1)
            ax.axvline(np.median(values), color=colour, linewidth=1.6)
            low, high = np.percentile(values, quantiles)
            ax.plot([low, high], [1 + 0.035 * k] * 2, transform=ax.get_xaxis_transform(), color=colour,
                    linewidth=2.2, solid_capstyle="butt", clip_on=False)
        ax.set_title(", ".join(f"{style.letter(k)} {np.median(v):.4g}" for k, v in enumerate(each)).replace("-", "−"),
                     size=style.small(), pad=9)
        ax.set_xlabel(results[0].label(name))
        ax.grid(axis="x", visible=False)
        ax.margins(x=0.02)
        if ax is axes[0, 0]:  # one legend for all panels
            for k in range(len(results)):
                ax.plot([], [], color=style.of_result(k), linewidth=1.6, label=style.letter(k))
        draw_limits(ax, limits_of(results[0], name))
    for ax in axes[:, 0]:
        ax.set_ylabel("% of the samples")
    says = "; ".join(f"{style.letter(k)}: {r.ok.sum()} of {r.ok.size} samples ended ok{r.note}" for k, r in enumerate(results))
    style.head(figure, style.versus(results), f"{says}; above each: medians, and {style.band(quantiles)} as bars")
    return figure
