"""The flights whose bits are compared, small enough for every build and every emulated CPU."""
import platform

from closed_loops import SET_POINTS, WITH_ALL_INTEGRATORS, controlled, estimating, late_and_windy, regulated, steered
from kinds import choices, controllers, integrators, types, winds
from scenarios import (BATTERY_PARTS, OF_GROUND, OF_PATH, OF_PULSES, UNCORRELATED_DESIGNS, VECTORS, by_thrust, correlated, designed, distributions,
                       disturbed_air, early_ends, environment, eventful, flapping, frozen, helicopter, limited, on_ground, powered, rotors, scenario,
                       sensing, supplied, surfaced, told, vector, windy)

LANES = ("baseline", "neon") if platform.machine() == "aarch64" else ("baseline", "scalar", "avx2", "avx512")

# A flight has no more of them.
MOST_WINDS, MOST_EVENTS = 8, 8


def in_turn(names, most):
    """All names, `most` at a time; those at the end fill up the last group."""
    return [names[n:n + most] if n + most <= len(names) else names[-most:] for n in range(0, len(names), most)]


def whole_flights():
    """(name, scenario) of flights of a block and a bit that take every turn there is: other vehicles, grounds."""
    yield "helicopter", helicopter()
    yield "helicopter-servos-per-step", helicopter("euler", "per_step")
    yield "sensors", sensing(scenario("rk4"))
    yield "loop", steered(scenario("rk4"))
    yield "loop-continuous", steered(scenario("rk4"), "minimum_snap", '"continuous"')
    for controller in controllers():
        yield controller, controlled(scenario("rk4"), controller)
    yield "px4-filtered", controlled(scenario("rk4"), "px4", filters=True)
    for estimator in types("estimator"):
        yield estimator, estimating(steered(scenario("rk4")), estimator)
        yield f"{estimator}-late", late_and_windy(estimating(steered(scenario("rk4")), estimator))
    yield "regulated", regulated(scenario("rk4"))
    yield "regulated-helicopter", regulated(helicopter(), rate="20")
    for n, events in enumerate(in_turn(types("event"), MOST_EVENTS)):
        yield "events" + f"-{n}" * (n > 0), eventful(sensing(steered(scenario("rk4"))), *events)
    yield "battery", powered(scenario("rk4"))
    yield "battery-parts", powered(scenario("rk4"), parts=BATTERY_PARTS)
    yield "battery-continuous", powered(steered(scenario("rk4"), rate='"continuous"'))
    yield "helicopter-events", eventful(helicopter(), "mass_drop")
    yield "frozen", frozen(scenario("rk4"))
    yield "told", told(windy(steered(scenario("rk4")), pulses=types("disturbance")), *OF_PULSES, *OF_PATH)
    yield "told-helicopter", told(helicopter())
    for ground in ("spring_damper", "sih2022"):
        yield f"told-{ground}", told(on_ground(ground, scenario("euler_exp")), *OF_GROUND)
    for n, some in enumerate(in_turn(winds(), MOST_WINDS)):
        vehicle = ("helicopter", helicopter()) if n % 2 else ("quadrotor", scenario("rk4"))
        yield f"winds-{n}-{vehicle[0]}", windy(vehicle[1], *some, pulses=types("disturbance"))
    for ground in types("ground", ("none",)):
        yield f"{ground}", on_ground(ground, scenario("euler_exp"))
        yield f"{ground}-helicopter", on_ground(ground, helicopter("semi_implicit_euler"))
    yield "disturbed-air", disturbed_air(scenario("rk4"))
    yield "surface", surfaced(rotors("quadratic", "first_order", samples=70, duration_s=0.2), "replaced")


# Blades need a flow, and electric motors a rotor speed.
WITHOUT = {"blade_element": ("load_lag",), "linear": ("electric",), "polynomial": ("electric",)}


def every_model():
    """(name, scenario) of all that changes what is computed, each in a flight of a few steps."""
    for integrator in integrators():
        yield f"integrator-{integrator}", scenario(integrator, samples=5, duration_s=0.03)
    for law in types("law"):
        for motor in types("motor", WITHOUT.get(law, ())):
            yield f"aligned-{law}-{motor}", rotors(law, motor)
            yield f"tilted-{law}-{motor}", rotors(law, motor, tilted=True)
        yield f"disturbed-air-{law}", disturbed_air(rotors(law, "first_order", samples=20, tilted=True))
    for integrator in ("euler_exp", "dopri5_fixed", "dopri5"):
        yield f"disturbed-air-{integrator}", disturbed_air(scenario(integrator, 5, 0.03), "cheeseman_bennett")
    for integrator in ("rk4", "euler_exp", "dopri5"):
        yield f"surface-{integrator}", surfaced(scenario(integrator, 5, 0.03))
    for tilted in (False, True):
        yield f"surface-events-{tilted}", eventful(surfaced(rotors("quadratic", "first_order", samples=20, tilted=tilted)),
                                                   "rotor_failure", "mass_drop")
    yield "disturbed-air-events", eventful(disturbed_air(rotors("quadratic", "first_order", samples=20)), "rotor_failure")
    for path in types("trajectory"):
        for integrator in ("rk4", "euler", "dopri5_fixed", "dopri5") if path in WITH_ALL_INTEGRATORS else ("rk4",):
            yield f"{path}-{integrator}", steered(scenario(integrator, samples=5, duration_s=0.03), path)
    for integrator in ("rk4", "euler_exp"):
        yield f"continuous-{integrator}", steered(scenario(integrator, 5, 0.03), rate='"continuous"')
    for controller in controllers():
        yield f"{controller}-dopri5", controlled(scenario("dopri5", samples=5, duration_s=0.03), controller)
    for kind in SET_POINTS:
        yield f"px4-{kind}", controlled(scenario("rk4", samples=5, duration_s=0.03), "px4", kind)
    for estimator in types("estimator"):
        for integrator in ("rk4", "dopri5_fixed", "dopri5"):
            yield f"{estimator}-{integrator}", estimating(steered(scenario(integrator, 5, 0.06)), estimator)
        yield f"{estimator}-late", late_and_windy(estimating(steered(scenario("rk4", 5, 0.06)), estimator))
        yield f"{estimator}-open", estimating(scenario("euler_exp", samples=5, duration_s=0.06), estimator, False)
    for motor in ("direct", "second_order", "load_lag"):
        yield f"regulated-{motor}", regulated(rotors("quadratic", motor))
    yield "regulated-hexa", regulated(rotors("quadratic", "first_order", 6, True), "minimum_snap", "250")
    yield "regulated-helicopter", regulated(helicopter(samples=5, duration_s=0.06), rate="50\ndelay_s = 0.02")
    for count in (1, 3, 6, 8, 16):
        yield f"{count}-rotors", rotors("quadratic", "first_order", count)
    for integrator in ("euler_exp", "dopri5_fixed", "dopri5", "rosenbrock4"):  # with two states per motor, as a table
        yield f"{integrator}-table", rotors("performance_table", "second_order", 6, True, integrator)
    for atmosphere in types("atmosphere"):
        yield f"{atmosphere}-air", environment(atmosphere, "constant")
    for gravity in choices("environment", "gravity"):
        yield f"{gravity}-gravity", environment("isa", gravity)
    for integrator in ("rk4", "euler_exp", "dopri5_fixed", "dopri5"):
        yield f"{integrator}-sensors", sensing(scenario(integrator, samples=5, duration_s=0.06))
    for field in types("magnetic_field"):
        yield f"{field}-sphere-sensors", sensing(scenario("rk4", samples=5, duration_s=0.06), "sphere", field)
    for wind in winds():
        yield f"{wind}-wind", windy(scenario("rk4", samples=20, duration_s=0.03), wind)
    for pulse in types("disturbance"):
        yield f"{pulse}", windy(rotors("quadratic", "first_order", samples=20), pulses=(pulse,))
    for integrator in ("euler_exp", "adams_bashforth_moulton", "dopri5"):
        yield f"{integrator}-winds", windy(scenario(integrator, samples=5, duration_s=0.03), *winds()[:MOST_WINDS],
                                             pulses=types("disturbance"))
    for event in types("event"):
        for integrator in ("rk4", "euler_exp", "adams_bashforth_moulton", "dopri5"):
            text = sensing(steered(scenario(integrator, samples=5, duration_s=0.06)))
            yield f"{event}-{integrator}", eventful(text, event)
    for motor in types("motor"):
        text = rotors("quadratic", motor, samples=20)
        yield f"events-{motor}", eventful(text, "rotor_failure", "rotor_stuck", "mass_drop")
    for integrator in ("rk4", "euler_exp", "dopri5_fixed", "adams_bashforth_moulton", "dopri5"):
        yield f"battery-{integrator}", powered(scenario(integrator, samples=5, duration_s=0.03))
    for law, motor in (("quadratic", "electric"), ("blade_element", "electric")):
        yield f"battery-{motor}-{law}", powered(supplied(rotors(law, motor, samples=5)), None, BATTERY_PARTS)
    yield "flapping-helicopter", flapping(helicopter(samples=5, duration_s=0.03))
    yield "flapping-helicopter-dopri5", flapping(helicopter("dopri5", samples=5, duration_s=0.03))
    yield "battery-helicopter", powered(helicopter(samples=5, duration_s=0.03), None, BATTERY_PARTS)
    yield "battery-by-thrust", by_thrust(powered(rotors("linear", "load_lag", samples=5), 40))
    for motor in ("direct", "second_order"):
        yield f"battery-parts-{motor}", powered(rotors("quadratic", motor, samples=5), 40, BATTERY_PARTS)
        yield f"battery-{motor}", powered(rotors("performance_table", motor, samples=5), 40)
    for controller in controllers():
        yield f"gains-{controller}", eventful(controlled(scenario("rk4", 5, 0.03), controller), "gain_change")
    yield "gains-regulated", eventful(regulated(scenario("rk4", 5, 0.03)), "gain_change")
    yield "limits", limited(samples=20)
    for integrator in ("rk4", "euler_exp", "adams_bashforth_moulton", "dopri5"):
        flight = windy(steered(scenario(integrator, samples=5, duration_s=0.03)), pulses=types("disturbance"))
        yield f"told-{integrator}", told(eventful(flight, "mass_drop", "rotor_failure"), *OF_PULSES, *OF_PATH)
        yield f"told-helicopter-{integrator}", told(helicopter(integrator, samples=5, duration_s=0.03))
    for integrator in integrators():
        yield f"helicopter-{integrator}", helicopter(integrator, samples=5, duration_s=0.03)
    yield "helicopter-servos-per-step", helicopter(advance="per_step", samples=5, duration_s=0.03)
    for ground in types("ground"):
        for integrator in ("rk4", "euler_exp", "dopri5_fixed", "dopri5"):
            yield f"{ground}-{integrator}", on_ground(ground, scenario(integrator, samples=20, duration_s=0.03))
        yield f"{ground}-helicopter", on_ground(ground, helicopter(samples=20, duration_s=0.03))
    yield "distributions", distributions()
    for design in choices("monte_carlo", "design"):
        yield f"design-{design}", designed(design)
        if design not in UNCORRELATED_DESIGNS:
            yield f"correlated-{design}", correlated(design)
    for dist in VECTORS:
        yield dist, vector(dist)
    yield "frozen", frozen(scenario("rk4", samples=5, duration_s=0.03))
    yield "early-ends", early_ends(samples=20)


def numbers(output):
    """What montecopter_flights prints, as {kernel: {(scenario, row, column): bytes as text}}; the resolved texts are
    of the kernel "text".
    """
    found = {}
    for line in output.splitlines():
        scenario, kernel, row, column, value = line.split(" ")
        found.setdefault(kernel, {})[scenario, row, column] = value
    return found
