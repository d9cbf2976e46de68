"""Signals over time: median and band over the samples that still fly, and the worst of them."""
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.ticker import MaxNLocator

from . import style


def envelope(values):
    """5 %, 50 % and 95 % quantile over samples at each time; NaN where nobody flies any more."""
    found = np.full((3, values.shape[1]), np.nan)
    someone = ~np.isnan(values).all(axis=0)
    found[:, someone] = np.nanpercentile(values[:, someone], [5, 50, 95], axis=0)
    return found


def draw_signal(axes, time, values, worst):
    low, middle, high = envelope(values)
    axes.fill_between(time, low, high, color=style.BAND, linewidth=0, label="5–95 %")
    for i, row in enumerate(worst[0]):
        axes.plot(time, values[row], **style.line(i), linewidth=0.9, label=f"sample {worst[1][i]}")
    axes.plot(time, middle, color=style.MAIN, linewidth=1.8, label="median")


def draw_flying(axes, time, values):
    axes.fill_between(time, (~np.isnan(values)).sum(axis=0), step="post", color=style.BAND,
                      edgecolor=style.MAIN, linewidth=0.8)
    axes.set_ylim(0, len(values) * 1.08)
    axes.set_ylabel("still flying")
    axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))


def draw(result, requests, worst_count, by):
    panels = [panel for request in requests for panel in result.traces(request)]
    axis = result.times(requests)
    time = result.file[axis][:]
    worst = result.worst(worst_count, by)
    some_end = bool(np.isnan(panels[0][1]).any())  # else the count is a line at 100 %
    heights = [2.0] * len(panels) + [0.8] * some_end
    figure, all_axes = plt.subplots(len(heights), sharex=True, squeeze=False, height_ratios=heights,
                                    figsize=(style.WIDTH, sum(heights) + 1.0))
    axes = all_axes[:, 0]
    for ax, (label, values) in zip(axes, panels):
        draw_signal(ax, time, values, worst)
        ax.set_ylabel(label)
        if label.startswith("position down"):
            ax.invert_yaxis()  # up is up
    if some_end:
        draw_flying(axes[-1], time, panels[0][1])
    axes[-1].set_xlabel(result.label("time") if axis == "time" else f"{axis} [s]")
    axes[-1].set_xlim(time[0], time[-1])
    figure.align_ylabels()
    handles, labels = axes[0].get_legend_handles_labels()
    order = [len(labels) - 1, *range(len(labels) - 1)]  # the median is drawn last and named first
    axes[0].legend([handles[i] for i in order], [labels[i] for i in order], loc="lower right",
                   bbox_to_anchor=(1, 1), ncol=min(len(order), 5), handlelength=2, columnspacing=1.2, borderpad=0,
                   borderaxespad=1.4)  # above the power of ten of the axis
    says = result.traced_text()
    if len(worst[0]):
        says += f"; single samples: {worst[2]}"
    style.head(figure, result.title, says + result.note)
    return figure
