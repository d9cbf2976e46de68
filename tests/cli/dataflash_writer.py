"""Writes DataFlash logs of ArduPilot for the tests, from the written definition (libraries/AP_Logger/README.md) and from
nothing else."""
import math
import struct

SYNC = b"\xa3\x95"
CODES = {"b": "b", "B": "B", "h": "h", "H": "H", "i": "i", "I": "I", "f": "f", "d": "d", "n": "4s", "N": "16s", "Z": "64s",
         "L": "i", "M": "B", "q": "q", "Q": "Q", "c": "h", "C": "H", "e": "i", "E": "I", "a": "32h", "g": "e"}


def packed(types, values):
    values = [value.encode() if isinstance(value, str) else value for value in values]
    return struct.pack("<" + "".join(CODES[t] for t in types), *values)


def size(types):
    return 3 + struct.calcsize("<" + "".join(CODES[t] for t in types))


def message(number, types, *values):
    return SYNC + bytes([number]) + packed(types, values)


def format_of(number, name, types, fields, bytes_=None):
    return message(128, "BBnNZ", number, size(types) if bytes_ is None else bytes_, name, types, fields)


# Number, types, fields, units and multipliers of each message, as ArduPilot 4.5 has them.
KINDS = {
    "UNIT": (1, "QbZ", "TimeUS,Id,Label", "s--", "F--"),
    "MULT": (2, "Qbd", "TimeUS,Id,Mult", "s--", "F--"),
    "FMTU": (3, "QBNN", "TimeUS,FmtType,UnitIds,MultIds", "s---", "F---"),
    "PARM": (4, "QNff", "TimeUS,Name,Value,Default", "s---", "F---"),
    "MSG": (5, "QZ", "TimeUS,Message", "s-", "F-"),
    "ATT": (6, "QccccCCCCB", "TimeUS,DesRoll,Roll,DesPitch,Pitch,DesYaw,Yaw,ErrRP,ErrYaw,AEKF", "sddddhhdh-", "FBBBBBBBB-"),
    "RATE": (7, "Qffffffffffff", "TimeUS,RDes,R,ROut,PDes,P,POut,YDes,Y,YOut,ADes,A,AOut", "skk-kk-kk-oo-", "F?????????BB-"),
    "IMU": (8, "QBffffffIIfBBHH", "TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ,EG,EA,T,GH,AH,GHz,AHz", "s#EEEooo--O--zz", "F-000000-----00"),
    "RCOU": (9, "QHHHHHH", "TimeUS,C1,C2,C3,C4,C5,C6", "sYYYYYY", "F------"),
    "ESC": (10, "QBffffcfcf", "TimeUS,Instance,RPM,RawRPM,Volt,Curr,Temp,CTot,MotTemp,Err", "s#qqvAOaO%", "F-00--BCB-"),
    "GPS": (11, "QBBIHBcLLeffffB", "TimeUS,I,Status,GMS,GWk,NSats,HDop,Lat,Lng,Alt,Spd,GCrs,VZ,Yaw,U", "s#-s-S-DUmnhnh-",
            "F--C-0BGGB000--"),
    "BAT": (12, "QBfffffcfB", "TimeUS,Inst,Volt,VoltR,Curr,CurrTot,EnrgTot,Temp,Res,RemPct", "s#vvAaXOw%", "F-000!/B0-"),
    "MAG": (13, "QBhhhhhhhhhBI", "TimeUS,I,MagX,MagY,MagZ,OfsX,OfsY,OfsZ,MOX,MOY,MOZ,Health,S", "s#GGGGGGGGG-s", "F-CCCCCCCCC-F"),
    "BARO": (14, "QBffcfIffB", "TimeUS,I,Alt,Press,Temp,CRt,SMS,Offset,GndTemp,Health", "s#mPOnsmO-", "F-00B0C?0-"),
    "XKF1": (15, "QBccCfffffffccce", "TimeUS,C,Roll,Pitch,Yaw,VN,VE,VD,dPD,PN,PE,PD,GX,GY,GZ,OH", "s#ddhnnnnmmmkkkm", "F-BBB0000000BBBB"),
    "CTUN": (16, "Qf", "TimeUS,ThO", "s-", "F-"),
}
MULTIPLIERS = {"-": 0, "?": 1, "2": 1e2, "1": 1e1, "0": 1, "A": 1e-1, "B": 1e-2, "C": 1e-3, "D": 1e-4, "E": 1e-5, "F": 1e-6,
               "G": 1e-7, "I": 1e-9, "!": 3.6, "/": 3600}
START_US = 5_000_000


def of(name, us, *values):
    number, types = KINDS[name][:2]
    return message(number, types, us, *values)


def definitions(units=True, kinds=None):
    kinds = KINDS if kinds is None else kinds
    text = format_of(128, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns", 89)
    text += b"".join(format_of(number, name, types, fields) for name, (number, types, fields, _, _) in kinds.items())
    if units:
        text += of("UNIT", START_US, ord("d"), "deg")
        text += b"".join(of("MULT", START_US, ord(key), value) for key, value in MULTIPLIERS.items())
        text += b"".join(of("FMTU", START_US, number, unit, factor) for number, _, _, unit, factor in kinds.values())
    return text + of("MSG", START_US, "ArduCopter V4.5.7 (2a3dc4b7)") + of("PARM", START_US, "LOG_BITMASK", 176126.0, 0.0)


# Value k of each message, by hand from the list above.
def attitude(k, us):
    return of("ATT", us, 100, 1000 + 10 * k, -200, -2000, 9000, 9000, 0, 0, 3)


def rate(k, us):
    return of("RATE", us, 1.0, 90.0, 0.0, 2.0, -45.0, 0.0, 3.0, float(k), 0.0, 0.0, 0.0, 0.0)


def imu(k, us, instance=0):
    return of("IMU", us, instance, 0.25 * k, 0.5, -0.75 - instance, 1.0, 2.0, -9.5, 0, 0, 40.0, 1, 1, 1000, 1000)


def imu_1(k, us):
    return imu(k, us + 7, 1)


def outputs(k, us):
    return of("RCOU", us, 1500 + k, 1400, 1300, 1200, 0, 0)


def esc(k, us):
    return b"".join(of("ESC", us + 100 * i, i, 6000.0 + 60 * i + k, 0.0, 15.5, 3.0, 3000, 0.0, 0, 0.0) for i in range(4))


def gnss(k, us, status=4):
    return of("GPS", us, 0, status, 1000, 2300, 14, 80, 473977418, 85455942 + k, 48812, 5.0, 90.0, -0.5, 0.0, 1)


def battery(k, us):
    return of("BAT", us, 0, 15.5, 15.5, 12.25, 100.0, 1.0, 2500, 0.01, 80)


def compass(k, us):
    return of("MAG", us, 0, 200, -40, 430, 0, 0, 0, 0, 0, 0, 1, 0)


def barometer(k, us):
    return of("BARO", us, 0, 1.0, 95000.5, 2500, 0.0, 0, 0.0, 25.0, 1)


def estimate(k, us):
    return of("XKF1", us, 0, 0, 0, 0, 1.0, 2.0, -0.5, 0.0, 10.0 + k, 20.0, -30.0, 0, 0, 0, 0)


def throttle(k, us):
    return of("CTUN", us, 0.5)


RATES_HZ = {attitude: 10, rate: 100, imu: 200, imu_1: 200, outputs: 10, esc: 50, gnss: 5, battery: 10, compass: 10,
            barometer: 10, estimate: 10, throttle: 10}


def flight(seconds=2, rates=None, start_us=START_US):
    rows = []
    for kind, hz in {**RATES_HZ, **(rates or {})}.items():
        for k in range(int(seconds * hz)):
            us = start_us + round(k * 1e6 / hz)
            rows.append((us, kind(k, us)))
    return [row for _, row in sorted(rows, key=lambda row: row[0])]


def log(body=None, defined=None):
    return (definitions() if defined is None else defined) + b"".join(flight() if body is None else body)


def quaternion(roll, pitch, yaw):
    """By turning about z, then y, then x: products of three quaternions."""
    def times(a, b):
        return (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])
    def about(axis, angle):
        return tuple(math.cos(angle / 2) if i == 0 else math.sin(angle / 2) * (i - 1 == axis) for i in range(4))
    return times(times(about(2, yaw), about(1, pitch)), about(0, roll))
