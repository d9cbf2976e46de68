#include "physics/reference_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace montecopter {
namespace {

Vector3 flip(bool z_up, const Vector3& a) { return z_up ? Vector3{a[0], -a[1], -a[2]} : a; }

template <class Range>
std::string list(const Range& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

std::string write_law(const ReferenceRotor& r, bool linear) {
  if (!r.law_table.empty()) return r.law_table;
  if (linear) {
    return fmt::format("{{type = \"linear\", thrust_max_n = {}, torque_max_n_m = {}}}", r.thrust,
                       r.torque);
  }
  return fmt::format("{{type = \"signed_quadratic\", thrust_n_s2 = {}, torque_n_m_s2 = {}}}",
                     r.thrust, r.torque);
}

std::string write_motor(const ReferenceRotor& r) {
  if (!r.motor_table.empty()) return r.motor_table;
  if (r.time_constant == 0) {
    return fmt::format("{{type = \"direct\", min = {}, max = {}}}", r.low, r.high);
  }
  return fmt::format(
      "{{type = \"first_order\", time_constant_s = {}, min = {}, max = {}, "
      "rotor_inertia_kg_m2 = {}}}",
      r.time_constant, r.low, r.high, r.inertia);
}

std::string write_rotor(const ReferenceRotor& r, bool linear) {
  return fmt::format("[[vehicle.rotors]]\nposition_m = {}\naxis = {}\nspin = {}\n",
                     list(r.position), list(r.axis), r.spin) +
         fmt::format("law = {}\nmotor = {}\n", write_law(r, linear), write_motor(r));
}

std::string write_vehicle(const ReferenceCase& c, double noise_hz) {
  const auto& j = c.inertia;
  std::string text = "[vehicle]\ntype = \"multirotor\"\n";
  text += fmt::format("frame = \"{}\"\nmass_kg = {}\n", c.z_up ? "NWU/FLU" : "NED/FRD", c.mass);
  text += fmt::format("inertia_kg_m2 = {{xx = {}, yy = {}, zz = {}, xy = {}, xz = {}, yz = {}}}\n",
                      j[0], j[1], j[2], j[3], j[4], j[5]);
  text += fmt::format("quadratic_drag_n_s2_m2 = {}\nlinear_drag_n_s_m = {}\n", c.quadratic_drag,
                      c.linear_drag);
  text += fmt::format("rotor_drag_1_s = {}\nquadratic_aero_moment_n_m_s2 = {}\n",
                      list(c.rotor_drag), list(c.quadratic_aero_moment));
  text += fmt::format("linear_aero_moment_n_m_s = {}\nvelocity_aero_moment_n_s = {}\n",
                      list(c.linear_aero_moment), list(c.velocity_aero_moment));
  if (c.body_rate_limit > 0) {
    text += fmt::format("body_rate_limit_rad_s = {}\n", c.body_rate_limit);
  }
  text += fmt::format("process_noise = {{force_n2_s = {}, moment_n2_m2_s = {}{}}}\n", c.force_noise,
                      c.moment_noise, noise_hz > 0 ? fmt::format(", rate_hz = {}", noise_hz) : "");
  for (const ReferenceRotor& rotor : c.rotors) text += write_rotor(rotor, c.linear_law);
  return text;
}

std::string write_start(const ReferenceCase& c) {
  const auto& q = c.attitude;
  const double s = c.z_up ? -1 : 1;
  const std::array<double, 4> attitude = {q[0], q[1], s * q[2], s * q[3]};
  std::string text = "[simulation.initial]\n";
  text += fmt::format("position_m = {}\nvelocity_m_s = {}\nattitude = {}\nbody_rate_rad_s = {}\n",
                      list(flip(c.z_up, c.position)), list(flip(c.z_up, c.velocity)),
                      list(attitude), list(flip(c.z_up, c.body_rate)));
  if (!c.actuators.empty()) text += fmt::format("actuators = {}\n", list(c.actuators));
  return text;
}

std::string write_integrator(const ReferenceCase& c, const HowToFly& how) {
  std::string text = fmt::format("[integrator]\ntype = \"{}\"\n", how.integrator);
  const double rate = how.rate_hz > 0 ? how.rate_hz : c.rate_hz;
  const bool exact = how.rate_hz > 0 || c.step_s == 1.0 / c.rate_hz;
  text += exact && rate == std::round(rate) ? fmt::format("rate_hz = {:.0f}\n", rate)
                                            : fmt::format("step_s = {}\n", c.step_s);
  if (how.tolerance > 0) {
    text += fmt::format("relative_tolerance = {0}\nabsolute_tolerance = {0}\n", how.tolerance);
  }
  return text + fmt::format("[simulation]\nsteps = {:.0f}\n", std::round(c.duration * rate));
}

std::string write_output(const ReferenceCase& c, const HowToFly& how) {
  std::vector<std::string> signals = how.signals;
  if (signals.empty()) {
    signals = {"position", "velocity", "attitude", "body_rate"};
    for (const ActuatorColumn& a : c.actuator_columns) {
      if (std::find(signals.begin(), signals.end(), a.signal) == signals.end()) {
        signals.push_back(a.signal);
      }
    }
  }
  return fmt::format("[output]\nevery_steps = {}\ntraces = \"{}\"\nsignals = [\"{}\"]\n",
                     how.output_every, how.traces, fmt::join(signals, "\", \"")) +
         fmt::format("[monte_carlo]\nsamples = {}\nseed = 1\n", how.samples) + how.more;
}

/// Largest component difference, each divided by its scale.
template <class A, class B>
double largest(const A& a, const B& b, bool relative) {
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double e = std::fabs(a[k] - b[k]) / (relative ? std::max(1.0, std::fabs(b[k])) : 1.0);
    worst = e <= worst ? worst : e;  // keeps a NaN
  }
  return worst;
}

template <std::size_t N>
std::array<double, N> columns(const Csv& csv, std::size_t row,
                              const std::array<const char*, N>& names) {
  std::array<double, N> values;
  for (std::size_t k = 0; k < N; ++k) values[k] = csv.at(row, names[k]);
  return values;
}

Vector3 native(const ReferenceCase& c, std::span<const double> a) {
  return flip(c.z_up, {a[0], a[1], a[2]});
}

void compare_attitude(std::array<double, 4> q, const std::array<double, 4>& wanted,
                      Difference& worst) {
  double product = 0;
  for (std::size_t k = 0; k < 4; ++k) product += q[k] * wanted[k];
  for (double& x : q) x = product < 0 ? -x : x;
  worst.attitude = std::max(worst.attitude, largest(q, wanted, false));
  double square = 0;
  for (std::size_t k = 0; k < 4; ++k) square += (q[k] - wanted[k]) * (q[k] - wanted[k]);
  // The chord |q - q'| is 2 sin(angle / 4).
  const double angle = 4 * std::asin(std::min(1.0, 0.5 * std::sqrt(square)));
  worst.attitude_angle = std::max(worst.attitude_angle, angle);
}

}  // namespace

double Difference::worst() const {
  return std::max({position, velocity, attitude, body_rate, actuator});
}

std::string Difference::text() const {
  return fmt::format(
      "{} rows: position {:.2e} velocity {:.2e} attitude {:.2e} ({:.2e} rad) body rate {:.2e} "
      "actuators {:.2e}",
      rows, position, velocity, attitude, attitude_angle, body_rate, actuator);
}

double rate_for_commands(const ReferenceCase& c, double base_hz) {
  for (double rate = base_hz; rate < 1e4; rate += base_hz) {
    const auto on_step = [&](const std::vector<double>& row) {
      return std::fabs(row[0] * rate - std::round(row[0] * rate)) < 1e-6;
    };
    if (std::all_of(c.commands.begin(), c.commands.end(), on_step)) return rate;
  }
  throw std::runtime_error(c.name + ": commands fit no rate");
}

std::string to_scenario(const ReferenceCase& c, const HowToFly& how) {
  std::string text = fmt::format("schema = 1\nname = \"{}\"\n", c.name);
  text += fmt::format("[environment]\ngravity_m_s2 = {}\n", c.gravity);
  text += write_vehicle(c, how.noise_hz);
  text += fmt::format("[controller]\ntype = \"command_table\"\ntime = \"{}\"\nrows = [\n",
                      c.command_time);
  for (const auto& row : c.commands) text += "  " + list(row) + ",\n";
  text += "]\n";
  text += write_integrator(c, how) + write_start(c);
  return text + write_output(c, how);
}

ReferenceCase free_body(double mass, const Vector3& principal_inertia, double duration) {
  ReferenceCase c;
  c.name = "free-body";
  c.mass = mass;
  for (std::size_t k = 0; k < 3; ++k) c.inertia[k] = principal_inertia[k];
  c.linear_law = true;
  c.rotors = {{.axis = {0, 0, -1}, .high = 1}};
  c.command_time = "t_s";
  c.commands = {{0, 0}};
  c.duration = duration;
  return c;
}

Difference compare_flight(const ReferenceCase& c, const Flown& flown, const Csv& trace,
                          Scale scale) {
  const bool relative = scale == Scale::relative_above_one;
  const double output_hz = 1.0 / flown.time(1);
  Difference worst;
  for (std::size_t row = 0; row < trace.rows.size(); ++row) {
    // A trace that counts steps is compared step by step, whatever their exact length.
    const double output =
        trace.has("step")
            ? trace.at(row, "step") / static_cast<double>(flown.plan().time.output_every)
            : trace.at(row, "t") * output_hz;
    const auto n = static_cast<std::int64_t>(std::llround(output));
    if (std::fabs(output - static_cast<double>(n)) > 1e-6) throw std::runtime_error("row off step");
    const auto take = [&](double& field, const auto& ours, const auto& theirs, bool divide) {
      field = std::max(field, largest(ours, theirs, divide));
    };
    take(worst.position, native(c, flown.at("position", n)),
         columns<3>(trace, row, {"px", "py", "pz"}), relative);
    take(worst.velocity, native(c, flown.at("velocity", n)),
         columns<3>(trace, row, {"vx", "vy", "vz"}), relative);
    take(worst.body_rate, native(c, flown.at("body_rate", n)),
         columns<3>(trace, row, {"wx", "wy", "wz"}), relative);
    const auto q = flown.at("attitude", n);
    const double s = c.z_up ? -1 : 1;
    compare_attitude({q[0], q[1], s * q[2], s * q[3]},
                     columns<4>(trace, row, {"qw", "qx", "qy", "qz"}), worst);
    for (const ActuatorColumn& a : c.actuator_columns) {
      take(worst.actuator, std::array{flown.at(a.signal, n)[a.rotor]},
           std::array{trace.at(row, a.column)}, true);
    }
    ++worst.rows;
  }
  return worst;
}

Difference fly_and_compare(const ReferenceCase& c, const HowToFly& how, const std::string& csv,
                           Scale scale) {
  const Flown flown(to_scenario(c, how), how.kernel);
  if (flown.status() != Status::ok) throw std::runtime_error(c.name + " did not fly");
  return compare_flight(c, flown, read_csv(reference_path(csv)), scale);
}

}  // namespace montecopter
