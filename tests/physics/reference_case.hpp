#pragma once
/// A flight of somebody else's program: its sidecar as plain data, the same flight as a scenario of
/// ours, and how far the two are apart. Knows the sidecars of reference/models (four of the five
/// models) and of reference/upstream (mds_*, ode_* and sih*).

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "physics/csv.hpp"
#include "support/fly.hpp"

namespace montecopter {

using Vector3 = std::array<double, 3>;

/// Thrust along `axis`; spin +1 turns right-handed about it.
struct ReferenceRotor {
  Vector3 position{}, axis{0, 0, 1};
  int spin = 1;
  double thrust = 0, torque = 0;  ///< per w|w|, or at signal 1 where the law is linear
  double low = 0, high = 0;
  double time_constant = 0;  ///< 0: no lag, no state
  double inertia = 0;
  std::string law_table = {},
              motor_table = {};  ///< TOML, instead of what follows from the numbers above
};

/// A column of a trace and where ours has it.
struct ActuatorColumn {
  std::string column, signal;
  std::size_t rotor;
};

/// In its own frame and SI units.
struct ReferenceCase {
  std::string name;
  bool z_up = false;  ///< NWU/FLU, else NED/FRD
  double mass = 0, gravity = 0;
  std::array<double, 6> inertia{};  ///< xx, yy, zz, xy, xz, yz (tensor elements)
  double quadratic_drag = 0, linear_drag = 0;
  Vector3 rotor_drag{};
  std::array<double, 9> quadratic_aero_moment{}, linear_aero_moment{}, velocity_aero_moment{};
  double body_rate_limit = 0;  ///< 0: none
  double force_noise = 0, moment_noise = 0;
  bool linear_law = false;
  std::vector<ReferenceRotor> rotors;
  Vector3 position{}, velocity{}, body_rate{};
  std::array<double, 4> attitude{1, 0, 0, 0};
  std::vector<double> actuators;  ///< initial; empty: motors without state
  std::string command_time;       ///< what the first number of a command is: "t_s" or "step"
  std::vector<std::vector<double>> commands;
  double duration = 0;
  double rate_hz = 0;  ///< nominal rate: step n of a trace is at t = n / rate_hz
  double step_s = 0;   ///< exact length of a step, may differ from 1 / rate_hz in the last digits
  std::vector<ActuatorColumn> actuator_columns;
};

/// Reads the sidecar `name` below tests/reference, for example "models/sih_a.toml". Throws if the
/// vehicle has what no multirotor of ours has.
ReferenceCase load_reference_case(const std::string& name);

/// How to fly it.
struct HowToFly {
  std::string integrator = "rk4";
  double rate_hz = 0;    ///< 0: steps of the case itself
  double tolerance = 0;  ///< of a controlled integrator
  int output_every = 1;
  std::vector<std::string> signals = {};  ///< empty: those of the state
  int samples = 1;
  std::string traces = "all";
  double noise_hz = 0;    ///< rate of the process noise; 0: every step
  std::string more = {};  ///< further tables of the scenario
  std::string kernel = "auto";
};

/// The lowest multiple of `base_hz` whose steps hit every command (t_s); for solvers that have no
/// step of their own.
double rate_for_commands(const ReferenceCase& c, double base_hz);

std::string to_scenario(const ReferenceCase& c, const HowToFly& how);

/// Largest difference over all components and rows; the quaternion up to its sign.
struct Difference {
  double position = 0, velocity = 0, attitude = 0, body_rate = 0, actuator = 0;
  double attitude_angle = 0;  ///< [rad]
  std::size_t rows = 0;       ///< rows compared

  double worst() const;
  std::string text() const;
};

enum class Scale {
  absolute,            ///< actuators |a - b| / max(1, |b|), everything else |a - b|
  relative_above_one,  ///< |a - b| / max(1, |b|) for every component
};

/// One rotor without thrust, without lag and at rest: what is left is a rigid body.
ReferenceCase free_body(double mass, const Vector3& principal_inertia, double duration);

/// Compares sample 0 with a trace in the case's own frame.
Difference compare_flight(const ReferenceCase& c, const Flown& flown, const Csv& trace,
                          Scale scale);

/// Flies the case and compares it with the trace `csv` below tests/reference.
Difference fly_and_compare(const ReferenceCase& c, const HowToFly& how, const std::string& csv,
                           Scale scale);

}  // namespace montecopter
