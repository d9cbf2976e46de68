"""A metric over the points of a sweep: a line over one swept parameter, a heat map over two."""
import numpy as np
from matplotlib import pyplot as plt

from . import style

STATISTICS = {
    "median": np.median, "mean": np.mean, "min": np.min, "max": np.max,
    "q05": lambda v: np.percentile(v, 5), "q95": lambda v: np.percentile(v, 95),
}


def read_held(result, given, paths):
    """Held parameters {path: value} from --at PATH=VALUE or --at NAME=SET."""
    held = {}
    for word in given:
        path, _, value = word.partition("=")
        result.choose(path, list(paths), "swept parameter")
        names = result.set_names("sweep_" + path)
        if names:
            held[path] = float(names.index(result.choose(value, names, f"set of {path}")))
            continue
        try:
            held[path] = float(value)
        except ValueError:
            raise result.bad(f"--at {word}: '{value}' is not a number.") from None
    return held


def select(result, given):
    """The points that are drawn, and {path: value at each point} of the one or two free parameters."""
    paths = {name.removeprefix("sweep_"): result.file[name][:] for name in result.names("sweep_")
             if name != "sweep_point"}
    if "sweep_point" not in result.file or not paths:
        raise result.bad("it holds no sweep. Add a [sweep] to the scenario.")
    keep = np.ones(len(next(iter(paths.values()))), bool)
    for path, value in read_held(result, given, paths).items():
        values = paths.pop(path)
        nearest = values[np.argmin(np.abs(values - value))]
        if abs(nearest - value) > 1e-9 * max(abs(value), abs(nearest)):
            raise result.bad(f"--at {path}={value:g} is not a value of the sweep. "
                             f"Values: {', '.join(f'{v:g}' for v in np.unique(values))}.")
        keep &= values == nearest
    free = {path: values for path, values in paths.items() if np.unique(values[keep]).size > 1}
    if not 1 <= len(free) <= 2:
        which = f"{', '.join(free)} are swept" if free else "no swept parameter is left"
        raise result.bad(f"{which}, but one or two can be drawn. Hold others with --at PATH=VALUE.")
    return np.flatnonzero(keep), free


def per_point(result, values, points, statistic):
    """Statistic over the samples of each point with status ok; NaN if there are none."""
    of = result.file["sweep_point"][:]
    good = result.ok & np.isfinite(values)
    groups = [values[good & (of == point)] for point in points]
    return np.array([statistic(group) if group.size else np.nan for group in groups])


def count_text(result, points):
    """The number of samples at a point, as text; points differ after chosen samples or a run that stopped."""
    of = result.file["sweep_point"][:]
    counts = [int((result.tried & (of == point)).sum()) for point in points]
    return f"{counts[0]}" if min(counts) == max(counts) else f"{min(counts)} to {max(counts)}"


def draw_line(result, axes, x, label, values, points, statistic, names, quantiles):
    order = np.argsort(x)
    low, middle, high = (per_point(result, values, points, s)[order] for s in (
        lambda v: np.percentile(v, quantiles[0]), STATISTICS[statistic], lambda v: np.percentile(v, quantiles[1])))
    if names:  # nothing lies between two sets
        axes.vlines(x[order], low, high, color=style.BAND, linewidth=8, label=style.band(quantiles))
        axes.plot(x[order], middle, color=style.MAIN, marker="o", markersize=6, linestyle="", label=statistic)
        axes.set_xticks(x[order], [names[int(k)] for k in x[order]])
        axes.margins(x=0.5 / len(names))
    else:
        axes.fill_between(x[order], low, high, color=style.BAND, linewidth=0, label=style.band(quantiles))
        axes.plot(x[order], middle, color=style.MAIN, marker="o", markersize=4, label=statistic)
    axes.set_ylabel(label)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncol=2, borderpad=0)


def draw_map(figure, axes, x, y, values, label, names):
    xs, ys = np.unique(x), np.unique(y)
    grid = np.full((ys.size, xs.size), np.nan)
    grid[np.searchsorted(ys, y), np.searchsorted(xs, x)] = values
    image = axes.imshow(grid, origin="lower", aspect="auto", cmap="cividis")
    axes.patch.set(facecolor="#DDDDDD", hatch="///", edgecolor="white")  # where no sample ended ok
    for set_ticks, labels, sets in ((axes.set_xticks, xs, names[0]), (axes.set_yticks, ys, names[1])):
        kept = np.unique(np.linspace(0, labels.size - 1, min(labels.size, 12)).round().astype(int))
        set_ticks(kept, [sets[int(labels[i])] if sets else f"{labels[i]:.4g}" for i in kept])
    axes.grid(False)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    if xs.size <= 12 and ys.size <= 14:
        for (row, column), value in np.ndenumerate(grid):
            if np.isfinite(value):
                red, green, blue, _ = image.to_rgba(value)
                dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5  # luma of ITU-R BT.601
                axes.text(column, row, f"{value:#.3g}".rstrip("."), ha="center", va="center", size=style.FONT * 7.5 / 9,
                          color="white" if dark else "black")
    bar = figure.colorbar(image, ax=axes, label=label, pad=0.02, aspect=30)
    bar.outline.set_visible(False)


def draw(result, metric, statistic, given, quantiles=(5, 95)):
    name, values = result.values(metric)
    points, free = select(result, given)
    label = result.label(name)
    figure, axes = plt.subplots(figsize=(style.WIDTH, 4.4))
    first, *second = free
    if second:
        second, = second
        shown = per_point(result, values, points, STATISTICS[statistic])
        names = tuple(result.set_names("sweep_" + path) for path in (first, second))
        draw_map(figure, axes, free[first][points], free[second][points], shown, label, names)
        axes.set_ylabel(result.label("sweep_" + second))
    else:
        names = result.set_names("sweep_" + first)
        draw_line(result, axes, free[first][points], label, values, points, statistic, names, quantiles)
    axes.set_xlabel(result.label("sweep_" + first))
    held = f"; {style.plain(', '.join(given))}" if given else ""
    style.head(figure, result.title, f"{statistic} of the samples that ended ok; {count_text(result, points)} samples at each of "
               f"{points.size} points{held}{result.note}")
    return figure
