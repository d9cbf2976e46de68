# %% [markdown]
# # A controller in Python
#
# In a steady wind, a controller without an integrator stays beside its reference. How large may the gain of an
# integrator be? The law is a Python function, which the program calls at 100 Hz.

# %%
import numpy
import pandas

import montecopter


def hold(state, reference, flight):
    """Holds a position. The parameter `integral` is the gain of the integrator."""
    error = state.position_m - reference.position_m
    total = flight.memory.setdefault("total", numpy.zeros(3))
    total += flight.period_s * error
    down = 4 * error + 3 * state.velocity_m_s + flight.parameters["integral"] * total + [0, 0, flight.gravity_m_s2]
    body = state.rotation.T @ down  # opposite to the thrust per mass, in body axes
    tilt = numpy.array([-body[1], body[0], 0]) / numpy.linalg.norm(down)
    moments = flight.inertia_kg_m2 @ (90 * tilt - 16 * state.body_rate_rad_s)
    return [flight.mass_kg * body[2], *moments]


# %%
scenario = {
    "schema": 1,
    "name": "hold",
    "vehicle": {"include": "scenarios/vehicles/f450.toml", "linear_drag_n_s_m": 0.25},
    "wind": [{"type": "steady", "to_m_s": [4.0, 0.0, 0.0]}],
    "integrator": {"type": "rk4", "rate_hz": 500},
    "simulation": {"duration_s": 10.0, "initial": {"position_m": [0, 0, -5]}},
    "trajectory": {"type": "hover", "position_m": [0, 0, -5]},
    "output": {"signals": ["position"], "rate_hz": 20, "traces": "all"},
    "monte_carlo": {"samples": 3, "seed": 4},
    "disperse": {"vehicle.mass_kg": {"dist": "normal", "apply": "factor", "mean": 1.0, "sd": 0.02}},
}
results = {gain: montecopter.run(scenario, controller=hold, output=f"hold-{gain:g}.h5", fresh=True, set={
    "controller.rate_hz": 100, "controller.parameters.integral": gain}) for gain in (0.0, 0.5, 1.5, 3.0)}
offset_m = results[0.0].traces_to_pandas("position")["position.x"].groupby("sample").last()
offset_m

# %% [markdown]
# The offset is the drag over mass and gain: 0.25 N s/m x 4 m/s / (1.4 kg x 4 / s^2) = 0.18 m. The integrator removes it.

# %%
final_m = pandas.Series({gain: result.to_pandas().m_final_distance_from_start_m.max() for gain, result in results.items()})
final_m

# %%
montecopter.plot.traces(*results.values(), signals="position.north", output="gallery-hold.png")
