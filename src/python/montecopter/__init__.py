"""Monte-Carlo flights of multirotors and helicopters, from Python.

A thin layer over the program `montecopter` and the HDF5 files that it writes. Every function calls the program once,
and returns its answer and the path of its result.

    import montecopter
    result = montecopter.run("hover.toml", samples=500, set={"vehicle.mass_kg": 1.2})
    table = result.to_pandas()              # one row for each sample
    with result.open() as data:             # everything, as an xarray.Dataset
        print(data.position.sel(axis="z"))

A scenario is a path, the text of a TOML file or a dict. The program is $MONTECOPTER, else the program of the same
installation as this package, else the first on PATH. If the program refuses a call, the function raises an Error with
its message and exit code. Warnings of the program are given as MontecopterWarning.

Flights need only Python 3.11 or newer. `Result.open` and the tables need h5py, xarray, h5netcdf and pandas (Debian:
python3-xarray and python3-h5netcdf bring all of them), and say which of them are missing.
"""
from . import plot
from .answers import Bands, Difference, Requirement, bands, compare, diff, report, requirements, sensitivity, stats
from .controller import ControllerError, Flight, Reference, State
from .errors import Error, FailuresError, MontecopterWarning, ProgramNotFound, RefusedError, ScenarioError
from .flights import Checked, check, replay, run, sweep
from .program import Answer, call, find_program
from .result import Result
from .studies import (Containment, Fit, Margins, Plan, RareEvent, RobustGains, Tuning, Validation, VehicleReport, WorstFlights, contain,
                      fit, margins, plan, rare, robust_gains, tune, validate, vehicle, worst)
from .toml import dumps


__all__ = ["Answer", "Bands", "Checked", "Containment", "ControllerError", "Difference", "Error", "FailuresError", "Fit", "Flight", "Margins",
           "MontecopterWarning", "Plan", "ProgramNotFound", "RareEvent", "Reference", "RefusedError", "Requirement", "Result",
           "RobustGains", "ScenarioError", "State", "Tuning", "Validation", "VehicleReport", "WorstFlights", "__version__", "bands", "call",
           "check", "compare", "contain",
           "diff", "dumps", "find_program", "fit", "margins", "plan", "plot", "rare", "replay", "report", "requirements", "robust_gains", "run",
           "sensitivity", "stats", "sweep", "tune", "validate", "vehicle", "worst"]


def __getattr__(name: str) -> str:
    """`__version__` is the version of the program, which has to be found first."""
    if name != "__version__":
        raise AttributeError(f"module 'montecopter' has no attribute '{name}'")
    return call("--version").output.split()[1]
