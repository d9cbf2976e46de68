"""The vehicle of a scenario from above and from the side: rotors, their rotation, arms, axes."""
import math
import tomllib

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.patches import Circle, FancyArrowPatch

from . import program, style

LEFT, RIGHT = style.MAIN, style.ACCENTS[0]  # turns counter-clockwise, clockwise, seen from above, as in the report


def resolved(path, verify=True):
    """The complete vehicle of a scenario or vehicle file, from the program; for a result its whole scenario."""
    if program.is_scenario(path):
        return tomllib.loads(program.say("vehicle", path, "--resolved"))
    from .result import Result
    result = Result(path, verify)
    try:
        return tomllib.loads(bytes(result.file["provenance/resolved"][:]).decode())
    except (KeyError, ValueError, TypeError) as problem:
        raise result.damaged(f"its scenario cannot be read: {type(problem).__name__}") from None


def to_frd(vector, frame):
    """A vector in body axes forward, right, down."""
    x, y, z = vector
    return np.array([x, -y, -z]) if frame.endswith("FLU") else np.array([x, y, z], float)


class Rotor:
    def __init__(self, name, at, axis, turns, radius):
        """A rotor; `turns` is +1 right-handed about down, which is clockwise from above; 0: not known."""
        self.name, self.at, self.axis, self.turns, self.radius = name, at, axis, turns, radius


def known_radius(rotor):
    """The radius of a rotor of a multirotor, its own or that of its law, or None."""
    law = rotor.get("law", {})
    return rotor.get("radius_m") or (law["diameter_m"] / 2 if "diameter_m" in law else None)


def multirotor(vehicle):
    frame = vehicle.get("frame", "NED/FRD")
    rotors = []
    places = [to_frd(rotor["position_m"], frame) for rotor in vehicle["rotors"]]
    apart = [np.linalg.norm(a - b) for i, a in enumerate(places) for b in places[:i] if np.linalg.norm((a - b)[:2]) > 1e-6]
    size = 0.42 * min(apart) if apart else 0.5 * max([np.linalg.norm(p) for p in places] + [0.1])
    for number, (rotor, at) in enumerate(zip(vehicle["rotors"], places)):
        axis = to_frd(rotor["axis"], frame)
        axis = axis / np.linalg.norm(axis)
        turns = rotor["spin"] * (np.sign(axis[2]) if abs(axis[2]) > 1e-6 else 0)
        radius = known_radius(rotor) or size
        rotors.append(Rotor(str(number), at, axis, turns, radius))
    return rotors


def helicopter(vehicle):
    frame = vehicle.get("frame", "NED/FRD")
    main, tail = vehicle["main_rotor"], vehicle["tail_rotor"]
    at = to_frd(main["position_m"], frame)
    behind = np.array([at[0] - tail["arm_m"], at[1], at[2]])
    return [Rotor("main", at, np.array([0, 0, -1.0]), 0, main["outer_radius_m"]),
            Rotor("tail", behind, np.array([0, 1.0, 0]), 0, tail["outer_radius_m"])]


def rim(rotor, count=72):
    """Points of the circle of a rotor."""
    aside = np.cross(rotor.axis, [1.0, 0, 0] if abs(rotor.axis[0]) < 0.9 else [0, 1.0, 0])
    aside /= np.linalg.norm(aside)
    other = np.cross(rotor.axis, aside)
    angles = np.linspace(0, 2 * math.pi, count)
    return rotor.at + rotor.radius * (np.outer(np.cos(angles), aside) + np.outer(np.sin(angles), other))


def colour_of(rotor):
    return {1: RIGHT, -1: LEFT}.get(int(rotor.turns), style.GREY)


def draw_view(axes, rotors, across, up, signs, labels):
    """Draws a view of the body components `across` and `up` with signs."""
    def project(points):
        points = np.atleast_2d(points)
        return signs[0] * points[:, across], signs[1] * points[:, up]

    for rotor in rotors:
        x, y = project(np.array([np.zeros(3), rotor.at]))
        axes.plot(x, y, color="#BBBBBB", linewidth=3, solid_capstyle="round", zorder=1)
        x, y = project(rim(rotor))
        axes.fill(x, y, color=colour_of(rotor), alpha=0.15, linewidth=0, zorder=2)
        axes.plot(x, y, color=colour_of(rotor), linewidth=1.3, zorder=3)
    axes.add_patch(Circle((0, 0), 0.02 * max(r.radius + np.linalg.norm(r.at) for r in rotors), color="black", zorder=5))
    axes.set_aspect("equal")
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])


def draw_names(axes, rotors):
    """Draws the names of rotors; rotors above each other have one label."""
    labels = {}
    for rotor in rotors:
        labels.setdefault(tuple(np.round(rotor.at[:2], 6)), []).append(rotor)
    for (y, x), each in labels.items():
        colours = {colour_of(rotor) for rotor in each}
        axes.text(x, y, ", ".join(rotor.name for rotor in each), ha="center", va="center", size=style.FONT, weight="bold", zorder=6,
                  bbox={"boxstyle": "round,pad=0.25", "facecolor": "white", "linewidth": 1,
                        "edgecolor": colours.pop() if len(colours) == 1 else style.GREY})


def draw_turn(axes, rotor):
    """Draws arrows in the sense of rotation, seen from above."""
    x, y = rotor.at[1], rotor.at[0]
    if rotor.turns == 0:
        return
    r = 0.68 * rotor.radius
    for start in (40, 220):  # degrees; clockwise angles decrease
        begin, end = math.radians(start), math.radians(start - 80 * rotor.turns)
        axes.add_patch(FancyArrowPatch((x + r * math.cos(begin), y + r * math.sin(begin)), (x + r * math.cos(end), y + r * math.sin(end)),
                                       connectionstyle=f"arc3,rad={-0.36 * rotor.turns}", arrowstyle="-|>", mutation_scale=9,
                                       color=colour_of(rotor), linewidth=1.4, zorder=5))


def draw_thrust(axes, rotor, length):
    """Draws the direction of thrust, seen from the side (forward to the right)."""
    x, z = rotor.at[0], -rotor.at[2]
    dx, dz = length * rotor.axis[0], -length * rotor.axis[2]
    if math.hypot(dx, dz) > 1e-6 * length:
        axes.annotate("", (x + dx, z + dz), (x, z), zorder=4,
                      arrowprops={"arrowstyle": "-|>", "color": colour_of(rotor), "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0})


def extent(rotors):
    return max(np.abs(np.vstack([rim(rotor) for rotor in rotors])).max(), 1e-3)


def draw(path, verify=True):
    scenario = resolved(path, verify)
    vehicle = scenario["vehicle"]
    rotors = helicopter(vehicle) if vehicle["type"] == "helicopter" else multirotor(vehicle)
    stacked = style.is_narrow()
    figure, (above, side) = plt.subplots(*((2, 1) if stacked else (1, 2)), figsize=(style.WIDTH, 6.6 if stacked else 4.2))
    draw_view(above, rotors, 1, 0, (1, 1), ("right [m]", "forward [m]"))
    draw_view(side, rotors, 0, 2, (1, -1), ("forward [m]", "up [m]"))
    size = extent(rotors)
    for rotor in rotors:
        draw_turn(above, rotor)
        draw_thrust(side, rotor, 0.45 * size)
    draw_names(above, rotors)
    for contact in vehicle.get("contact_points", []):
        point = to_frd(contact.get("position_m", contact) if isinstance(contact, dict) else contact, vehicle.get("frame", "NED/FRD"))
        side.plot(point[0], -point[2], "v", color=style.GREY, markersize=5)
    above.set_title("from above", size=style.small())
    side.set_title("from the side; arrows: thrust", size=style.small())
    x = 1.12 * size
    above.set(xlim=(-x, x), ylim=(-x, x))
    side.set(xlim=(-x, x), ylim=(-x, x))
    above.annotate("front", (0, x), (0, 0.985 * x), ha="center", va="top", size=style.small(), color=style.GREY)
    handles = [plt.Line2D([], [], color=colour, label=words) for colour, words, turn in (
        (RIGHT, "clockwise", 1), (LEFT, "counter-clockwise", -1)) if any(int(r.turns) == turn for r in rotors)]
    if handles:
        above.legend(handles=handles, loc="lower right", bbox_to_anchor=(1, 1), borderpad=0.2, fontsize=style.small())
    inertia = vehicle.get("inertia_kg_m2", {})
    says = f"{vehicle['mass_kg']:g} kg; inertia " + " / ".join(f"{inertia.get(k, 0):.3g}" for k in ("xx", "yy", "zz")) + " kg m²"
    if vehicle["type"] != "multirotor":
        says += "; the model has no height of the tail rotor"
    elif not all(known_radius(rotor) for rotor in vehicle["rotors"]):
        says += "; the radii of the rotors are not from the model"
    style.head(figure, style.plain(scenario.get("name", program.name_of(path))), f"{vehicle['type']}, {len(rotors)} rotors, {says}" + ("" if verify else "; not verified"))
    return figure
