"""Monte-Carlo flights of multirotors and helicopters, from Python.

A thin layer over the program `montecopter` and the HDF5 files that it writes: every function calls the program once,
and what it returns is what the program said and where its result lies.

    import montecopter
    result = montecopter.run("hover.toml", samples=500, set={"vehicle.mass_kg": 1.2})
    table = result.to_pandas()              # one row for each sample
    with result.open() as data:             # all of it, as an xarray.Dataset
        print(data.position.sel(axis="z"))

A scenario is a path, the text of a TOML file or a dict. The program is that of $MONTECOPTER, else that of the
installation that this package belongs to, else the first on PATH. What the program refuses is an Error with its message
and exit code; what it warns of is a MontecopterWarning.

Python 3.11 of Debian 12 is enough to fly. `Result.open` needs python3-xarray and python3-h5netcdf, `to_pandas` the
same (pandas comes with xarray).
"""
from .errors import Error, FailuresError, MontecopterWarning, ProgramNotFound, RefusedError, ScenarioError
from .flights import Checked, check, replay, run, sweep
from .program import Answer, call, find_program
from .result import Result
from .toml import dumps

__all__ = ["Answer", "Checked", "Error", "FailuresError", "MontecopterWarning", "ProgramNotFound", "RefusedError",
           "Result", "ScenarioError", "call", "check", "dumps", "find_program", "replay", "run", "sweep"]
