"""Writes ULog for the tests, from its definition (docs.px4.io, ULog File Format) and from nothing else."""
import struct

CODES = {"int8_t": "b", "uint8_t": "B", "int16_t": "h", "uint16_t": "H", "int32_t": "i", "uint32_t": "I",
         "int64_t": "q", "uint64_t": "Q", "float": "f", "double": "d", "bool": "?"}
SYNC = bytes([0x2F, 0x73, 0x13, 0x20, 0x25, 0x0C, 0xBB, 0x12])


def message(kind, content, size=None):
    return struct.pack("<H", len(content) if size is None else size) + kind.encode() + content


def header(version=1, start_us=0):
    return b"ULog\x01\x12\x35" + bytes([version]) + struct.pack("<Q", start_us)


def flags(compatible=bytes(8), incompatible=bytes(8), appended=(0, 0, 0)):
    return message("B", compatible + incompatible + struct.pack("<3Q", *appended))


def format_of(name, *fields):
    return message("F", (name + ":" + "".join(field + ";" for field in fields)).encode())


def info(name, text):
    key = f"char[{len(text)}] {name}".encode()
    return message("I", bytes([len(key)]) + key + text.encode())


def parameter(name, value):
    key = f"{'int32_t' if isinstance(value, int) else 'float'} {name}".encode()
    return message("P", bytes([len(key)]) + key + struct.pack("<i" if isinstance(value, int) else "<f", value))


def subscription(number, name, instance=0):
    return message("A", struct.pack("<BH", instance, number) + name.encode())


def data(number, codes, *values):
    return message("D", struct.pack("<H" + codes, number, *values))


def dropout(ms):
    return message("O", struct.pack("<H", ms))


TOPICS = {
    "vehicle_attitude": ("uint64_t timestamp", "uint64_t timestamp_sample", "float[4] q", "uint8_t quat_reset_counter"),
    "vehicle_angular_velocity": ("uint64_t timestamp", "float[3] xyz"),
    "vehicle_local_position": ("uint64_t timestamp", "bool xy_valid", "float x", "float y", "float z", "float vx",
                               "float vy", "float vz"),
    "vehicle_acceleration": ("uint64_t timestamp", "float[3] xyz"),
    "sensor_combined": ("uint64_t timestamp", "float[3] gyro_rad", "uint32_t gyro_integral_dt",
                        "int32_t accelerometer_timestamp_relative", "float[3] accelerometer_m_s2"),
    "actuator_motors": ("uint64_t timestamp", "uint16_t reversible_flags", "float[12] control", "uint8_t[6] _padding0"),
    "esc_status": ("uint64_t timestamp", "uint8_t esc_count", "esc_report[8] esc"),
    "vehicle_gps_position": ("uint64_t timestamp", "int32_t lat", "int32_t lon", "int32_t alt", "float vel_n_m_s",
                             "float vel_e_m_s", "float vel_d_m_s"),
    "cpuload": ("uint64_t timestamp", "float load"),
}
ESC_REPORT = ("int32_t esc_rpm", "float esc_voltage")
NAN = float("nan")


def definitions():
    text = format_of("esc_report", *ESC_REPORT)
    for name, fields in TOPICS.items():
        text += format_of(name, *fields)
    return text + info("sys_name", "PX4") + info("ver_hw", "BOARD") + parameter("SDLOG_PROFILE", 1)


def subscriptions():
    return b"".join(subscription(number, name) for number, name in enumerate(TOPICS))


# Value k of each topic, by hand from the list above: number in TOPICS, codes of the fields, values.
def attitude(k, us):  # 2^2 + 4^2 + 5^2 + 6^2 = 9^2
    return data(0, "QQ4fB", us, us, 2 / 9, (4 if k % 2 else -4) / 9, 5 / 9, -6 / 9, 3)


def rate(k, us):
    return data(1, "Q3f", us, 0.5 * k, -1.0, 2.0)


def position(k, us):
    return data(2, "Q?6f", us, True, 1.0 * k, 2.0, -3.0, 4.0, 5.0, 6.0)


def acceleration(k, us):
    return data(3, "Q3f", us, 0.0, 0.125 * k, -9.75)


def combined(k, us, relative=-500):
    return data(4, "Q3fIi3f", us, 0.25 * k, 0.5, 0.75, 4000, relative, 1.0, 2.0, -9.5)


def motors(k, us):  # padding at the end need not be logged
    return data(5, "QH12f", us, 0, 0.5, 0.25, 0.125, 0.01 * k, *[NAN] * 8)


def esc(k, us):
    return data(6, "QB" + "if" * 8, us, 4, *[v for i in range(8) for v in ((6000 + i * 60 if i < 4 else 0), 0.0)])


def gps(k, us):
    return data(7, "Q3i3f", us, 473977418, 85455942, 488123, 1.0, -2.0, 0.5)


def load(k, us):
    return data(8, "Qf", us, 0.5)


RATES_HZ = {attitude: 50, rate: 100, position: 10, acceleration: 100, combined: 200, motors: 10, esc: 10, gps: 5, load: 2}


def flight(seconds=2, rates=None, start_us=5_000_000):
    """Data of all topics in the order of time."""
    rows = []
    for topic, hz in {**RATES_HZ, **(rates or {})}.items():
        for k in range(int(seconds * hz)):
            us = start_us + round(k * 1e6 / hz)
            rows.append((us, topic(k, us)))
    return b"".join(row for _, row in sorted(rows, key=lambda row: row[0]))


def ulog(body=None, start_us=5_000_000, **changes):
    parts = {"header": header(start_us=start_us), "flags": flags(), "definitions": definitions(),
             "subscriptions": subscriptions(), "body": flight(start_us=start_us) if body is None else body}
    return b"".join({**parts, **changes}.values())
