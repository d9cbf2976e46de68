/// Each limit of a rotor is exceeded where it should be and nowhere else.

#include "dynamics/vehicles/rotor_validity.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"

namespace montecopter {
namespace {

constexpr double radius = 0.2, thrust = 10, density = 1.225;
const double hover_m_s = std::sqrt(thrust / (2 * density * M_PI * radius * radius));

KnownRotor of_hover() { return {hover_range, radius, true, false}; }

unsigned bits(const KnownRotor& rotor, const RotorFlight& flight, const AirAround& air = {}) {
  return exceeded_limits(rotor, flight, air).bits;
}
unsigned only(RotorLimit limit) { return RotorLimits::bit(limit); }

RotorFlight flying(double axial_m_s, double edgewise_m_s = 0) {
  return {
      .speed_rad_s = 500, .thrust_n = thrust, .axial_m_s = axial_m_s, .edgewise_m_s = edgewise_m_s};
}

TEST_CASE("a law measured in hover knows slow flight") {
  CHECK(bits(of_hover(), flying(0)) == 0);
  CHECK(bits(of_hover(), flying(0.33 * hover_m_s, 0.89 * hover_m_s)) == 0);
  CHECK(bits(of_hover(), flying(-0.33 * hover_m_s)) == 0);
  CHECK(bits(of_hover(), flying(0.34 * hover_m_s)) == only(RotorLimit::axial_flow));
  CHECK(bits(of_hover(), flying(-0.34 * hover_m_s)) == only(RotorLimit::axial_flow));
  CHECK(bits(of_hover(), flying(0, 0.91 * hover_m_s)) == only(RotorLimit::edgewise_flow));
}

TEST_CASE("a descent in the own wake is the vortex ring state") {
  KnownRotor rotor = of_hover();
  rotor.range.highest_axial_inflow = KnownRange::unlimited;
  rotor.range.highest_edgewise_inflow = KnownRange::unlimited;
  // Johnson's bounds at hover: -0.45 and -1.5 of the induced velocity.
  for (const double descent : {0.46, 1.13, 1.49}) {
    CHECK(bits(rotor, flying(-descent * hover_m_s)) == only(RotorLimit::vortex_ring));
  }
  for (const double descent : {-1.0, 0.0, 0.44, 1.51, 3.0}) {
    CHECK(bits(rotor, flying(-descent * hover_m_s)) == 0);
  }
  CHECK(bits(rotor, flying(-0.975 * hover_m_s, 0.94 * hover_m_s)) == only(RotorLimit::vortex_ring));
  CHECK(bits(rotor, flying(-0.975 * hover_m_s, 0.96 * hover_m_s)) == 0);
  rotor.range.knows_vortex_ring = true;
  CHECK(bits(rotor, flying(-1.13 * hover_m_s)) == 0);
}

TEST_CASE("a table knows the advance ratios from its first to its last knot") {
  PerformanceTableRotor law;
  law.diameter_m = 2 * radius;
  law.advance_ratio = {-0.1, 0.8};
  KnownRotor rotor{known_range(RotorLaw(law)), radius, true, false};
  rotor.range.knows_vortex_ring = true;                // of which the test above is
  const double per_j = 500 / (2 * M_PI) * 2 * radius;  // n D
  CHECK(bits(rotor, flying(0.79 * per_j)) == 0);
  CHECK(bits(rotor, flying(0.81 * per_j)) == only(RotorLimit::axial_flow));
  CHECK(bits(rotor, flying(-0.09 * per_j)) == 0);
  CHECK(bits(rotor, flying(-0.11 * per_j)) == only(RotorLimit::axial_flow));
  CHECK(bits(rotor, flying(0, 0.25 * 500 * radius)) == 0);
  CHECK(bits(rotor, flying(0, 0.27 * 500 * radius)) == only(RotorLimit::edgewise_flow));
  // Thrust in proportion to the density: all are known.
  CHECK(bits(rotor, flying(0), {.density_kg_m3 = 0.7}) == 0);
}

TEST_CASE("blades are compared with their Mach and Reynolds number") {
  RotorFlight fast = flying(0);
  fast.speed_rad_s = 0.69 * 340.3 / radius;  // speed of sound at 15 C
  CHECK(bits(of_hover(), fast) == 0);
  fast.speed_rad_s = 0.71 * 340.3 / radius;
  CHECK(bits(of_hover(), fast) == only(RotorLimit::tip_mach));
  KnownRotor rotor = of_hover();
  CHECK(unmonitored_limits(rotor).bits == only(RotorLimit::reynolds_number));
  rotor.range.chord_m = 0.02;
  CHECK(unmonitored_limits(rotor).bits == only(RotorLimit::reynolds_number));  // without a range
  // 1.225 kg/m3, 75 m/s and 0.02 m in air of 1.789e-5 Pa s: US Standard Atmosphere 1976.
  const double reynolds = 1.225 * 0.75 * 500 * radius * 0.02 / 1.7894e-5;
  rotor.range.lowest_reynolds = 0.99 * reynolds, rotor.range.highest_reynolds = 1.01 * reynolds;
  CHECK(unmonitored_limits(rotor).bits == 0);
  CHECK(bits(rotor, flying(0)) == 0);
  rotor.range.lowest_reynolds = 1.001 * reynolds;
  CHECK(bits(rotor, flying(0)) == only(RotorLimit::reynolds_number));
  rotor.range.lowest_reynolds = 0, rotor.range.highest_reynolds = 0.999 * reynolds;
  CHECK(bits(rotor, flying(0)) == only(RotorLimit::reynolds_number));
}

TEST_CASE("the ground and the density are compared with the model's") {
  RotorFlight low = flying(0);
  low.height_m = 2.01 * radius;
  CHECK(bits(of_hover(), low) == 0);
  low.height_m = 1.99 * radius;
  CHECK(bits(of_hover(), low) == only(RotorLimit::near_ground));
  KnownRotor knows_ground = of_hover();
  knows_ground.has_ground_effect = true;
  CHECK(bits(knows_ground, low) == 0);
  low.height_m = 0.49 * radius;
  CHECK(bits(knows_ground, low) == only(RotorLimit::near_ground));
  // Slower, so that the thinner air leaves the flow known.
  CHECK(bits(of_hover(), flying(0), {.density_kg_m3 = 1.11}) == 0);
  CHECK(bits(of_hover(), flying(0), {.density_kg_m3 = 0.777}) == only(RotorLimit::density));
  CHECK(bits(of_hover(), flying(0), {.density_kg_m3 = 1.36}) == only(RotorLimit::density));
}

TEST_CASE("what lacks a radius or a speed is not monitored") {
  KnownRotor rotor{hover_range, std::nullopt, true, false};
  RotorFlight wild = flying(-50, 300);
  wild.height_m = 0;
  CHECK(bits(rotor, wild) == 0);
  CHECK(bits(rotor, wild, {.density_kg_m3 = 0.5}) == only(RotorLimit::density));
  CHECK(unmonitored_limits(rotor).bits == ((1u << rotor_limits) - 1 - only(RotorLimit::density) -
                                           only(RotorLimit::response_surface)));
  rotor.radius_m = radius, rotor.has_speed = false;
  CHECK(unmonitored_limits(rotor).bits ==
        (only(RotorLimit::tip_mach) | only(RotorLimit::reynolds_number)));
}

Rotor rotor_at(double x, double z, std::optional<double> radius_m) {
  Rotor rotor;
  rotor.position_m = {x, 0, z}, rotor.axis = {0, 0, -1}, rotor.spin = 1;
  *rotor.law = QuadraticRotor{};
  *rotor.motor = DirectMotor{};
  rotor.radius_m = radius_m;
  return rotor;
}

TEST_CASE("rotors in the wake of others are found by their discs") {
  const auto overlaps = [](const Rotor& a, const Rotor& b) {
    Multirotor vehicle;
    vehicle.rotors = {a, b};
    return overlapping_rotors(vehicle);
  };
  CHECK(overlaps(rotor_at(0, 0, 0.2), rotor_at(0.41, 0, 0.2)).empty());
  const auto side = overlaps(rotor_at(0, 0, 0.2), rotor_at(0.39, 0, 0.2));
  REQUIRE(side.size() == 2);  // at the same height both meet the other
  CHECK_FALSE(side[0].coaxial);
  const auto below = overlaps(rotor_at(0, 0, 0.2), rotor_at(0, 0.1, 0.2));
  REQUIRE(below.size() == 1);
  CHECK((below[0].upper == 0 && below[0].lower == 1 && below[0].coaxial));
  // Without radii those on one axis.
  CHECK(overlaps(rotor_at(0, 0, {}), rotor_at(0, 0, {})).size() == 2);
  CHECK(overlaps(rotor_at(0, 0, {}), rotor_at(0.05, 0, {})).empty());
}

}  // namespace
}  // namespace montecopter
