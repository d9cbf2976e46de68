"""Writes Blackbox logs of Betaflight for the tests, from the written definition ("Blackbox logging internals",
betaflight.com) and from nothing else."""
import struct

PRODUCT = "H Product:Blackbox flight data recorder by Nicholas Sherlock\n"
END = b"E\xffEnd of log\0"

# Predictors and encodings by the numbers of the definition.
ZERO, PREVIOUS, LINE, AVERAGE, MIN_THROTTLE, MOTOR_0, INCREMENT, HOME, N1500, VBAT, MAIN_TIME, MIN_MOTOR = range(12)
SVB, UVB, NEG14, T8_8, T2_3, T8_4, NULL, T2_3V = 0, 1, 3, 6, 7, 8, 9, 10


def unsigned_vb(value):
    value &= 0xFFFFFFFF
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def signed_vb(value):
    return unsigned_vb(value << 1 if value >= 0 else (-value << 1) - 1)


def bits(value, count):
    assert -(1 << count - 1) <= value < 1 << count - 1, (value, count)
    return value & (1 << count) - 1


def fits(values, *counts):
    return all(-(1 << n - 1) <= v < 1 << n - 1 for v, n in zip(values, counts))


def tag8_8svb(values):
    if len(values) == 1:
        return signed_vb(values[0])
    return bytes([sum((v != 0) << i for i, v in enumerate(values))]) + b"".join(signed_vb(v) for v in values if v)


def tag8_4s16(values):
    values = list(values) + [0] * (4 - len(values))
    sizes = [0 if v == 0 else 1 if fits([v], 4) else 2 if fits([v], 8) else 3 for v in values]
    nibbles = []
    for v, size in zip(values, sizes):
        for k in reversed(range((0, 1, 2, 4)[size])):
            nibbles.append(v >> 4 * k & 15)
    if len(nibbles) % 2:
        nibbles.append(0)
    return (bytes([sum(size << 2 * i for i, size in enumerate(sizes))]) +
            bytes(a << 4 | b for a, b in zip(nibbles[::2], nibbles[1::2])))


def wide(values):
    """Selector 3 of both encodings of three values."""
    sizes = [next(n for n in range(4) if fits([v], 8 * n + 8)) for v in values]
    return bytes([0xC0 | sum(n << 2 * i for i, n in enumerate(sizes))]) + b"".join(
        (v & (1 << 8 * n + 8) - 1).to_bytes(n + 1, "little") for v, n in zip(values, sizes))


def tag2_3s32(values):
    a, b, c = values
    if fits(values, 2, 2, 2):
        return bytes([bits(a, 2) << 4 | bits(b, 2) << 2 | bits(c, 2)])
    if fits(values, 4, 4, 4):
        return bytes([0x40 | bits(a, 4), bits(b, 4) << 4 | bits(c, 4)])
    if fits(values, 6, 6, 6):
        return bytes([0x80 | bits(a, 6), bits(b, 6), bits(c, 6)])
    return wide(values)


def tag2_3svariable(values):
    a, b, c = values
    if fits(values, 2, 2, 2):
        return bytes([bits(a, 2) << 4 | bits(b, 2) << 2 | bits(c, 2)])
    if fits(values, 5, 5, 4):
        return (0x4000 | bits(a, 5) << 9 | bits(b, 5) << 4 | bits(c, 4)).to_bytes(2, "big")
    if fits(values, 8, 7, 7):
        return (0x800000 | bits(a, 8) << 14 | bits(b, 7) << 7 | bits(c, 7)).to_bytes(3, "big")
    return wide(values)


def write_values(encodings, values):
    """Neighbours of one encoding are written together, 8, 4 or 3 at a time."""
    out, i = b"", 0
    while i < len(values):
        encoding = encodings[i]
        most = {T8_8: 8, T8_4: 4, T2_3: 3, T2_3V: 3}.get(encoding, 1)
        n = 1
        while n < most and i + n < len(values) and encodings[i + n] == encoding:
            n += 1
        group = values[i:i + n]
        if encoding == SVB:
            out += signed_vb(group[0])
        elif encoding == UVB:
            out += unsigned_vb(group[0])
        elif encoding == NEG14:
            out += unsigned_vb(-group[0] & 0x3FFF)
        elif encoding != NULL:
            out += {T8_8: tag8_8svb, T8_4: tag8_4s16, T2_3: tag2_3s32, T2_3V: tag2_3svariable}[encoding](group)
        i += n
    return out


# Name, signed, predictor and encoding in frames I, and in frames P: as Betaflight writes them, and two more encodings.
FIELDS = [
    ("loopIteration", 0, ZERO, UVB, INCREMENT, NULL),
    ("time", 0, ZERO, UVB, LINE, SVB),
    ("axisP[0]", 1, ZERO, SVB, PREVIOUS, SVB),
    ("setpoint[0]", 1, ZERO, SVB, PREVIOUS, T8_4),
    ("setpoint[1]", 1, ZERO, SVB, PREVIOUS, T8_4),
    ("setpoint[2]", 1, ZERO, SVB, PREVIOUS, T8_4),
    ("setpoint[3]", 1, ZERO, SVB, PREVIOUS, T8_4),
    ("vbatLatest", 0, VBAT, NEG14, PREVIOUS, T8_8),
    ("amperageLatest", 1, ZERO, SVB, PREVIOUS, T8_8),
    ("gyroADC[0]", 1, ZERO, SVB, AVERAGE, T2_3),
    ("gyroADC[1]", 1, ZERO, SVB, AVERAGE, T2_3),
    ("gyroADC[2]", 1, ZERO, SVB, AVERAGE, T2_3),
    ("gyroUnfilt[0]", 1, ZERO, SVB, AVERAGE, SVB),
    ("gyroUnfilt[1]", 1, ZERO, SVB, AVERAGE, SVB),
    ("gyroUnfilt[2]", 1, ZERO, SVB, AVERAGE, SVB),
    ("accSmooth[0]", 1, ZERO, SVB, AVERAGE, T2_3V),
    ("accSmooth[1]", 1, ZERO, SVB, AVERAGE, T2_3V),
    ("accSmooth[2]", 1, ZERO, SVB, AVERAGE, T2_3V),
    ("imuQuaternion[0]", 1, ZERO, SVB, PREVIOUS, SVB),
    ("imuQuaternion[1]", 1, ZERO, SVB, PREVIOUS, SVB),
    ("imuQuaternion[2]", 1, ZERO, SVB, PREVIOUS, SVB),
    ("motor[0]", 0, MIN_MOTOR, UVB, AVERAGE, SVB),
    ("motor[1]", 0, MOTOR_0, SVB, AVERAGE, SVB),
    ("motor[2]", 0, MOTOR_0, SVB, AVERAGE, SVB),
    ("motor[3]", 0, MOTOR_0, SVB, AVERAGE, SVB),
    ("eRPM[0]", 0, ZERO, UVB, PREVIOUS, SVB),
    ("eRPM[1]", 0, ZERO, UVB, PREVIOUS, SVB),
    ("eRPM[2]", 0, ZERO, UVB, PREVIOUS, SVB),
    ("eRPM[3]", 0, ZERO, UVB, PREVIOUS, SVB),
]
SLOW = [("flightModeFlags", 0, ZERO, UVB), ("stateFlags", 0, ZERO, UVB), ("failsafePhase", 0, ZERO, T2_3),
        ("rxSignalReceived", 0, ZERO, T2_3), ("rxFlightChannelsValid", 0, ZERO, T2_3)]
GNSS = [("time", 0, MAIN_TIME, UVB), ("GPS_numSat", 0, ZERO, UVB), ("GPS_coord[0]", 1, HOME, SVB),
        ("GPS_coord[1]", 1, HOME, SVB), ("GPS_altitude", 0, ZERO, UVB), ("GPS_velned[0]", 1, ZERO, SVB),
        ("GPS_velned[1]", 1, ZERO, SVB), ("GPS_velned[2]", 1, ZERO, SVB)]
HOMES = [("GPS_home[0]", 1, ZERO, SVB), ("GPS_home[1]", 1, ZERO, SVB)]

LINES = {
    "Data version": "2", "I interval": "16", "P interval": "2", "Firmware type": "Cleanflight",
    "Firmware revision": "Betaflight 4.4.2 (23d066d08) STM32F7X2", "Craft name": "five inch",
    "minthrottle": "1070", "maxthrottle": "2000", "gyro_scale": "0x3f800000", "motorOutput": "158,2047",
    "acc_1G": "2048", "vbatref": "1600", "looptime": "500", "motor_poles": "14", "blackbox_high_resolution": "0",
}


def header(lines=None, fields=None, **changes):
    fields = FIELDS if fields is None else fields
    text = PRODUCT
    for name, value in {**LINES, **(lines or {})}.items():
        if value is not None:
            text += f"H {name}:{value}\n"
    described = {
        "Field I name": [f[0] for f in fields], "Field I signed": [f[1] for f in fields],
        "Field I predictor": [f[2] for f in fields], "Field I encoding": [f[3] for f in fields],
        "Field P predictor": [f[4] for f in fields], "Field P encoding": [f[5] for f in fields]}
    for letter, table in (("S", SLOW), ("G", GNSS), ("H", HOMES)):
        for k, what in enumerate(("name", "signed", "predictor", "encoding")):
            described[f"Field {letter} {what}"] = [f[k] for f in table]
    for name, row in {**described, **changes}.items():
        if row is not None:
            text += f"H {name}:{row if isinstance(row, str) else ','.join(map(str, row))}\n"
    return text.encode()


def cut(value):
    """Division by two of C: towards 0."""
    return abs(value) // 2 * (1 if value >= 0 else -1)


class Writer:
    """Frames that follow each other."""

    def __init__(self, fields=None):
        self.fields = FIELDS if fields is None else fields
        self.place = {f[0]: i for i, f in enumerate(self.fields)}
        self.history = None
        self.home = (0, 0)

    def predicted(self, predictor, index, values, kind):
        a, b = self.history or ([0] * len(values), [0] * len(values))
        return {ZERO: lambda: 0, PREVIOUS: lambda: a[index], LINE: lambda: 2 * a[index] - b[index],
                AVERAGE: lambda: cut(a[index] + b[index]), MOTOR_0: lambda: values[self.place["motor[0]"]],
                INCREMENT: lambda: values[index], VBAT: lambda: 1600, MIN_MOTOR: lambda: 158,
                MIN_THROTTLE: lambda: 1070, N1500: lambda: 1500}[predictor]()

    def frame(self, kind, values):
        column = 2 if kind == "I" else 4
        rest = [v - self.predicted(f[column], i, values, kind) for i, (f, v) in enumerate(zip(self.fields, values))]
        self.history = (values, values if kind == "I" else self.history[0])
        return kind.encode() + write_values([f[column + 1] for f in self.fields], rest)

    def at(self, k, values):
        """Row k of a log in which each second iteration of 16 has a frame, the first of them a frame I."""
        return self.frame("I" if k % 8 == 0 else "P", values)


def slow(flags=0):
    return b"S" + write_values([f[3] for f in SLOW], [flags, 1, 0, 1, 1])


def home(lat, lon):
    return b"H" + signed_vb(lat) + signed_vb(lon)


def position(lat, lon, decimetres, ned_cm_s, origin=(0, 0)):
    return b"G" + write_values([f[3] for f in GNSS], [100, 9, lat - origin[0], lon - origin[1], decimetres, *ned_cm_s])


def values(k, iteration=None, time_us=None):
    """Row k, by hand, in the order of FIELDS."""
    return [2 * k if iteration is None else iteration, 1_000_000 + 1000 * k + k % 3 if time_us is None else time_us,
            5 * k, 100, -50 + k, 25, 1000 + k, 1600 - k // 8, 2500 + k,
            7 * k - 30, 20 - 3 * k, (-1) ** k * 40, 8 * k, -k, 12, 10, -20 + k, 2048 + 90 * (k % 5),
            0, 0, 16384, 500 + k, 600, 700, 800, 210 + k, 220, 230, 240]


def rows(count, first=0):
    writer = Writer()
    return [writer.at(k, values(k)) for k in range(first, first + count)]


def log(count=64, **changes):
    return header(**changes) + slow() + b"".join(rows(count)) + END
