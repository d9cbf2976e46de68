#include "verify/conservation.hpp"

#include "dynamics/environment/gravity.hpp"

namespace montecopter::verify {
namespace {

constexpr double gravity_of_throw_m_s2 = 9.80665;

/// A flight of ten minutes that tumbles at 3 rad/s.
BodyFlight long_flight() {
  return {.mass_kg = 2,
          .inertia_kg_m2 = {0.01, 0.02, 0.03},
          .gravity_m_s2 = gravity_of_throw_m_s2,
          .duration_s = 600,
          .velocity_m_s = {5, -7, -3000},
          .body_rate_rad_s = {1, 0.5, 2.5}};
}

/// Decay of an oscillation under RK4. With angle z per step, the amplification is 1 - z^6 / 144.
/// Here z = 3e-3, and twice that for energies.
double rk4_decay(double steps) {
  const double z = 3e-3;
  return 2 * z * z * z * z * z * z / 144 * steps;
}

std::vector<Check> tumbling(const Lab& lab) {
  const BodyFlight flight = long_flight();
  // Energies of such different magnitude are checked one by one: 9 MJ of the throw, 0.1 J of the
  // turn.
  const FreeBody thrown = {flight.mass_kg, gravity_of_throw_m_s2, {0, 0, 0}};
  const FreeBody body = {0, 0, flight.inertia_kg_m2};
  const FlightsInMemory flown = lab.fly(flight);
  const double tolerance = rk4_decay(flight.steps()) + rounding_of(flight.steps());
  return {
      error_check({"energy of a ballistic flight", "m v^2/2 + m g h, 10 min"},
                  energy_drift(flown, thrown), rounding_of(flight.steps())),
      error_check({"energy of a tumbling body", "no external moment, 10 min"},
                  energy_drift(flown, body), tolerance),
      error_check({"angular momentum of a tumbling body", "no external moment, 10 min"},
                  momentum_drift(flown, body), tolerance),
      // Normalised after every step: four squares, their sum, a root and a quotient are rounded.
      error_check({"norm of the quaternion", "|q| = 1, 10 min"}, norm_error(flown), 8 * 0x1p-53)};
}

BodyFlight with_wheel() {
  BodyFlight flight = long_flight();
  flight.gravity_m_s2 = 0;
  flight.velocity_m_s = {0, 0, 0};
  flight.duration_s = 60;
  flight.rotors =
      "{position_m = [0, 0, 0], axis = [0, 0, 1], spin = 1, law = {type = \"signed_quadratic\", "
      "thrust_n_s2 = 0, torque_n_m_s2 = 0}, motor = {type = \"first_order\", time_constant_s = "
      "0.5, max = 2000, rotor_inertia_kg_m2 = 1e-5}}";
  flight.commands = {1000};
  flight.more_signals = ", \"rotor_speed\"";
  return flight;
}

/// Checks a wheel at constant speed: neither its motor nor the body changes its momentum.
std::vector<Check> even_wheel(const Lab& lab) {
  const BodyFlight flight = with_wheel();
  const FreeBody body = {flight.mass_kg, 0, flight.inertia_kg_m2, 0.01};
  const FlightsInMemory flown = lab.fly(flight);
  const double tolerance = rk4_decay(flight.steps()) + rounding_of(flight.steps());
  return {error_check({"energy of a body with a spinning wheel", "wheel at constant speed, 1 min"},
                      energy_drift(flown, body), tolerance),
          error_check({"angular momentum with a spinning wheel", "wheel at constant speed, 1 min"},
                      momentum_drift(flown, body), tolerance)};
}

/// Checks a motor that starts in a body at rest: the body loses the momentum that the rotor gains.
Check starting_motor(const Lab& lab) {
  BodyFlight flight = with_wheel();
  flight.body_rate_rad_s = {0, 0, 0};
  flight.actuators = {0};
  flight.duration_s = 5;
  const FlightsInMemory flown = lab.fly(flight);
  const double rotor = 1e-5, axial = flight.inertia_kg_m2[2];
  Largest left, exchanged;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    const double gained = rotor * flown.at("rotor_speed", n)[0];
    left.take(axial * flown.at("body_rate", n)[2] + gained);
    exchanged.take(gained);
  }
  return error_check({"reaction torque of a starting motor", "momentum of body and rotor: 0"},
                     left / exchanged, rounding_of(flight.steps()));
}

/// Checks the work of gravity that decreases with height: per mass, the integral of g(z) from start
/// to end.
Check fall_in_normal_gravity(const Lab& lab) {
  BodyFlight flight = {.duration_s = 40};
  flight.tables = "[environment.home]\nlatitude_deg = 45.0\naltitude_m = 10000.0\n";
  std::string text = flight.toml();
  const std::string constant = "gravity_m_s2 = 0.0";
  text.replace(text.find(constant), constant.size(), "gravity = \"normal\"");
  const FlightsInMemory flown = lab.fly(text);
  const std::int64_t last = flown.outputs() - 1;
  const double fallen = flown.at("position", last)[2], speed = flown.at("velocity", last)[2];
  // Normal gravity is quadratic in height: Simpson's rule is exact.
  const auto at = [](double altitude) { return normal_gravity(45.0, altitude); };
  const double work = fallen / 6 * (at(10000) + 4 * at(10000 - fallen / 2) + at(10000 - fallen));
  return error_check({"energy of a free fall in normal gravity", "v^2/2 = integral of g dz"},
                     0.5 * speed * speed / work - 1, 2 * rounding_of(flight.steps()));
}

}  // namespace

double FreeBody::energy(const FlightsInMemory& flown, std::int64_t output) const {
  const auto p = flown.at("position", output), v = flown.at("velocity", output);
  const auto w = flown.at("body_rate", output);
  double twice = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    twice += mass_kg * v[k] * v[k] + inertia_kg_m2[k] * w[k] * w[k];
  }
  return 0.5 * twice - mass_kg * gravity_m_s2 * p[2];
}

Vec3<double> FreeBody::momentum(const FlightsInMemory& flown, std::int64_t output) const {
  const auto q = flown.at("attitude", output), w = flown.at("body_rate", output);
  const auto& j = inertia_kg_m2;
  return Rotation<double>({q[0], q[1], q[2], q[3]}) *
         Vec3<double>{j[0] * w[0], j[1] * w[1], j[2] * w[2] + wheel};
}

double energy_drift(const FlightsInMemory& flown, const FreeBody& body) {
  const double first = body.energy(flown, 0);
  Largest change, size;
  size.take(first);
  for (std::int64_t n = 1; n < flown.outputs(); ++n) {
    change.take(body.energy(flown, n) - first);
    const double speed = flown.at("velocity", n)[2];
    size.take(0.5 * body.mass_kg * speed * speed);
  }
  return change / size;
}

double momentum_drift(const FlightsInMemory& flown, const FreeBody& body) {
  const Vec3<double> first = body.momentum(flown, 0);
  Largest change;
  for (std::int64_t n = 1; n < flown.outputs(); ++n) {
    const Vec3<double> moved = body.momentum(flown, n) - first;
    change.take(std::sqrt(dot(moved, moved)));
  }
  return change / std::sqrt(dot(first, first));
}

double norm_error(const FlightsInMemory& flown) {
  Largest error;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    double square = 0;
    for (const double x : flown.at("attitude", n)) square += x * x;
    error.take(std::sqrt(square) - 1);
  }
  return error;
}

std::vector<Check> conservation_checks(const Lab& lab) {
  std::vector<Check> checks = tumbling(lab);
  for (Check& check : even_wheel(lab)) checks.push_back(std::move(check));
  checks.push_back(starting_motor(lab));
  checks.push_back(fall_in_normal_gravity(lab));
  return checks;
}

}  // namespace montecopter::verify
