#!/usr/bin/python3
"""Time and memory of results of 1000 to 10 million samples, of one or more programs in turns.

    tests/bench/large_results.py PROGRAM... [--most SAMPLES]

For each number of samples: laying the file out, flying all of it (tests/bench/short_flights.toml),
running again with nothing to fly, which verifies the file, and `stats` with and without that.
Prints a row for each, with the median seconds of three turns (one from 5 million samples on) by the
clock and of the processors, and the highest memory. Files are made in TMPDIR: 240 bytes for each sample.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SCENARIO = pathlib.Path(__file__).resolve().parent / "short_flights.toml"


def measured(command):
    """Seconds, those of the processors, and bytes of memory of one run."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command}: status {status}")
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def turn(program, samples, folder):
    """What each step of one turn took, by name."""
    path = os.path.join(folder, "result.h5")
    run = [program, "run", str(SCENARIO), "-n", str(samples), "-o", path, "--progress", "none"]
    steps = {}
    steps["lay out"] = measured([*run, "--only", "0"])
    os.remove(path)
    steps["run"] = measured(run)
    steps["run again"] = measured(run)
    steps["stats"] = measured([program, "stats", path])
    steps["stats --no-verify"] = measured([program, "stats", "--no-verify", path])
    os.remove(path)
    return steps


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument("--most", type=int, default=10_000_000, metavar="SAMPLES")
    options = parser.parse_args()
    programs = [os.path.abspath(program) for program in options.programs]
    with tempfile.TemporaryDirectory(prefix="montecopter-bench-") as folder:
        for samples in (10**power for power in range(3, 9)):
            if samples > options.most:
                break
            turns = {program: [] for program in programs}
            for _ in range(1 if samples >= 5_000_000 else 3):
                for program in programs:
                    turns[program].append(turn(program, samples, folder))
            for program in programs:
                for step in turns[program][0]:
                    seconds = statistics.median(one[step][0] for one in turns[program])
                    processor = statistics.median(one[step][1] for one in turns[program])
                    memory = max(one[step][2] for one in turns[program])
                    print(f"{samples:>10}  {os.path.basename(program):12} {step:18} {seconds:8.3f} s {processor:8.3f} s "
                          f"{memory / 1e6:8.1f} MB", flush=True)


if __name__ == "__main__":
    main()
