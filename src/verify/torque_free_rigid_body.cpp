#include "verify/torque_free_rigid_body.hpp"

#include <fmt/format.h>

#include "verify/torque_free_motion.hpp"

namespace montecopter::verify {
namespace {

/// Phase error of rates up to 6 rad/s for 10 s at 1 kHz. RK4 has an error of (w h)^5 / 120 per
/// step, (6e-3)^5 / 120 x 1e4 = 6e-10. The attitude turns by half the angle and has a smaller
/// error.
constexpr double phase_tolerance = 6.5e-10;
constexpr double top_duration_s = 10;

BodyFlight flight_of(const Vector& inertia, const Vec3<double>& rate) {
  return {.inertia_kg_m2 = inertia,
          .duration_s = top_duration_s,
          .body_rate_rad_s = {rate.x, rate.y, rate.z}};
}

BodyFlight flight_of(const SymmetricTop& top) {
  return flight_of({top.transverse, top.transverse, top.axial}, top.start);
}

std::vector<Check> symmetric_top(const Lab& lab) {
  const SymmetricTop top = {0.025, 0.035, {1, 2, 5}};
  const FlightsInMemory flown = lab.fly(flight_of(top));
  const std::string source = "Euler: precession about L, spin about the axis";
  return {error_check({"symmetric top, rates", source}, rate_error(flown, top), phase_tolerance),
          error_check({"symmetric top, attitude", source}, attitude_error(flown, top),
                      phase_tolerance)};
}

std::vector<Check> gyrostat(const Lab& lab) {
  const SymmetricTop top = {0.025, 0.035, {1, 2, 4}, 0.02};
  BodyFlight flight = flight_of(top);
  // A wheel of 2e-5 kg m2 at 1000 rad/s about z (down), without thrust and torque.
  flight.rotors =
      "{position_m = [0, 0, 0], axis = [0, 0, 1], spin = 1, law = {type = \"signed_quadratic\", "
      "thrust_n_s2 = 0, torque_n_m_s2 = 0}, motor = {type = \"first_order\", time_constant_s = "
      "0.02, max = 2000, rotor_inertia_kg_m2 = 2e-5}}";
  flight.commands = {1000};
  const FlightsInMemory flown = lab.fly(flight);
  const std::string source = "Euler and Volterra, a wheel about the axis";
  return {error_check({"gyrostat, rates", source}, rate_error(flown, top), phase_tolerance),
          error_check({"gyrostat, attitude", source}, attitude_error(flown, top), phase_tolerance)};
}

/// Checks the torque of a rotor without thrust: its reaction turns the body against its spin.
Check spun_up(const Lab& lab) {
  const SymmetricTop top = {0.025, 0.035, {1, -2, 1}, 0, 0.014};
  BodyFlight flight = flight_of(top);
  flight.rotors =
      "{position_m = [0, 0, 0], axis = [0, 0, 1], spin = -1, law = {type = \"linear\", "
      "thrust_max_n = 0, torque_max_n_m = 0.014}, motor = {type = \"direct\", max = 1}}";
  flight.commands = {1};
  const FlightsInMemory flown = lab.fly(flight);
  return error_check(
      {"symmetric top, spun up by a rotor", "Boedewadt: a constant moment about the axis"},
      rate_error(flown, top), phase_tolerance);
}

std::vector<Check> asymmetric_top(const Lab& lab) {
  const Vector inertia = {0.01, 0.02, 0.03};
  const AsymmetricTop top(inertia, 4, 5);
  const FlightsInMemory flown = lab.fly(flight_of(inertia, top.rate(0)));
  return {error_check({"asymmetric top, rates", "Jacobi: cn, sn, dn"}, rate_error(flown, top),
                      phase_tolerance),
          error_check({"asymmetric top, attitude", "Jacobi: an integral of elliptic functions"},
                      attitude_error(flown, top), phase_tolerance)};
}

}  // namespace

double attitude_error(std::span<const double> ours, const Quat<double>& wanted) {
  Largest same, opposite;
  const std::array<double, 4> q = {wanted.w, wanted.x, wanted.y, wanted.z};
  for (std::size_t k = 0; k < 4; ++k) {
    same.take(ours[k] - q[k]);
    opposite.take(ours[k] + q[k]);
  }
  return same < opposite ? same : opposite;
}

std::vector<Check> torque_free_rigid_body_checks(const Lab& lab) {
  std::vector<Check> checks;
  for (const auto& some :
       {symmetric_top(lab), gyrostat(lab), std::vector{spun_up(lab)}, asymmetric_top(lab)}) {
    checks.insert(checks.end(), some.begin(), some.end());
  }
  return checks;
}

}  // namespace montecopter::verify
