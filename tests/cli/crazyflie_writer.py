"""Writes logs of the Crazyflie's micro SD card deck for the tests, from Bitcraze's format and from nothing else."""
import struct
import zlib


def header(version, events):
    """events: (number, name, [(variable, type)])."""
    out = b"\xbc" + struct.pack("<HH", version, len(events))
    for number, name, variables in events:
        out += struct.pack("<H", number) + name.encode() + b"\0" + struct.pack("<H", len(variables))
        out += b"".join(f"{variable}({kind})".encode() + b"\0" for variable, kind in variables)
    return out


def log(version, events, rows):
    """rows: (number of the event, time in ms, values)."""
    out = header(version, events)
    types = {number: "<" + "".join(kind for _, kind in variables) for number, _, variables in events}
    for number, time_ms, values in rows:
        out += struct.pack("<H", number)
        out += struct.pack("<I", int(time_ms)) if version == 1 else struct.pack("<Q", round(1000 * time_ms))
        out += struct.pack(types[number], *values)
    return out + struct.pack("<I", zlib.crc32(out))
