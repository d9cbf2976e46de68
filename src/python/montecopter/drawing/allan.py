"""Allan deviations of sensors with 95 % intervals, and theory."""
from matplotlib import pyplot as plt

from . import program, style
from .result import pretty_unit


def ask(path, sensors, *options):
    """The answer of `montecopter sensors --allan` about a result or a scenario."""
    named = [word for sensor in sensors for word in ("--sensor", sensor)]
    return program.ask("sensors", "--allan", path, *named, *options)


def panels(channels):
    """The curves of one sensor and unit side by side: [(label, curves)]."""
    groups = {}
    for channel in channels:
        name, unit = channel["noise"]["name"], channel["noise"]["unit"]
        stem, _, axis = name.rpartition(".")
        label = stem if axis in ("x", "y", "z") else name
        groups.setdefault((label, unit), []).append((axis if label == stem else "", channel["points"]))
    return [(style.plain(f"{label} [{pretty_unit(unit)}]"), curves) for (label, unit), curves in groups.items()]


def draw_curve(axes, index, name, points):
    points = [point for point in points if point["deviation"] > 0]
    tau = [point["tau_s"] for point in points]
    colour = (style.MAIN, *style.ACCENTS)[index]
    axes.fill_between(tau, [point["low95"] for point in points], [point["high95"] for point in points],
                      color=colour, alpha=0.2, linewidth=0)
    axes.plot(tau, [point["deviation"] for point in points], ".", color=colour, label=name or "measured")
    expected = [(point["tau_s"], point["expected"]) for point in points if point["expected"] > 0]
    if expected:
        axes.plot(*zip(*expected), "--", color=colour, linewidth=0.9)


def draw(path, sensors, *options):
    answer = ask(path, sensors, *options)
    drawn = panels(answer["channels"])
    figure, all_axes = plt.subplots(len(drawn), squeeze=False, sharex=True,
                                    figsize=(style.WIDTH, 2.3 * len(drawn) + 1.0))
    for axes, (label, curves) in zip(all_axes[:, 0], drawn):
        for index, (name, points) in enumerate(curves):
            draw_curve(axes, index, name, points)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_ylabel(label)
        axes.legend(loc="lower left", ncol=len(curves))
    all_axes[-1, 0].set_xlabel("averaging time [s]")
    figure.align_ylabels()
    style.head(figure, "Allan deviation", f"{style.plain(answer['source'])}; band: 95 %; dashed: expected")
    return figure
