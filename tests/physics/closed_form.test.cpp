/// Flights with a known formula (reference/closed_form).

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

/// The error that the reference's README allows for adaptive steps and for RK4.
constexpr double allowed = 1e-9;

double relative_error(double ours, double wanted, double floor) {
  return std::fabs(ours - wanted) / std::max(std::fabs(wanted), floor);
}

/// Flies `c` with outputs every 1/output_hz s, by dopri5 and by rk4 at 1 kHz.
std::vector<Flown> fly_both(const ReferenceCase& c, double output_hz) {
  std::vector<Flown> flown;
  flown.emplace_back(
      to_scenario(c, {.integrator = "dopri5", .rate_hz = output_hz, .tolerance = 1e-12}));
  flown.emplace_back(to_scenario(
      c, {.rate_hz = 1000, .output_every = static_cast<int>(std::lround(1000 / output_hz))}));
  return flown;
}

TEST_CASE("a drop with linear drag follows its exponential") {
  const Csv csv = read_csv(reference_path("closed_form/sih_drop_linear_drag.csv"));
  ReferenceCase c = free_body(1, {0.025, 0.025, 0.035}, 10);
  c.gravity = 9.81;
  c.linear_drag = 1;
  for (const Flown& flown : fly_both(c, 10)) {
    double worst = 0;
    for (std::size_t i = 1; i < csv.rows.size(); ++i) {
      const auto n = static_cast<std::int64_t>(i);
      worst = std::max({worst, relative_error(flown.at("position", n)[2], csv.at(i, "z_down"), 0),
                        relative_error(flown.at("velocity", n)[2], csv.at(i, "vz_down"), 0)});
    }
    INFO("relative error " << fmt::format("{:.2e}", worst));
    CHECK(worst <= allowed);
  }
}

TEST_CASE("euler follows its own recurrence in a drop") {
  const Csv csv = read_csv(reference_path("closed_form/sih_drop_euler_exact_sequence.csv"));
  double worst = 0;
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const double steps = csv.at(i, "k"), dt = csv.at(i, "dt");
    ReferenceCase c = free_body(1, {0.025, 0.025, 0.035}, steps * dt);
    c.gravity = 9.81;
    c.linear_drag = 1;
    const Flown flown(to_scenario(c, {.integrator = "euler", .rate_hz = std::round(1 / dt)}));
    const auto last = static_cast<std::int64_t>(steps);
    // One step from rest moves nothing; the table prints 1e-35 for it.
    worst =
        std::max({worst, relative_error(flown.at("position", last)[2], csv.at(i, "z_down"), 1e-20),
                  relative_error(flown.at("velocity", last)[2], csv.at(i, "vz_down"), 1e-20)});
  }
  INFO("relative error " << fmt::format("{:.2e}", worst));
  CHECK(worst <= 1e-12);  // 2500 additions of correctly rounded terms
}

TEST_CASE("a drop with quadratic drag follows its hyperbolic tangent") {
  const Csv csv = read_csv(reference_path("closed_form/quadratic_drop.csv"));
  ReferenceCase c = free_body(1, {1, 1, 1}, csv.rows.back()[0]);
  c.gravity = 9.81;
  c.quadratic_drag = 0.1;
  for (const Flown& flown : fly_both(c, 10)) {
    double worst = 0;
    for (std::size_t i = 1; i < csv.rows.size(); ++i) {
      const auto n = static_cast<std::int64_t>(i);
      worst = std::max({worst, relative_error(flown.at("position", n)[2], csv.at(i, "dist"), 0),
                        relative_error(flown.at("velocity", n)[2], csv.at(i, "speed"), 0)});
    }
    INFO("relative error " << fmt::format("{:.2e}", worst));
    CHECK(worst <= allowed);
  }
}

TEST_CASE("a motor follows its step with a first-order lag") {
  const Csv csv = read_csv(reference_path("closed_form/motor_lag_step.csv"));
  ReferenceCase c = free_body(1, {1, 1, 1}, csv.rows.back()[0]);
  c.linear_law = false;
  c.rotors = {{.high = 2000, .time_constant = 0.02}};
  c.commands = {{0, 1000}};
  c.actuators = {0};
  c.actuator_columns = {{"omega", "rotor_speed", 0}};
  // RK4 at 1 kHz misses the exponential by (dt / tau)^5 / 120 = 2.6e-9 per step, already above the
  // tolerance; 16 steps in each millisecond make that 2.5e-15.
  std::vector<Flown> flown = fly_both(c, 1000);
  flown[1] = Flown(to_scenario(c, {.rate_hz = 16000, .output_every = 16}));
  for (const Flown& one : flown) {
    double worst = 0;
    for (std::size_t i = 1; i < csv.rows.size(); ++i) {
      const double speed = one.at("rotor_speed", static_cast<std::int64_t>(i))[0];
      worst = std::max(worst, relative_error(speed, csv.at(i, "omega"), 0));
    }
    INFO("relative error " << fmt::format("{:.2e}", worst));
    CHECK(worst <= allowed);
  }
}

TEST_CASE("rotor drag brings a tilted vehicle to its steady speed") {
  const Csv csv = read_csv(reference_path("closed_form/rotor_drag_fixed_tilt.csv"));
  ReferenceCase c = free_body(2, {1, 1, 1}, csv.rows.back()[0]);  // D is per mass: any mass will do
  c.z_up = true;
  c.gravity = 9.81;
  c.rotor_drag = {0.5, 0.4, 0.1};
  c.attitude = {std::cos(0.1), 0, std::sin(0.1), 0};  // pitch of 0.2 rad; no moment will change it
  c.rotors[0].axis = {0, 0, 1};
  c.rotors[0].thrust = 10 * c.mass;
  c.commands = {{0, 1}};
  for (const Flown& flown : fly_both(c, 5)) {
    double worst = 0;
    for (std::size_t i = 1; i < csv.rows.size(); ++i) {
      const auto n = static_cast<std::int64_t>(i);
      const auto p = flown.at("position", n), v = flown.at("velocity", n);
      const double s = -1;  // NED to z up
      // The vertical motion starts as t^3 and is far smaller than the horizontal one: its scale is
      // that of the terms it is the difference of, 10 cos(0.2) t - 9.81 t.
      worst = std::max({worst, relative_error(p[0], csv.at(i, "x"), 0),
                        relative_error(v[0], csv.at(i, "vx"), 0), std::fabs(p[1]), std::fabs(v[1]),
                        relative_error(s * p[2], csv.at(i, "z"), 1),
                        relative_error(s * v[2], csv.at(i, "vz"), 1)});
    }
    INFO("relative error " << fmt::format("{:.2e}", worst));
    CHECK(worst <= allowed);
  }
}

/// Quaternion of the rotation matrix with these columns (Shepperd's method, largest w).
std::array<double, 4> quaternion(const Vector3& x, const Vector3& y, const Vector3& z) {
  const double w = 0.5 * std::sqrt(1 + x[0] + y[1] + z[2]);
  return {w, (y[2] - z[1]) / (4 * w), (z[0] - x[2]) / (4 * w), (x[1] - y[0]) / (4 * w)};
}

/// A rotor that makes a pure moment of so many N m about an axis.
ReferenceRotor moment_maker(const Vector3& axis, double moment) {
  return {.axis = axis, .spin = moment < 0 ? 1 : -1, .torque = std::fabs(moment), .high = 1};
}

TEST_CASE("constant inputs keep a vehicle on its circle") {
  const Csv csv = read_csv(reference_path("closed_form/steady_circle_constant_inputs.csv"));
  const std::size_t i = GENERATE(0, 1);
  const auto get = [&](const char* name) { return csv.at(i, name); };
  const auto vector = [&](const char* name) {
    const std::string n = name;
    return Vector3{csv.at(i, n + "x"), csv.at(i, n + "y"), csv.at(i, n + "z")};
  };
  const int outputs = 64;
  const double R = get("R"), V = get("V"), period = get("period");
  ReferenceCase c = free_body(get("m"), {get("Jx"), get("Jy"), get("Jz")}, period);
  c.z_up = true;
  c.gravity = 9.81;
  c.rotor_drag = {get("d"), get("d"), get("dz")};
  c.position = {R, 0, 0};
  c.velocity = {0, V, 0};
  c.body_rate = vector("w");
  c.attitude = quaternion(vector("xB"), vector("yB"), vector("zB"));
  c.rotors = {{.axis = {0, 0, 1}, .thrust = get("T"), .high = 1},
              moment_maker({1, 0, 0}, get("tx")),
              moment_maker({0, 1, 0}, get("ty")),
              moment_maker({0, 0, 1}, get("tz"))};
  c.commands = {{0, 1, 1, 1, 1}};
  c.rate_hz = outputs / period;
  c.step_s = period / outputs;
  const Flown flown(to_scenario(c, {.integrator = "dopri5", .tolerance = 1e-13}));
  double worst = 0;
  for (int n = 0; n <= outputs; ++n) {
    const double angle = 2 * M_PI * n / outputs;
    const auto p = flown.at("position", n), v = flown.at("velocity", n);
    const std::array<double, 6> ours = {p[0], -p[1], -p[2], v[0], -v[1], -v[2]};
    const std::array<double, 6> wanted = {R * std::cos(angle),  R * std::sin(angle), 0,
                                          -V * std::sin(angle), V * std::cos(angle), 0};
    for (std::size_t k = 0; k < 6; ++k) {
      worst = std::max(worst, relative_error(ours[k], wanted[k], 1));
    }
  }
  INFO("row " << i << ": error " << fmt::format("{:.2e}", worst));
  CHECK(worst <= allowed);
}

}  // namespace
}  // namespace montecopter
