"""The pictures of scripts/plot, by one call each. They need matplotlib, numpy and h5py.

    figure = montecopter.plot.traces("hover.h5", ["position", "euler_angles.pitch"], worst=1, by="max_tilt_deg")
    figure.savefig("traces.png")

Every function returns a figure of matplotlib, which a notebook shows. Size and output are the arguments of `Look`.
"""
from __future__ import annotations

import contextlib
import importlib.util
import typing

from .answers import Bands
from .arguments import AnyPath, SampleNumbers, names, path_text, sample_numbers
from .drawing.program import BadInput, is_scenario, name_of
from .errors import error_of
from .flights import Scenario
from .result import Result
from .studies import RareEvent, WorstFlights
from .toml import dumps

if typing.TYPE_CHECKING:
    from matplotlib.figure import Figure

AnyResult = typing.Union[Result, AnyPath]
Names = typing.Union[str, typing.Iterable[str]]
Quantiles = tuple[float, float]


class Look(typing.TypedDict, total=False):
    """Arguments of every picture.

    output: file to write, .png, .svg or .pdf, or a function of the name of the scenario that returns it. The same
        result gives the same bytes.
    width_mm (default: 183), height_mm (default: as the panels need), font_pt (default: 9).
    title: False leaves the title out; figure.get_label() has it, for a caption.
    verify: False draws a result whose bytes are not verified.
    """

    output: typing.Union[AnyPath, typing.Callable[[str], AnyPath]]
    width_mm: float
    height_mm: float
    font_pt: float
    title: bool
    verify: bool


def traces(*results: AnyResult, signals: Names = "position", worst: int = 3, by: str | None = None,
           samples: SampleNumbers | None = None, where: str | None = None, quantiles: Quantiles = (5, 95),
           begin_s: float | None = None, end_s: float | None = None, **look: typing.Unpack[Look]) -> Figure:
    """Signals over time: median and band of the traced samples, and single flights. Two to five results are drawn over
    each other, without single flights.

    signals: "position", "body_rate.x", a list; also "euler_angles" and "position_error", which are computed.
    worst, by: how many single flights, the worst by a metric.   samples: these single flights instead.
    where: only samples that satisfy a condition.   begin_s, end_s: part of the time.

    Example:
        >>> montecopter.plot.traces("hover.h5", signals=["position", "euler_angles.pitch"], worst=1, by="max_tilt_deg")
    """
    with _drawing(look) as drawn:
        from .drawing import traces as kind

        opened = _opened(results, drawn, where, samples)
        for result in opened:
            result.set_window(begin_s, end_s)
        listed = names(signals, "signals")
        if len(opened) > 1:
            _only_one("by", by)
            _only_one("samples", samples)
            return drawn.done(kind.draw_two(opened, listed, quantiles), opened[0].file_name())
        return drawn.done(kind.draw(opened[0], listed, worst, by, quantiles), opened[0].file_name())


def histogram(*results: AnyResult, metrics: Names | None = None, where: str | None = None,
              quantiles: Quantiles = (5, 95), **look: typing.Unpack[Look]) -> Figure:
    """Metrics and dispersed inputs ("in_vehicle.mass_kg") over the ok samples, of one to five results. Without names,
    all metrics that vary.

    Example:
        >>> montecopter.plot.histogram("hover.h5", metrics=["max_tilt_deg", "in_vehicle.mass_kg.factor"], output="tilt.pdf")
    """
    with _drawing(look) as drawn:
        from .drawing import histogram as kind

        opened = _opened(results, drawn, where)
        listed = [] if metrics is None else names(metrics, "metrics")
        if len(opened) > 1:
            return drawn.done(kind.draw_two(opened, listed, quantiles), opened[0].file_name())
        return drawn.done(kind.draw(opened[0], listed, quantiles), opened[0].file_name())


def path(result: AnyResult, *, worst: int = 3, by: str | None = None, samples: SampleNumbers | None = None,
         where: str | None = None, begin_s: float | None = None, end_s: float | None = None,
         **look: typing.Unpack[Look]) -> Figure:
    """Flights in space: traced samples, their median, and single flights. Arguments are those of `traces`.

    Example:
        >>> montecopter.plot.path("hover.h5", where="max_tilt_deg < 20", samples=[0, 2])
    """
    with _drawing(look) as drawn:
        from .drawing import path as kind

        opened, = _opened([result], drawn, where, samples)
        opened.set_window(begin_s, end_s)
        return drawn.done(kind.draw(opened, worst, by), opened.file_name())


def sweep(result: AnyResult, metric: str, *, statistic: str = "median",
          at: typing.Mapping[str, float | str] | None = None, quantiles: Quantiles = (5, 95),
          **look: typing.Unpack[Look]) -> Figure:
    """A metric over one swept input, as a line with a band, or over two, as a heat map.

    statistic: "median", "mean", "min", "max", "q05" or "q95".   at: inputs to hold, {"vehicle.mass_kg": 1.1}.

    Example:
        >>> montecopter.plot.sweep("masses.h5", "max_tilt_deg", statistic="q95")
    """
    with _drawing(look) as drawn:
        from .drawing import sweep as kind

        if statistic not in kind.STATISTICS:
            raise ValueError(f"statistic: {statistic!r} is unknown. Use one of {', '.join(kind.STATISTICS)}.")
        opened, = _opened([result], drawn)
        held = [f"{name}={value}" for name, value in (at or {}).items()]
        return drawn.done(kind.draw(opened, metric, statistic, held, quantiles), opened.file_name())


def footprint(result: AnyResult, *, rings: typing.Iterable[float] = (), where: str | None = None,
              **look: typing.Unpack[Look]) -> Figure:
    """Touchdowns from above: points, density, covariance ellipse, and rings around the origin with these radii [m].

    Example:
        >>> montecopter.plot.footprint("fall.h5", rings=[50, 100])
    """
    with _drawing(look) as drawn:
        from .drawing import footprint as kind

        opened, = _opened([result], drawn, where)
        return drawn.done(kind.draw(opened, list(rings)), opened.file_name())


def tornado(result: AnyResult, metric: str | None = None, **look: typing.Unpack[Look]) -> Figure:
    """Effect of each input on a metric, as bars with 95 % intervals; the design of the samples decides the measure.

    Example:
        >>> montecopter.plot.tornado("hover.h5", "max_speed_m_s")
    """
    with _drawing(look) as drawn:
        from .drawing import tornado as kind

        word = path_text(result, "result")
        return drawn.done(kind.draw(word, metric, *drawn.options()), name_of(word))


def wind(source: AnyResult | Scenario, *, quantiles: Quantiles = (5, 95), begin_s: float | None = None,
         end_s: float | None = None, heights_m: tuple[float, float] = (0, 100), time_s: float = 0,
         **look: typing.Unpack[Look]) -> Figure:
    """Wind speed and direction over height: as met by the flights of a result, or the mean wind of a scenario.

    heights_m, time_s: for a scenario, heights above the ground and time.

    Example:
        >>> montecopter.plot.wind("hover.toml", heights_m=(0, 50))
    """
    with _drawing(look) as drawn:
        from .drawing import wind as kind

        word = _source(source)
        if is_scenario(word):
            low, high = heights_m
            return drawn.done(kind.draw_model(word, (repr(float(low)), repr(float(high))), time_s), name_of(word))
        opened, = _opened([word], drawn)
        opened.set_window(begin_s, end_s)
        return drawn.done(kind.draw(opened, quantiles), opened.file_name())


def vehicle(source: AnyResult | Scenario, **look: typing.Unpack[Look]) -> Figure:
    """The vehicle of a scenario, a vehicle file or a result: rotors, spins, arms, thrust axes and contact points.

    Example:
        >>> montecopter.plot.vehicle("hover.toml")
    """
    with _drawing(look) as drawn:
        from .drawing import vehicle as kind

        word = _source(source)
        return drawn.done(kind.draw(word, drawn.verify), name_of(word))


def allan(source: AnyResult | Scenario, *, sensors: Names | None = None, **look: typing.Unpack[Look]) -> Figure:
    """Allan deviations of sensors with 95 % intervals and theory: of a result, or of a scenario in an hour at rest.

    Example:
        >>> montecopter.plot.allan("sensors.toml", sensors="imu1.gyroscope")
    """
    with _drawing(look) as drawn:
        from .drawing import allan as kind

        listed = [] if sensors is None else names(sensors, "sensors")
        word = _source(source)
        return drawn.done(kind.draw(word, listed, *drawn.options()), name_of(word))


def margins(scenario: Scenario, *, loops: Names | None = None, **look: typing.Unpack[Look]) -> Figure:
    """Loops of a scenario at hover: gain and phase, Nyquist's curve, step responses. Up to five loops by name.

    Example:
        >>> montecopter.plot.margins("loop.toml", loops=["roll", "body_rate.x"])
    """
    with _drawing(look) as drawn:
        from .drawing import margins as kind

        word = _source(scenario)
        return drawn.done(kind.draw(word, [] if loops is None else names(loops, "loops")), name_of(word))


def bands(source: AnyResult | Bands, *, metrics: Names | None = None, over: str | None = None,
          **look: typing.Unpack[Look]) -> Figure:
    """P-boxes of metrics over epistemic inputs or the points of a sweep: of a result, of `montecopter.bands()`, or of
    its answer in a .json file. Without names, up to six metrics.

    over: axis of the sweep.

    Example:
        >>> montecopter.plot.bands("masses.h5", metrics="max_tilt_deg")
    """
    with _drawing(look) as drawn:
        from .drawing import bands as kind

        word = source if isinstance(source, Bands) else path_text(source, "source")
        listed = [] if metrics is None else names(metrics, "metrics")
        return drawn.done(kind.draw(word, listed, over, *drawn.options()), _answer_name(word, "bands"))


def rare(source: RareEvent | AnyPath, **look: typing.Unpack[Look]) -> Figure:
    """The levels of `montecopter.rare()`, or of its answer in a .json file: the probability of exceeding each level.

    Example:
        >>> montecopter.plot.rare(montecopter.rare("gust.toml", requirement="carried", per_level=400))
    """
    with _drawing(look) as drawn:
        from .drawing import rare as kind

        word = source if isinstance(source, RareEvent) else path_text(source, "source")
        return drawn.done(kind.draw(word), _answer_name(word, "rare"))


def worst(source: WorstFlights | AnyPath, **look: typing.Unpack[Look]) -> Figure:
    """The search of `montecopter.worst()`, or of its answer in a .json file: the worst value over the flights, and the
    inputs from their medians to the worst flight.

    Example:
        >>> montecopter.plot.worst(montecopter.worst("gust.toml", metric="max_tilt_deg", samples=128))
    """
    with _drawing(look) as drawn:
        from .drawing import worst as kind

        word = source if isinstance(source, WorstFlights) else path_text(source, "source")
        return drawn.done(kind.draw(word), _answer_name(word, "worst"))


class _Drawn:
    """One picture: its verification, and what is done when it is drawn."""

    def __init__(self, look: Look) -> None:
        self.verify = look.get("verify", True)
        self.output = look.get("output")

    def options(self) -> list[str]:
        return [] if self.verify else ["--no-verify"]

    def done(self, figure: Figure, name: str) -> Figure:
        """Writes the file, if there is one, and returns the figure. Windows keep it open, notebooks show it once."""
        from matplotlib import pyplot

        from .drawing import style

        if self.output is not None:
            style.save(figure, path_text(self.output(name) if callable(self.output) else self.output, "output"))
        elif type(figure.canvas).required_interactive_framework is None:
            pyplot.close(figure)
        return figure


@contextlib.contextmanager
def _drawing(look: Look) -> typing.Iterator[_Drawn]:
    """Draws one picture in the style of the package. If it cannot be drawn, the Error is the one that the program would give."""
    unknown = look.keys() - Look.__annotations__.keys()
    if unknown:
        raise TypeError(f"{', '.join(sorted(unknown))}: unknown argument. Known for every picture: "
                        f"{', '.join(Look.__annotations__)}.")
    _require_matplotlib()
    import matplotlib
    from matplotlib import pyplot

    from .drawing import style

    before = pyplot.get_fignums()
    with matplotlib.rc_context():
        style.use(look.get("width_mm"), look.get("font_pt"), look.get("height_mm"), is_titled=look.get("title", True))
        try:
            yield _Drawn(look)
        except BadInput as problem:
            for number in set(pyplot.get_fignums()) - set(before):
                pyplot.close(number)
            raise error_of(str(problem), problem.code, ()) from None


def _require_matplotlib() -> None:
    missing = [name for name in ("matplotlib", "numpy", "h5py") if importlib.util.find_spec(name) is None]
    if missing:
        debian = " ".join(f"python3-{name}" for name in missing)
        raise ModuleNotFoundError(f"Pictures need {', '.join(missing)}. Install what is missing: pip install "
                                  f"{' '.join(missing)}. For Debian's Python: apt-get install {debian}.", name=missing[0])


def _opened(results: typing.Iterable[AnyResult], drawn: _Drawn, where: str | None = None,
            samples: SampleNumbers | None = None) -> list[typing.Any]:
    """The results as the drawing functions read them."""
    from .drawing.result import Result as Drawable

    paths = [path_text(result, "results") for result in results]
    if not 1 <= len(paths) <= 5:
        raise TypeError(f"results: {len(paths)} were given. A picture draws one to five.")
    single = None if samples is None else sample_numbers(samples, "samples")
    return [Drawable(path, drawn.verify, where, single) for path in paths]


def _only_one(argument: str, value: object) -> None:
    if value is not None:
        raise ValueError(f"{argument}: it needs one result. For several, medians and bands are drawn.")


def _answer_name(source: object, command: str) -> str:
    """The stem of a file, or of an answer the command."""
    return name_of(source) if isinstance(source, str) else command


def _source(source: AnyResult | Scenario) -> str:
    """A file, or the text of a scenario."""
    return dumps(source) + "\n" if isinstance(source, typing.Mapping) else path_text(source, "source")
