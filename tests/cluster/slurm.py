#!/usr/bin/python3
"""Debian's own Slurm, started on this machine for the time of the test, runs scripts/cluster/.

    slurm.py PROGRAM [names of tests]

It needs slurm-wlm, munge and Open MPI, and root, who may start jobs; else it says why it is skipped. All that it starts has
keys, ports and folders of its own: a Slurm that is here already does not notice.
"""
import glob
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
import ranks  # noqa: E402
import support  # noqa: E402
from support import sha256  # noqa: E402

# With sensors, an estimator, a controller and a sweep, in 24 blocks.
LONG = ranks.estimated_sweep(500)
# In the place of the program: a task of the array, or one of several processes, waits at its 200th write while there is a
# gate for it (tests/faults/faults.cpp).
AT_A_GATE = """#!/bin/sh
gate={folder}/gate-$SLURM_ARRAY_TASK_ID-$PMIX_RANK
[ ! -e "$gate" ] || export LD_PRELOAD={library} FAULT=pwrite:200:gate FAULT_GATE="$gate"
exec {program} "$@"
"""
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={controller_port}
SlurmdPort={node_port}
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
KillWait=5
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs=8 RealMemory=500
PartitionName=main Nodes={host} Default=YES
"""


def why_not():
    """Why Slurm cannot be tried here; empty: it can."""
    for program, package in (("slurmctld", "slurm-wlm"), ("slurmd", "slurm-wlm"), ("munged", "munge"),
                             ("mpirun", "openmpi-bin")):
        if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin"):
            return f"no {program} here (Debian: {package})"
    if os.geteuid() != 0:
        return "only root can start a Slurm that runs jobs"
    return ""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Slurm:
    """A controller and a node of 8 processors, whatever this machine has."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="montecopter-slurm-")
        os.chmod(self.folder, 0o755)
        os.mkdir(self.path("bin"))
        library = pathlib.Path(support.PROGRAM).parent / "tests/faults/libmontecopter_faults.so"
        pathlib.Path(self.path("bin/montecopter")).write_text(AT_A_GATE.format(folder=self.folder, library=library,
                                                                               program=support.PROGRAM))
        os.chmod(self.path("bin/montecopter"), 0o755)
        self.environment = {**os.environ, "SLURM_CONF": self.folder + "/slurm.conf",
                            "PATH": self.folder + "/bin:" + os.environ["PATH"] + ":/usr/sbin"}
        self.daemons = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *command):
        done = subprocess.run(list(map(str, command)), env=self.environment, cwd=self.folder, capture_output=True,
                              text=True, timeout=200)
        if done.returncode != 0:
            raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def start_daemon(self, name, *command):
        log = open(self.path(name + ".out"), "w")
        self.daemons.append(subprocess.Popen(list(command), env=self.environment, cwd=self.folder, stdout=log, stderr=log,
                                             stdin=subprocess.DEVNULL))
        log.close()

    def wait_until(self, what, is_so, seconds=200):
        deadline = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > deadline:
                logs = "\n".join(f"--- {name}\n{pathlib.Path(name).read_text()[-2000:]}"
                                 for name in glob.glob(self.path("*.log")) + glob.glob(self.path("*.out")))
                raise AssertionError(f"{what} after {seconds} s\n{logs}")
            time.sleep(0.05)

    def start(self):
        host = socket.gethostname()
        text = CONFIGURATION.format(host=host, folder=self.folder, controller_port=free_port(), node_port=free_port())
        pathlib.Path(self.path("slurm.conf")).write_text(text)
        for name in ("state", "spool"):
            os.mkdir(self.path(name))
        with open(self.path("munge.key"), "wb") as key:
            key.write(os.urandom(128))
        os.chmod(self.path("munge.key"), 0o400)
        self.start_daemon("munged", "munged", "--foreground", "--force", "--key-file", self.path("munge.key"),
                          "--socket", self.path("munge.socket"), "--pid-file", self.path("munged.pid"),
                          "--seed-file", self.path("munged.seed"), "--log-file", self.path("munged.log"))
        self.wait_until("no munge", lambda: os.path.exists(self.path("munge.socket")))
        self.start_daemon("slurmctld", "slurmctld", "-D", "-c")
        self.start_daemon("slurmd", "slurmd", "-D", "-c")
        self.wait_until("no idle node", self.is_idle)

    def is_idle(self):
        done = subprocess.run(["sinfo", "-h", "-o", "%T"], env=self.environment, capture_output=True, text=True)
        return done.stdout.strip() == "idle"

    def stop(self):
        subprocess.run(["scancel", "--user=root"], env=self.environment, capture_output=True, timeout=100)
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
        for daemon in self.daemons:
            try:
                daemon.wait(timeout=100)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Jobs(unittest.TestCase):
    """One job of each script at the same time, for most of it is waiting until Slurm starts it again."""

    @classmethod
    def setUpClass(cls):
        cls.slurm = Slurm()
        cls.addClassCleanup(cls.slurm.stop)
        cls.slurm.start()
        pathlib.Path(cls.slurm.path("s.toml")).write_text(LONG)

    def submit(self, *arguments):
        return self.slurm.run("sbatch", "--parsable", *arguments).strip()

    def state(self, job):
        """"RUNNING", ..., and how often it was started again."""
        words = dict(word.split("=", 1) for word in self.slurm.run("scontrol", "-o", "show", "job", job).split() if "=" in word)
        return words["JobState"], int(words["Restarts"])

    def wait_for_end(self, job):
        ends = ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL")
        self.slurm.wait_until(f"job {job} is not {ends}", lambda: self.state(job)[0] in ends)

    def make_gate(self, who):
        pathlib.Path(self.slurm.path("gate-" + who)).touch()

    def wait_at_gate(self, who):
        """Until a process is in the middle of its work, and stays there."""
        gate = self.slurm.path("gate-" + who)
        self.slurm.wait_until(f"nobody is at gate {who}", lambda: os.path.getsize(gate) > 0)

    def open_gate(self, who):
        os.remove(self.slurm.path("gate-" + who))

    def time_is_up(self, job, *gates):
        self.slurm.run("scancel", "--batch", "--signal=USR1", job)  # as --signal=B:USR1@60 does
        self.slurm.wait_until(f"job {job} takes no signal", lambda: "interrupted: finishing the samples in flight"
                              in self.output(f"montecopter-{job}.out"))
        for who in gates:
            self.open_gate(who)

    def output(self, pattern):
        return "\n".join(pathlib.Path(name).read_text() for name in sorted(glob.glob(self.slurm.path(pattern))))

    def require_same(self, name, output):
        """As one process without Slurm."""
        self.assertEqual(sha256(self.slurm.path(name)), sha256(self.slurm.path("one.h5")), output)

    def check_mpi(self, job):
        output = self.output(f"montecopter-{job}.out")
        self.assertEqual(self.state(job), ("COMPLETED", 1), output)
        self.require_same("mpi.h5", output)
        self.assertIn("interrupted: finished samples are in mpi.h5", output)
        self.assertIn(f"time is up: job {job} queues again", output)
        self.assertIn("of 1500 samples are there already", output)
        self.assertIn("3 threads in 3 processes", output)

    def check_array(self, job, merge):
        output = self.output(f"montecopter-{job}_*.out") + self.output(f"slurm-{merge}.out")
        self.assertEqual(self.state(merge)[0], "COMPLETED", output)
        self.require_same("merged.h5", output)
        self.assertIn(f"time is up: task {job}_2 queues again", output)
        for shard in (2, 3):
            told = self.output(f"montecopter-{job}_{shard}.out")
            self.assertIn("samples are there already", told)
            self.assertIn(", 1 thread)", told)  # of 8: what Slurm gave

    def submit_apart(self):
        """Within a job of two tasks its script is one process; and two in one step fly two scenarios."""
        run = "montecopter run s.toml -n 100 --reproducible"
        return self.submit("--ntasks=2", "--wrap", f"{run} -o script.h5 && srun -n2 bash -c '{run} --alone --seed $SLURM_PROCID "
                           "-o seed-$SLURM_PROCID.h5'")

    def check_apart(self, job):
        self.assertEqual(self.state(job)[0], "COMPLETED", self.output(f"slurm-{job}.out"))
        for name in ("script.h5", "seed-0.h5", "seed-1.h5"):
            self.slurm.run("montecopter", "fsck", name)

    def check_tasks_that_know_nothing_of_each_other(self):
        done = subprocess.run(["srun", "-n2", "montecopter", "run", "s.toml", "-o", "refused.h5"], cwd=self.slurm.folder,
                              env=self.slurm.environment, capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("srun --mpi=pmix", done.stderr)
        self.assertFalse(os.path.exists(self.slurm.path("refused.h5")))

    def test_jobs_whose_time_is_up(self):
        for who in ("-0", "-1", "-2", "2-", "3-"):  # all of a job, or some fly what is left while one stands
            self.make_gate(who)
        mpi = self.submit("--ntasks=3", "--cpus-per-task=1", ROOT / "scripts/cluster/mpi.sbatch", "s.toml", "mpi.h5",
                          "--reproducible")
        array = self.submit("--array=1-3", ROOT / "scripts/cluster/array.sbatch", "3", "s.toml", "shards", "--reproducible")
        merge = self.submit(f"--dependency=afterok:{array}", "--wrap",
                            "montecopter merge shards/shard-*-of-3.h5 -o merged.h5 --reproducible")
        apart = self.submit_apart()
        self.wait_at_gate("2-")
        self.time_is_up(f"{array}_2", "2-")
        self.wait_at_gate("3-")
        self.slurm.run("scontrol", "requeue", f"{array}_3")
        self.open_gate("3-")
        self.wait_at_gate("-0")
        self.time_is_up(mpi, "-0", "-1", "-2")
        # A job that queues again waits until its old credential has expired, here 5 s.
        self.slurm.run("montecopter", "run", "s.toml", "--reproducible", "-q", "-o", "one.h5")
        self.wait_for_end(apart)
        self.check_apart(apart)
        self.check_tasks_that_know_nothing_of_each_other()
        self.wait_for_end(mpi)
        self.wait_for_end(merge)
        self.check_mpi(mpi)
        self.check_array(array, merge)


if __name__ == "__main__":
    if why_not():
        print(f"skipped: {why_not()}")
        sys.exit(77)
    support.main()
