"""Signals over time: median and band over the samples that still fly, and the worst samples."""
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.ticker import MaxNLocator

from . import style


def envelope(values, quantiles=(5, 95)):
    """Lower quantile, median and upper quantile over samples at each time; NaN where no sample flies."""
    found = np.full((3, values.shape[1]), np.nan)
    someone = ~np.isnan(values).all(axis=0)
    found[:, someone] = np.nanpercentile(values[:, someone], [quantiles[0], 50, quantiles[1]], axis=0)
    return found


def draw_signal(axes, time, values, worst, quantiles=(5, 95)):
    low, middle, high = envelope(values, quantiles)
    axes.fill_between(time, low, high, color=style.BAND, linewidth=0, label=style.band(quantiles))
    for i, row in enumerate(worst[0]):
        axes.plot(time, values[row], **style.line(i), linewidth=0.9, label=f"sample {worst[1][i]}")
    axes.plot(time, middle, color=style.MAIN, linewidth=1.8, label="median")


def draw_limits(axes, limits):
    """Draws limits of requirements, unless they are so far away that the flights would become a line."""
    low, high = axes.get_ylim()
    for limit in limits:
        if low - (high - low) <= limit <= high + (high - low):
            axes.axhline(limit, color=style.LIMIT, linewidth=1, linestyle=(0, (6, 2)), label="limit of a requirement")


def draw_flying(axes, time, values):
    axes.fill_between(time, (~np.isnan(values)).sum(axis=0), step="post", color=style.BAND,
                      edgecolor=style.MAIN, linewidth=0.8)
    axes.set_ylim(0, len(values) * 1.08)
    axes.set_ylabel("still flying")
    axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))


def draw_legend(figure_axes):
    """Draws the legend above the first panel, with the entries of all panels, the median first."""
    found = {}
    for axes in figure_axes:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            found.setdefault(label, handle)
    first = [label for label in found if label.startswith("median")]
    labels = first + [label for label in found if label not in first]
    figure_axes[0].legend([found[label] for label in labels], labels, loc="lower right",
                          bbox_to_anchor=(1, 1), ncol=style.columns_of(min(len(labels), 5)), handlelength=2,
                          columnspacing=1.2, borderpad=0, borderaxespad=1.4)  # above the power of ten of the axis


def panels_and_axes(result, requests):
    panels = [panel for request in requests for panel in result.panels(request)]
    axis = result.times(requests)
    return panels, axis, result.times_of(axis)[1]


def layout(panels, some_end):
    heights = [2.0] * len(panels) + [0.8] * some_end
    figure, axes = plt.subplots(len(heights), sharex=True, squeeze=False, height_ratios=heights,
                                figsize=(style.WIDTH, sum(heights) + 1.0))
    return figure, axes[:, 0]


def finish_axes(axes, panels, result, axis, time):
    for ax, (label, *_) in zip(axes, panels):
        ax.set_ylabel(label)
        if label.startswith("position down"):
            ax.invert_yaxis()  # up points upwards
    axes[-1].set_xlabel(result.label("time") if axis == "time" else style.plain(f"{axis} [s]"))
    axes[-1].set_xlim(time[0], time[-1])


def draw(result, requests, worst_count, by, quantiles=(5, 95)):
    panels, axis, time = panels_and_axes(result, requests)
    worst = result.worst(worst_count, by)
    some_end = bool(np.isnan(panels[0][1]).any())  # otherwise the count is a line at 100 %
    figure, axes = layout(panels, some_end)
    for ax, (_, values, reference, limits) in zip(axes, panels):
        draw_signal(ax, time, values, worst, quantiles)
        if reference is not None:
            ax.plot(time, reference, color="black", linewidth=1, linestyle="--", label="reference")
        draw_limits(ax, limits)
    finish_axes(axes, panels, result, axis, time)
    if some_end:
        draw_flying(axes[-1], time, panels[0][1])
    figure.align_ylabels()
    draw_legend(axes[:len(panels)])
    says = result.traced_text()
    if len(worst[0]):
        says += f"; single samples: {worst[2]}"
    style.head(figure, result.title, says + result.note)
    return figure


def draw_two(results, requests, quantiles=(5, 95)):
    """Draws the same signals of several results over each other: medians and bands."""
    found = [panels_and_axes(result, requests) for result in results]
    panels, axis, time = found[0]
    figure, axes = layout(panels, False)
    for k, (result, (own, own_axis, own_time)) in enumerate(zip(results, found)):
        if [label for label, *_ in own] != [label for label, *_ in panels] or own_axis != axis:
            raise result.bad("it has other signals or times than the first result. Draw one after the other.")
        colour = style.of_result(k)
        for ax, (_, values, _, _) in zip(axes, own):
            low, middle, high = envelope(values, quantiles)
            ax.fill_between(own_time, low, high, color=colour, alpha=0.22, linewidth=0)
            ax.plot(own_time, middle, color=colour, linewidth=1.6, label=f"{style.letter(k)}: median and {style.band(quantiles)}")
    for ax, (_, _, reference, limits) in zip(axes, panels):
        if reference is not None:
            ax.plot(time, reference, color="black", linewidth=1, linestyle="--", label="reference")
        draw_limits(ax, limits)
    finish_axes(axes, panels, results[0], axis, time)
    figure.align_ylabels()
    draw_legend(axes)
    style.head(figure, style.versus(results), "; ".join(
        f"{style.letter(k)}: {result.traced_text()}{result.note}" for k, result in enumerate(results)))
    return figure
