"""The commands that answer from scenarios, vehicles and logs, as functions. Every answer is a dataclass; its tables are
pandas DataFrames, made when they are read, and `summary` has all that the program answered (docs/json.md).
"""
from __future__ import annotations

import dataclasses
import tomllib
import typing

from .answers import Geography, Tree, VERDICTS, operation_words, pandas_module
from .arguments import AnyPath, path_text
from .flights import Overrides, Scenario, option, overrides_of, path_word, with_scenario

if typing.TYPE_CHECKING:
    import pandas


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a campaign will draw, cost and be able to show. flight_time_s: None if it is not known."""

    scenario: str
    design: str
    points: int
    samples: int
    steps: int
    duration_s: float
    file_bytes: int
    flight_time_s: float | None
    summary: Tree = dataclasses.field(repr=False)

    @property
    def inputs(self) -> pandas.DataFrame:
        """Dispersed inputs: a row for each, with its distribution."""
        return _table(self.summary["inputs"])

    @property
    def requirements(self) -> pandas.DataFrame:
        """Requirements: a row for each, with the violations that it tolerates, and the samples that can show it."""
        return _table(self.summary["requirements"])


@dataclasses.dataclass(frozen=True)
class Margins:
    """Margins of the closed loops at hover. disk: the disk margin of all commands at once; None if it is unstable."""

    name: str
    controller: str
    feedback: str
    stable: bool
    period_s: float
    delay_s: float
    disk: float | None
    summary: Tree = dataclasses.field(repr=False)

    @property
    def loops(self) -> pandas.DataFrame:
        """A row for each loop, opened at a command or at a measurement (`at`). None stands for no limit."""
        rows = [{"loop": loop["name"], "at": where, "gain_up_db": loop["gain_up"]["db"], "gain_down_db": loop["gain_down"]["db"],
                 "phase_deg": loop["phase"]["deg"], "delay_s": loop["delay"]["s"], "disk": loop["disk"]["alpha"],
                 "crossover_rad_s": loop["crossover_rad_s"], "bandwidth_rad_s": loop["bandwidth_rad_s"],
                 "peak_sensitivity": loop["peak_sensitivity"]["value"]}
                for where in ("command", "measurement") for loop in self.summary.get(f"at_{where}") or []]
        return _table(rows, ["loop", "at", "gain_up_db", "gain_down_db", "phase_deg", "delay_s", "disk", "crossover_rad_s",
                             "bandwidth_rad_s", "peak_sensitivity"])


@dataclasses.dataclass(frozen=True)
class Tuning:
    """Proposed gains. toml: the table [controller].   notes: what limits the gains.   margins: with these gains."""

    name: str
    law: str
    bandwidth_rad_s: float | None
    toml: str
    notes: list[str]
    margins: Margins
    summary: Tree = dataclasses.field(repr=False)

    @property
    def gains(self) -> Tree:
        """The keys of the table [controller]."""
        written = tomllib.loads(self.toml)
        return dict(written.get("controller", written))

    @property
    def overrides(self) -> Tree:
        """The gains in place of the controller of a scenario: set=tuning.overrides, or set={**tuning.overrides, ...}."""
        return {"controller": {}, **{f"controller.{key}": value for key, value in self.gains.items()}}

    @property
    def compared(self) -> pandas.DataFrame:
        """The proposed gains beside the gains of the scenario and usual ones: a row for each."""
        return _table(self.summary["compared"])


@dataclasses.dataclass(frozen=True)
class VehicleReport:
    """Hover, reserves and warnings of a vehicle. hover: commands, power, attitude. thrust_to_weight: None for helicopters."""

    name: str
    type: str
    mass_kg: float
    thrust_to_weight: float | None
    hover: Tree
    warnings: list[str]
    summary: Tree = dataclasses.field(repr=False)

    @property
    def level_flights(self) -> pandas.DataFrame:
        """Level flights: speed, tilt, power, endurance and range."""
        return _table(self.summary.get("level_flights", []))

    @property
    def rotor_failed(self) -> pandas.DataFrame:
        """What the vehicle can hold with one failed rotor: a row for each rotor."""
        rows = self.summary.get("rotor_failed", [])
        return _table([{key: value for key, value in row.items() if not isinstance(value, dict)} for row in rows])


@dataclasses.dataclass(frozen=True)
class Fit:
    """Numbers of a vehicle fitted to flights. window_s: length of the windows; None if whole flights are fitted."""

    scenario: str
    method: str
    converged: bool
    iterations: int
    window_s: float | None
    notes: list[str]
    summary: Tree = dataclasses.field(repr=False)

    @property
    def parameters(self) -> pandas.DataFrame:
        """A row for each fitted number, by path: value, standard error, prior, and whether the flights identify it."""
        columns = ("path", "apply", "unit", "value", "standard_error", "prior_mean", "prior_sd", "identified")
        return _table([{name: row[name] for name in columns} for row in self.summary["parameters"]]).set_index("path")


@dataclasses.dataclass(frozen=True)
class Containment:
    """Where flights come down. formula: distances by the formulae of SORA [m]. ellipse: of the impacts. verdict: of
    until="decided", whether enough flights come down within the buffer by formula. counted_events: from which
    distances count."""

    name: str
    probability: float
    confidence: float
    flights: int
    touchdowns: int
    formula: Tree
    ellipse: Tree
    verdict: str | None
    counted_events: list[str]
    summary: Tree = dataclasses.field(repr=False)

    @property
    def impacts(self) -> pandas.DataFrame:
        """Mean, quantile and its bound of each quantity of the impacts, by name."""
        return _table(self.summary["impacts"]).set_index("name")

    @property
    def ground_risk_classes(self) -> pandas.DataFrame:
        """The class for each band of population density."""
        return _table(self.summary["ground_risk_classes"])


@dataclasses.dataclass(frozen=True)
class RareEvent:
    """The probability that a flight violates a requirement, with the interval from low to high."""

    requirement: str
    verdict: str
    probability: float
    low: float
    high: float
    confidence: float
    flights: int
    effective_samples: float
    reached: bool
    summary: Tree = dataclasses.field(repr=False)

    @property
    def levels(self) -> pandas.DataFrame:
        """A row for each level above the first: distance beyond the bound, step, flights, acceptance."""
        return _table(self.summary["levels"])


@dataclasses.dataclass(frozen=True)
class RobustGains:
    """Gains found by flights. margin, margin_before: smallest margin in the flights of the search.   held_out: other flights."""

    scenario: str
    better: bool
    margin: float
    margin_before: float
    candidates: int
    flights: int
    held_out: int
    toml: str
    summary: Tree = dataclasses.field(repr=False)

    @property
    def requirements(self) -> pandas.DataFrame:
        """The verdicts of the held-out flights: a row for each requirement."""
        return _table(self.summary["requirements"])

    @property
    def overrides(self) -> Tree:
        """The gains in place of the controller of a scenario: set=gains.overrides."""
        gains = tomllib.loads(self.toml)["controller"]
        return {"controller": {}, **{f"controller.{key}": value for key, value in gains.items()}}


@dataclasses.dataclass(frozen=True)
class WorstFlights:
    """The worst flights of a search. progress: the worst value after each batch."""

    sought: str
    unit: str
    flights: int
    progress: list[float]
    summary: Tree = dataclasses.field(repr=False)

    @property
    def worst(self) -> pandas.DataFrame:
        """A row for each of the worst flights: its value and its draws."""
        return _table([{"value": flight["value"]} | {one["name"]: one["value"] for one in flight["inputs"]}
                       for flight in self.summary["worst"]])


@dataclasses.dataclass(frozen=True)
class Validation:
    """Errors of a model over windows of a recorded flight."""

    vehicle: str
    log: str
    rows: int
    period_s: float
    from_s: float
    to_s: float
    notes: list[str]
    summary: Tree = dataclasses.field(repr=False)

    @property
    def errors(self) -> pandas.DataFrame:
        """A row for each quantity and horizon: RMS and mean error, and the error of the prediction that nothing changes."""
        return _table([{"quantity": quantity, "horizon_s": horizon["horizon_s"], "windows": horizon["windows"], **errors}
                       for horizon in self.summary["horizons"] for quantity, errors in horizon["errors"].items()])


def plan(scenario: Scenario, *, set: Overrides = None, samples: int | None = None) -> Plan:
    """What a campaign will draw, cost and be able to show, before it is flown.

    Example:
        >>> montecopter.plan("hover.toml", samples=1000).inputs
    """
    return _answer_as(Plan, with_scenario("plan", scenario, [*overrides_of(set), *option("--samples", samples),
                                                             "--json"]).json())


def margins(scenario: Scenario, *, set: Overrides = None, point: int | None = None) -> Margins:
    """Gain, phase, delay and disk margins of the closed loops at hover. point: of a sweep; default: 0.

    Example:
        >>> montecopter.margins("loop.toml", set={"controller.delay_s": 0.008}).loops[["loop", "phase_deg"]]
    """
    return _margins(with_scenario("margins", scenario, [*overrides_of(set), *option("--point", point), "--json"],
                                  accept=VERDICTS).json())


def tune(scenario: Scenario, *, set: Overrides = None, law: str | None = None, bandwidth: float | None = None,
         phase_margin: float | None = None, gain_margin: float | None = None, point: int | None = None,
         output: AnyPath | None = None, fresh: bool = False) -> Tuning:
    """Gains of a controller from a bandwidth [rad/s], or from a phase margin [degree] and a gain margin [dB].

    law: another law than the law of the scenario.   point: of a sweep; default: 0.
    output: a file for the gains.   fresh: replace the file.

    Example:
        >>> proposed = montecopter.tune("loop.toml", phase_margin=50)
        >>> montecopter.run("loop.toml", set=proposed.overrides, samples=2, output="tuned.h5")
    """
    options = [*overrides_of(set), *option("--law", law), *option("--bandwidth", bandwidth),
               *option("--phase-margin", phase_margin), *option("--gain-margin", gain_margin), *option("--point", point),
               *option("--output", output), *["--force"] * fresh, "--json"]
    answer = with_scenario("tune", scenario, options).json()
    return _answer_as(Tuning, answer, bandwidth_rad_s=answer["found"]["bandwidth_rad_s"], margins=_margins(answer["margins"]))


def vehicle(file: Scenario, *, set: Overrides = None) -> VehicleReport:
    """Hover, reserves, control authority, top speeds, endurance and warnings of a vehicle file or a scenario.

    Example:
        >>> montecopter.vehicle("loop.toml", set={"vehicle.mass_kg": 1.8}).thrust_to_weight
    """
    answer = with_scenario("vehicle", file, [*overrides_of(set), "--json"], accept=VERDICTS).json()
    return _answer_as(VehicleReport, answer, name=answer["vehicle"], warnings=[f"{each['what']}: {each['why']}" for each in answer["plausibility_warnings"]],
                      thrust_to_weight=answer.get("thrust_to_weight"))


def fit(scenario: Scenario, *logs: AnyPath, set: Overrides = None, output: AnyPath | None = None,
        columns: AnyPath | None = None, method: str | None = None, held_out: AnyPath | None = None,
        compare_methods: bool = False, threads: int | None = None, fresh: bool = False) -> Fit:
    """Fits the dispersed numbers of a scenario to recorded flights.

    output: a file for the fitted scenario.   columns: a file that names the columns of logs as CSV.
    method: "prediction", "filter_error" or "output_error".   compare_methods: try all of them.
    held_out: the log that the fit leaves out for the errors in `held_out`, or "none"; default: each in turn.
    fresh: replace the output.

    Example:
        >>> montecopter.fit("square.toml", "square.ulg", output="fitted.toml").parameters[["value", "standard_error"]]
    """
    words = [path_word(path_text(log, "logs")) for log in logs]
    options = [*overrides_of(set), *option("--output", output), *option("--columns", columns), *option("--method", method),
               *option("--held-out", held_out), *["--compare-methods"] * compare_methods, *option("--threads", threads),
               *["--force"] * fresh, "--json"]
    return _answer_as(Fit, with_scenario("fit", scenario, options, logs=words, accept=VERDICTS).json())


def validate(scenario: Scenario, log: AnyPath, *, set: Overrides = None, columns: AnyPath | None = None,
             horizons: typing.Iterable[float] | None = None, threads: int | None = None) -> Validation:
    """Flies a recorded flight again over windows, and gives the errors of the model.

    horizons: lengths of the windows [s].   columns: a file that names the columns of a log as CSV.

    Example:
        >>> montecopter.validate("square.toml", "square.ulg", horizons=[0.25]).errors[["quantity", "rms"]]
    """
    options = [*overrides_of(set), *option("--columns", columns), *option("--threads", threads), "--json"]
    words = [path_word(path_text(log, "log"))]
    words += [] if horizons is None else ["--horizon", *map(str, horizons)]  # last, for it takes all words after it
    return _answer_as(Validation, with_scenario("validate", scenario, options, logs=words).json())


def contain(scenario: Scenario, *, speed: float, height: float, dimension: float, set: Overrides = None,
            samples: int | None = None, reaction: float | None = None, probability: float | None = None,
            confidence: float | None = None, home: tuple[float, float] | None = None, kml: AnyPath | None = None,
            geojson: AnyPath | None = None, csv: AnyPath | None = None, threads: int | None = None,
            until: str | None = None, geography: Geography | None = None, climb_rate: float | None = None,
            wind: float | None = None, since: str | None = None, fresh: bool = False) -> Containment:
    """Bounds where flights come down: volumes and buffer by formula and by flights, impacts, ground risk classes.

    speed [m/s], height [m] and dimension [m]: of the operation.   reaction: reaction time [s].
    climb_rate: largest rate of climb [m/s].   wind: of the parachute formula [m/s].   since: name of the event that ends control.
    geography: flight geography: corners (north, east) [m] of a polygon, or a KML or GeoJSON file.
    home: latitude and longitude of the origin [degree], for maps and files.   kml, geojson, csv: files to write.
    until: "decided" flies until it is decided whether this fraction comes down within the buffer by formula.
    fresh: replace these files.

    Example:
        >>> montecopter.contain("termination.toml", speed=5, height=40, dimension=0.7, probability=0.99).impacts["bound"]
    """
    options = [*overrides_of(set), *operation_words(speed=speed, height=height, dimension=dimension, reaction=reaction,
                                                    climb_rate=climb_rate, wind=wind, geography=geography, home=home),
               *option("--samples", samples), *option("--probability", probability), *option("--confidence", confidence),
               *option("--since", since), *option("--until", until), *option("--kml", kml),
               *option("--geojson", geojson), *option("--csv", csv), *option("--threads", threads), *["--force"] * fresh,
               "--json"]
    return _answer_as(Containment, with_scenario("contain", scenario, options, accept=VERDICTS).json())


def rare(scenario: Scenario, *, requirement: str, set: Overrides = None, method: str | None = None,
         per_level: int | None = None, most: int | None = None, confidence: float | None = None, seed: int | None = None,
         flights: AnyPath | None = None, resume: AnyPath | None = None, threads: int | None = None, fresh: bool = False) -> RareEvent:
    """Estimates the small probability that a flight violates a requirement.

    method: "subset" (default) or "importance".   per_level, most: flights of each level, and of all.
    flights: a scenario to write, of the violations found.   fresh: replace this file.
    resume: a file that keeps the numbers of finished flights; the same call continues from it.

    Example:
        >>> montecopter.rare("gust.toml", requirement="carried", per_level=1000).probability
    """
    options = [*overrides_of(set), "--requirement", requirement, *option("--method", method), *option("--per-level", per_level), *option("--most", most),
               *option("--confidence", confidence), *option("--seed", seed), *option("--flights", flights),
               *option("--resume", resume), *option("--threads", threads), *["--force"] * fresh, "--json"]
    return _answer_as(RareEvent, with_scenario("rare", scenario, options, accept=VERDICTS).json())


def robust_gains(scenario: Scenario, *, set: Overrides = None, flights: int | None = None, samples: int | None = None,
                 held_out: int | None = None, output: AnyPath | None = None, fresh: bool = False,
                 threads: int | None = None) -> RobustGains:
    """Searches by flights for gains with the largest smallest margin to the requirements (`tune --robust`).

    flights: of the search.   samples: flights of each candidate.   held_out: other flights, which give the verdict.
    output: a file for the gains.   fresh: replace the file.

    Example:
        >>> montecopter.robust_gains("gust.toml", flights=5000).requirements[["name", "verdict"]]
    """
    options = [*overrides_of(set), "--robust", *option("--flights", flights), *option("--samples", samples),
               *option("--held-out", held_out), *option("--output", output), *["--force"] * fresh, *option("--threads", threads),
               "--json"]
    return _answer_as(RobustGains, with_scenario("tune", scenario, options, accept=VERDICTS).json())


def worst(scenario: Scenario, *, metric: str | None = None, requirement: str | None = None, smallest: bool = False,
          set: Overrides = None, samples: int | None = None, within: float | None = None, keep: int | None = None,
          seed: int | None = None, flights: AnyPath | None = None, resume: AnyPath | None = None, threads: int | None = None,
          fresh: bool = False) -> WorstFlights:
    """Searches for the flights with the largest value of a metric, or the farthest beyond a requirement.

    samples: number of flights.   within: fraction of all flights that the searched inputs hold.
    flights: a scenario to write, of the worst flights.   fresh: replace this file.
    resume: a file that keeps the numbers of finished flights; the same call continues from it.

    Example:
        >>> montecopter.worst("gust.toml", metric="max_tilt_deg").worst["value"].max()
    """
    options = [*overrides_of(set), *option("--metric", metric), *option("--requirement", requirement), *["--smallest"] * smallest,
               *option("--samples", samples), *option("--within", within), *option("--keep", keep), *option("--seed", seed),
               *option("--flights", flights), *option("--resume", resume), *option("--threads", threads), *["--force"] * fresh,
               "--json"]
    return _answer_as(WorstFlights, with_scenario("worst", scenario, options).json())


def _margins(answer: Tree) -> Margins:
    return _answer_as(Margins, answer, disk=(answer.get("all_commands") or {}).get("alpha"))


T = typing.TypeVar("T")


def _answer_as(kind: type[T], answer: Tree, **others: typing.Any) -> T:
    """A dataclass with the members of an answer that have its fields' names, and the whole answer as `summary`."""
    fields = [field.name for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: answer[name] for name in fields if name in answer} | {"summary": answer} | others)


def _table(rows: list[Tree], columns: list[str] | None = None) -> typing.Any:
    return pandas_module().DataFrame(rows, columns=columns)
