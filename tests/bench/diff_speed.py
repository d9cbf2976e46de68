#!/usr/bin/python3
"""How fast `montecopter diff` is beside `cmp` on the same two equal results, in one run.

    tests/bench/diff_speed.py PROGRAM [SCENARIO] [GIGABYTES]

Flies a result of so many GB (default 2), copies it, and prints the median of five runs of each
command with the page cache warm, and the highest memory of each. Exit 1 if `diff` takes more than
1.25 times as long as `cmp` or 200 MB, or `diff --trust-hashes` more than 50 ms.
"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = 5


def fly(program, scenario, folder, gigabytes):
    """A result with traces of all samples at every step."""
    options = ["--reproducible", "--progress", "none", "--set", "output.traces=all", "--set", "output.rate_hz=1000"]
    size = {}
    for samples in (1, 2):
        path = folder / f"{samples}.h5"
        subprocess.run([program, "run", scenario, "-n", str(samples), "-o", path, *options], check=True, capture_output=True)
        size[samples] = path.stat().st_size
    samples = int(gigabytes * 1e9 / (size[2] - size[1])) + 1
    subprocess.run([program, "run", scenario, "-n", str(samples), "-o", folder / "a.h5", *options], check=True, capture_output=True)
    shutil.copy(folder / "a.h5", folder / "b.h5")
    return samples


def measured(command):
    """Seconds and bytes of memory of one run."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"{command}: status {status}")
    return seconds, usage.ru_maxrss * 1024


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    scenario = sys.argv[2] if len(sys.argv) > 2 else str(ROOT / "scenarios/examples/lee-helix.toml")
    gigabytes = float(sys.argv[3]) if len(sys.argv) > 3 else 2.0
    with tempfile.TemporaryDirectory(prefix="montecopter-bench-") as name:
        folder = pathlib.Path(name)
        samples = fly(program, scenario, folder, gigabytes)
        files = [str(folder / "a.h5"), str(folder / "b.h5")]
        print(f"two equal results of {os.path.getsize(files[0]) / 1e9:.2f} GB, {samples} samples; median of {RUNS}")
        commands = {"cmp": ["cmp", *files], "diff": [program, "diff", *files],
                    "diff --no-verify": [program, "diff", "--no-verify", *files],
                    "diff --trust-hashes": [program, "diff", "--trust-hashes", *files]}
        measured(commands["cmp"])  # warms the page cache
        runs = {name: [] for name in commands}
        for _ in range(RUNS):
            for name, command in commands.items():
                runs[name].append(measured(command))
        median = {name: statistics.median(seconds for seconds, _ in all_runs) for name, all_runs in runs.items()}
        memory = {name: max(size for _, size in all_runs) for name, all_runs in runs.items()}
        for name in commands:
            print(f"{name:20} {median[name]:7.3f} s  {median[name] / median['cmp']:5.2f} of cmp  {memory[name] / 1e6:6.1f} MB")
        good = (median["diff"] <= 1.25 * median["cmp"] and memory["diff"] < 200e6
                and median["diff --trust-hashes"] < 0.05)
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
