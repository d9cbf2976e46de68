"""A control law as a Python function: `montecopter.run(scenario, controller=f)`.

The program starts one process for each flight, as for any controller of type "external" (docs/external-process.md).
Here the process is a relay: it hands its socket over to this process, which answers all flights, one update at a time.
So a lambda or a closure works, and an exception has its traceback.
"""
from __future__ import annotations

import os
import select
import shlex
import socket
import struct
import sys
import tempfile
import typing

from .digests import digest_of
from .errors import Error
from .toml import value_text

if typing.TYPE_CHECKING:
    import numpy

_HEADER = struct.Struct("<IHHQ")  # magic, version, kind, number
_START = struct.Struct("<IHHQQ4I2d9d3d16d16d16d")
_PARAMETER = struct.Struct("<56sd")
_COMMANDS = struct.Struct("<IHHQ16d")
_READY, _ANSWER, _FAILED = 2, 4, 5
_PACKET = 1 << 16

# Sends descriptor 3, the socket of the flight, to this process, and waits until the flight is over. _socket is the part
# of Python's socket that starts in half the time.
_RELAY = """\
import _socket, os, sys
link = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
link.connect(sys.argv[1])
link.sendmsg([b"flight"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, (3).to_bytes(4, "little"))])
os.close(3)
link.recv(1)
"""
# The same words on every computer, so they may be part of the scenario. The program hashes the shell, which fails
# (-u) where no function answers.
_COMMAND = ["/bin/sh", "-uc", '. "$MONTECOPTER_RELAY"']


class ControllerError(Error):
    """A controller function raised an exception, which is the `__cause__`, or returned what are no commands.

    The run is interrupted; finished samples stay in the file.
    """


class Flight:
    """What is constant in a flight. `memory` is an empty dict at its start, for integrators and filters.

    sample: number of the sample, a seed for random numbers.   period_s: time between updates [s].
    mass_kg, gravity_m_s2, inertia_kg_m2 (3 x 3): of the nominal vehicle, never of the dispersed one.
    thrust_n: lowest and highest thrust of all rotors.   lowest, highest, hover: commands of each rotor.
    parameters: controller.parameters of the scenario, as dispersed for this flight.
    commands: how many numbers the function must return: 4, or one for each rotor.
    """

    def __init__(self, packet: bytes) -> None:
        import numpy

        _, _, _, _, self.sample, self.commands, _, count, _, *numbers = _START.unpack_from(packet)
        self.mass_kg, self.gravity_m_s2 = numbers[:2]
        self.inertia_kg_m2 = numpy.array(numbers[2:11]).reshape(3, 3)
        self.period_s = numbers[11]
        self.thrust_n = tuple(numbers[12:14])
        rotors = numpy.array(numbers[14:62]).reshape(3, 16)
        used = int(numpy.flatnonzero(rotors.any(axis=0)).max(initial=-1)) + 1  # the others are zero
        self.lowest, self.highest, self.hover = rotors[:, :used]
        pairs = (_PARAMETER.unpack_from(packet, _START.size + k * _PARAMETER.size) for k in range(count))
        self.parameters = {name.rstrip(b"\0").decode(): value for name, value in pairs}
        self.memory: dict[str, typing.Any] = {}


class _Numbers:
    """Numbers of an update; each vector is made when it is read."""

    def __init__(self, numbers: numpy.ndarray) -> None:
        self._numbers = numbers


def _part(begin: int, end: int, text: str) -> property:
    return property(lambda self: self._numbers[begin:end], doc=text)


def _number(at: int, text: str) -> property:
    return property(lambda self: float(self._numbers[at]), doc=text)


class State(_Numbers):
    """The state of the vehicle at an update; with controller.feedback = "estimate" its estimate. Axes are north, east,
    down, and forward, right, down. Vectors are arrays of NumPy.
    """

    time_s = _number(0, "Time since the start of the flight [s]")
    gain_factor = _number(1, "Factor of events `gain_change`; 1 without them")
    position_m = _part(2, 5, "Position, north, east, down [m]")
    velocity_m_s = _part(5, 8, "Velocity, north, east, down [m/s]")
    attitude = _part(8, 12, "Quaternion w, x, y, z from body to world")
    body_rate_rad_s = _part(12, 15, "Angular velocity in body axes [rad/s]")

    @property
    def rotation(self) -> numpy.ndarray:
        """Rotation matrix from body to world; its columns are the body axes."""
        import numpy

        w, x, y, z = self.attitude.tolist()
        return numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


class Reference(_Numbers):
    """The point of the trajectory at an update, with its derivatives; or the set-point, where the scenario has these."""

    position_m = _part(15, 18, "Position [m]")
    velocity_m_s = _part(18, 21, "Velocity [m/s]")
    acceleration_m_s2 = _part(21, 24, "Acceleration [m/s^2]")
    jerk_m_s3 = _part(24, 27, "Jerk [m/s^3]")
    snap_m_s4 = _part(27, 30, "Snap [m/s^4]")
    heading_rad = _number(30, "Heading [rad]")
    heading_rate_rad_s = _number(31, "Rate of the heading [rad/s]")
    set_point = _part(33, 38, "Current row of controller.set_points, without its time")


ControlFunction = typing.Callable[[State, Reference, Flight], typing.Iterable[float]]


class FunctionController:
    """Answers the flights of one call of the program. It is used in a `with`, around the call."""

    def __init__(self, function: ControlFunction) -> None:
        if not callable(function):
            raise TypeError(f"controller: {function!r} is not a function (a {type(function).__name__}). "
                            "Give a function of state, reference and flight that returns commands.")
        try:
            import numpy
        except ModuleNotFoundError:
            raise ModuleNotFoundError("A controller as a Python function needs numpy. Install it: pip install numpy. "
                                      "For Debian's Python: apt-get install python3-numpy.", name="numpy") from None
        self._from_buffer = numpy.frombuffer
        self.function = function
        self.updates = 0
        self.flights: dict[int, Flight | None] = {}
        self.links: dict[int, tuple[socket.socket, socket.socket]] = {}

    def __enter__(self) -> FunctionController:
        place = None if len(tempfile.gettempdir()) < 60 else "/tmp"  # the path of a socket has at most 107 bytes
        self.folder = tempfile.TemporaryDirectory(prefix="montecopter-", dir=place)
        self.listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        door = os.path.join(self.folder.name, "door")
        self.listening.bind(door)
        self.listening.listen(1024)
        with open(self._relay(), "w", encoding="utf-8") as file:
            file.write(f"exec {shlex.join([sys.executable or 'python3', '-I', '-S', '-c', _RELAY, door])}\n")
        return self

    def __exit__(self, *_: object) -> None:
        for number in list(self.links):
            self._close(number)
        self.listening.close()
        self.folder.cleanup()

    def environment(self) -> dict[str, str]:
        """Variable of the program that leads its relays to this process."""
        return {"MONTECOPTER_RELAY": self._relay()}

    def _relay(self) -> str:
        return os.path.join(self.folder.name, "relay")

    def words(self) -> list[str]:
        """The command of the controller: the relay, and the name of the function with its digest."""
        return [*_COMMAND, f"{self.name()}-{digest_of(self.function)}"]

    def name(self) -> str:
        """The name of the function, as in its definition."""
        name = getattr(self.function, "__qualname__", type(self.function).__qualname__)
        return str(name).rpartition("<locals>.")[2]

    def overrides(self) -> list[str]:
        """Overrides that make the function the controller of a scenario; an empty table removes all its keys."""
        return ["controller={}", f"controller={value_text({'type': 'external', 'command': self.words()})}"]

    def register(self, poll: select.epoll) -> None:
        """Adds the socket of new flights to a poll."""
        self.poll = poll
        poll.register(self.listening.fileno(), select.EPOLLIN)

    def answer(self, number: int) -> None:
        """Answers a descriptor that is ready: a new flight, or an update of one."""
        if number == self.listening.fileno():
            self._welcome()
            return
        link, _ = self.links[number]
        try:
            packet = link.recv(_PACKET)
            if packet:
                link.send(self._answer_to(number, packet))
                return
        except ConnectionError:  # the program has given the flight up
            pass
        self._close(number)

    def _welcome(self) -> None:
        relay, _ = self.listening.accept()
        _, files, _, _ = socket.recv_fds(relay, 16, 1)
        if not files:  # it was killed before it could send
            relay.close()
            return
        link = socket.socket(fileno=files[0])
        self.links[files[0]], self.flights[files[0]] = (link, relay), None
        self.poll.register(files[0], select.EPOLLIN)

    def _close(self, number: int) -> None:
        self.flights.pop(number, None)
        for link in self.links.pop(number, ()):
            link.close()  # a poll forgets a closed socket

    def _answer_to(self, number: int, packet: bytes) -> bytes:
        magic, version, _, count = _HEADER.unpack_from(packet)
        flight = self.flights[number]
        if flight is None:
            self.flights[number] = Flight(packet)
            return _HEADER.pack(magic, version, _READY, count)
        numbers = self._from_buffer(packet, "<f8", 38, 16)
        self.updates += 1
        try:
            found = self.function(State(numbers), Reference(numbers), flight)
        except Exception as error:  # of the function, whatever it is
            raise self._failed(numbers, flight, f"raised {type(error).__name__}: {error}") from error
        try:
            commands = [float(value) for value in found]
        except (TypeError, ValueError):
            raise self._failed(numbers, flight, f"returned {found!r:.200}, which are no numbers") from None
        if len(commands) != flight.commands:
            raise self._failed(numbers, flight, f"returned {len(commands)} numbers, but {flight.commands} are needed: "
                               + ("thrust [N] and three moments [N m]" if flight.commands == 4 else "one for each rotor"))
        return _COMMANDS.pack(magic, version, _ANSWER, count, *commands, *[0.0] * (16 - len(commands)))

    def _failed(self, numbers: numpy.ndarray, flight: Flight, what: str) -> ControllerError:
        return ControllerError(f"controller: error: {self.name()} {what} (sample {flight.sample}, {numbers[0]:g} s). "
                               "Correct the function, and call run again.", 1)
