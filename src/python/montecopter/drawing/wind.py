"""Wind speed and direction over height: as met by flights, or as in a scenario."""
import numpy as np
from matplotlib import pyplot as plt

from . import program, style

BANDS = 24  # number of height bands
LEVEL_M = 0.1  # smallest range of heights for a profile


def met(result):
    """The wind at all output times of all traced samples: (height above the origin [m], north, east [m/s])."""
    if "wind" not in result.signals() or "position" not in result.signals():
        raise result.bad("a wind profile needs the traced signals 'wind' and 'position'. Add them to output.signals.")
    north, east, _ = (values for _, values in result.traces("wind"))
    height = -result.traces("position.z")[0][1]
    flies = np.isfinite(height) & np.isfinite(north) & np.isfinite(east)
    return height[flies], north[flies], east[flies]


def by_height(height, values, quantiles):
    """Quantiles by height: (middle of a band, lower quantile, median, upper quantile); bands with few values are left out."""
    edges = np.linspace(height.min(), height.max(), BANDS + 1)
    place = np.clip(np.digitize(height, edges) - 1, 0, BANDS - 1)
    rows = []
    for band in range(BANDS):
        here = values[place == band]
        if here.size >= 5:
            rows.append((edges[band:band + 2].mean(), *np.percentile(here, [quantiles[0], 50, quantiles[1]])))
    return np.array(rows).T


def around(degrees):
    """Directions as numbers about their circular mean, so that 359 and 1 are neighbours."""
    mean = np.degrees(np.angle(np.exp(1j * np.radians(degrees)).mean()))
    return mean % 360 + (degrees - mean + 180) % 360 - 180


def axes_over_height():
    figure, axes = plt.subplots(1, 2, sharey=True, figsize=(style.WIDTH, 3.6), width_ratios=(3, 2))
    axes[0].set_xlabel("horizontal wind [m/s]")
    axes[1].set_xlabel("wind from [°]")
    return figure, axes


def widen(axes):
    """Widens the axis of a steady direction."""
    axes[0].set_xlim(left=0)
    low, high = axes[1].get_xlim()
    if high - low < 20:
        axes[1].set_xlim((low + high) / 2 - 10, (low + high) / 2 + 10)


def draw_model(path, heights, time):
    """The mean wind of a scenario, as the program computes it."""
    said = program.ask("wind", path, "--rows", "201", "--from", *heights[:1], "--to", *heights[1:], "--time", time)
    height, speed, come_from = (np.array([row[key] for row in said["rows"]], float) for key in ("height_m", "speed_m_s", "from_deg"))
    figure, axes = axes_over_height()
    axes[0].plot(speed, height, color=style.MAIN, linewidth=1.8)
    blows = np.isfinite(come_from)
    if blows.any():
        axes[1].plot(around(come_from[blows]), height[blows], color=style.MAIN, linewidth=1.8)
    else:
        axes[1].text(0.5, 0.5, "calm", transform=axes[1].transAxes, ha="center")
    axes[0].set_ylabel("height over the ground [m]")
    widen(axes)
    left_out = "; turbulence, whose mean is 0, is left out" if said["turbulent_winds_left_out"] else ""
    style.head(figure, program.name_of(path), f"mean wind of the scenario at {said['time_s']:g} s{left_out}")
    return figure


def draw(result, quantiles=(5, 95)):
    height, north, east = met(result)
    if np.ptp(height) < LEVEL_M:
        raise result.bad(f"all flights are level within {LEVEL_M:g} m: there is no profile. Draw `traces wind`.")
    speed = np.hypot(north, east)
    come_from = around(np.degrees(np.arctan2(-east, -north)))
    figure, axes = axes_over_height()
    for ax, values in ((axes[0], speed), (axes[1], come_from)):
        some = np.unique(np.linspace(0, height.size - 1, min(height.size, 4000)).round().astype(int))
        ax.plot(values[some], height[some], ".", color=style.BAND, markersize=1.5, alpha=0.6, label="met", rasterized=True)
        at, low, middle, high = by_height(height, values, quantiles)
        ax.fill_betweenx(at, low, high, color=style.MAIN, alpha=0.2, linewidth=0, label=style.band(quantiles))
        ax.plot(middle, at, color=style.MAIN, linewidth=1.8, label="median")
    axes[0].set_ylabel("height above the origin [m]")
    axes[0].legend(loc="best", markerscale=5)
    widen(axes)
    style.head(figure, result.title, f"wind at the vehicle, {result.traced_text()}{result.note}")
    return figure
