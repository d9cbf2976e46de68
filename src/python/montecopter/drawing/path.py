"""Flights in space: traced samples, their median and its ground track, and the worst samples."""
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.ticker import MaxNLocator

from . import style
from .traces import envelope

MOST = 150  # thin lines in one figure


def frame(axes, east, north, up):
    """The same scale on all axes; no side of the box is much shorter than the longest."""
    lows, highs = (np.array([f(v) for v in (east, north, up)]) for f in (np.nanmin, np.nanmax))
    sides = np.maximum(highs - lows, max(0.5 * (highs - lows).max(), 1e-3)) * 1.06
    low, high = (lows + highs - sides) / 2, (lows + highs + sides) / 2
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]),
             xlabel="east [m]", ylabel="north [m]", zlabel="up [m]")
    # Zoom out: a high box would be cut off, and so would the letters of a narrow picture.
    axes.set_box_aspect(sides, zoom=(1.0 if sides[2] < sides.max() else 0.83) * (0.82 if style.is_narrow() else 1.0))
    axes.zaxis.labelpad = 2 if style.is_narrow() else 8
    for axis, side in zip((axes.xaxis, axes.yaxis, axes.zaxis), sides):
        axis.set_pane_color("white")
        axis.set_major_locator(MaxNLocator(6 if side > 0.6 * sides.max() else 3, steps=[1, 2, 5, 10]))
    return low[2]


def draw(result, worst_count, by):
    north, east, down = (values for _, values in result.traces("position"))
    up = -down
    worst, samples, how = result.worst(worst_count, by)
    figure = plt.figure(figsize=(style.WIDTH, 4.2 if style.is_narrow() else 5.8))
    axes = figure.add_subplot(projection="3d", computed_zorder=False)
    floor = frame(axes, east, north, up)
    middle = [envelope(values)[1] for values in (east, north, up)]
    start = [values[0] for values in middle]
    ground, = axes.plot(*middle[:2], floor, color="#AAAAAA", linewidth=1.2, label="seen from above")
    axes.plot([start[0]] * 2, [start[1]] * 2, [floor, start[2]], color="#AAAAAA", linewidth=0.8, linestyle=":")
    for row in np.unique(np.linspace(0, len(up) - 1, min(len(up), MOST)).round().astype(int)):
        axes.plot(east[row], north[row], up[row], color=style.BAND, linewidth=0.7, alpha=0.8)
    single = [axes.plot(east[row], north[row], up[row], **style.line(i), linewidth=1.2,
                        label=f"sample {samples[i]}")[0] for i, row in enumerate(worst)]
    median, = axes.plot(*middle, color=style.MAIN, linewidth=2, label="median")
    axes.scatter(*start, color="black", s=16)
    wanted = [reference for reference in result.reference("position") if reference is not None]
    if len(wanted) == 3:
        single += axes.plot(wanted[1], wanted[0], -wanted[2], color="black", linewidth=1, linestyle="--", label="reference")
    handles = [median, ground, *single]
    if style.is_narrow():  # above the box, which leaves no corner free
        axes.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.5, 1), ncol=2, borderpad=0)
    else:
        figure.legend(handles=handles, loc="upper right", bbox_to_anchor=(0.98, 0.9))
    says = result.traced_text() + (f"; single samples: {how}" if len(worst) else "")
    style.head(figure, result.title, says + result.note)
    return figure
