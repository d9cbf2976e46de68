#!/usr/bin/env python3
"""A controller of one's own as a process: the law of ../library/cascade.c in Python, which flies the same bits.
docs/external-controllers.md has the packets. Fly it: montecopter run f450-external.toml"""
import math
import os
import socket
import struct

HEADER = struct.Struct("<IHHQ")                 # magic, version, kind, number
START = struct.Struct("<IHHQQ4I2d9d3d16d16d16d")
PARAMETER = struct.Struct("<56sd")
UPDATE = struct.Struct("<IHHQ2d13d18d5d")
READY, COMMANDS, FAILED = 2, 4, 5
DEFAULTS = {"position_gain_1_s2": 4.0, "velocity_gain_1_s": 3.0, "integral_gain_1_s3": 1.0, "tilt_gain_1_s2": 90.0,
            "heading_gain_1_s2": 20.0, "rate_gain_1_s": 16.0}


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    length = math.sqrt(dot(a, a))
    return [x / length for x in a]


def axes_of(w, x, y, z):
    """The axes of the body in the world: columns of the rotation matrix."""
    return [[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
            [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
            [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]]


class Cascade:
    def __init__(self, packet):
        _, _, _, _, _, self.commands, followed, count, _, *numbers = START.unpack_from(packet)
        self.mass, self.gravity, *rest = numbers
        self.inertia, self.period = [rest[0:3], rest[3:6], rest[6:9]], rest[9]
        given = (PARAMETER.unpack_from(packet, START.size + i * PARAMETER.size) for i in range(count))
        self.k = DEFAULTS | {name.rstrip(b"\0").decode(): value for name, value in given}
        self.sum = [0.0, 0.0, 0.0]              # of position errors over time [m s]
        if followed != 0 or self.k.keys() != DEFAULTS.keys():
            raise ValueError("it follows trajectories only" if followed else f"its parameters are {', '.join(DEFAULTS)}")

    def update(self, x, d):
        position, velocity, attitude, rate = x[0:3], x[3:6], x[6:10], x[10:13]
        k, down = self.k, []
        for i in range(3):
            error = position[i] - d[i]
            self.sum[i] += self.period * error
            down.append(k["position_gain_1_s2"] * error + k["velocity_gain_1_s"] * (velocity[i] - d[3 + i])
                        + k["integral_gain_1_s3"] * self.sum[i] - d[6 + i])
        down[2] += self.gravity
        body = axes_of(*attitude)
        below = unit(down)
        right = unit(cross(below, [math.cos(d[15]), math.sin(d[15]), 0.0]))
        wanted = [cross(right, below), right, below]
        acceleration = []
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            error = 0.5 * (dot(wanted[b], body[a]) - dot(wanted[a], body[b]))
            gain = k["tilt_gain_1_s2"] if i < 2 else k["heading_gain_1_s2"]
            acceleration.append(-gain * error - k["rate_gain_1_s"] * rate[i])
        gyroscopic = cross(rate, [dot(row, rate) for row in self.inertia])
        moments = [dot(row, acceleration) + g for row, g in zip(self.inertia, gyroscopic)]
        return [self.mass * dot(down, body[2]), *moments]


def fly(link):
    """One flight: this process is there for no other."""
    controller = None
    while packet := link.recv(1 << 16):         # empty: the flight is over
        magic, version, _, number = HEADER.unpack_from(packet)
        try:
            if controller is None:
                controller = Cascade(packet)
                link.send(HEADER.pack(magic, version, READY, number))
            else:
                numbers = UPDATE.unpack(packet)[6:]
                commands = controller.update(numbers[0:13], numbers[13:31])
                link.send(HEADER.pack(magic, version, COMMANDS, number) + struct.pack("<16d", *commands, *[0.0] * 12))
        except (ValueError, ZeroDivisionError) as error:
            link.send(HEADER.pack(magic, version, FAILED, number) + str(error).encode())


if __name__ == "__main__":
    fly(socket.socket(fileno=int(os.environ["MONTECOPTER_SOCKET"])))
