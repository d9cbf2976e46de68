/// Checks of flights pass as they are, and fail where a law is broken or a tolerance is too narrow.

#include <catch2/catch.hpp>

#include "simulate/dispatch.hpp"
#include "verify/bits.hpp"
#include "verify/closed_forms.hpp"
#include "verify/conservation.hpp"
#include "verify/orders.hpp"
#include "verify/torque_free_motion.hpp"
#include "verify/torque_free_rigid_body.hpp"

namespace montecopter::verify {
namespace {

const Lab lab(choose_kernel("auto"));
const Claim claim = {"a name", "a source"};

TEST_CASE("a path that is not that of the law fails") {
  const QuadraticDragFall fall = {9.80665, std::sqrt(98.0665)};
  BodyFlight flight = {
      .drag = "quadratic_drag_n_s2_m2 = 0.1", .gravity_m_s2 = 9.80665, .duration_s = 2};
  CHECK(path_check(claim, lab.fly(flight), fall, 1e-12).passed());
  CHECK_FALSE(path_check(claim, lab.fly(flight), fall, 1e-17).passed());
  flight.drag = "quadratic_drag_n_s2_m2 = 0.1000000001";
  CHECK_FALSE(path_check(claim, lab.fly(flight), fall, 1e-12).passed());
  flight.drag = "linear_drag_n_s_m = 0.1";
  CHECK_FALSE(path_check(claim, lab.fly(flight), fall, 1e-3).passed());
}

TEST_CASE("a flight that ends early fails every check of it") {
  // Euler's steps of ten time constants: the speed grows until it is no number.
  const BodyFlight flight = {.drag = "quadratic_drag_n_s2_m2 = 1e6",
                             .integrator = "euler",
                             .rate_hz = 10,
                             .duration_s = 10,
                             .velocity_m_s = {1e6, 0, 0}};
  const FlightsInMemory flown = lab.fly(flight);
  REQUIRE(flown.status() == Status::diverged);
  CHECK_FALSE(path_check(claim, flown, Fall{0, {1e6, 0, 0}}, 1e300).passed());
  CHECK_FALSE(error_check(claim, energy_drift(flown, {1, 0, {1, 1, 1}}), 1e300).passed());
  CHECK_FALSE(error_check(claim, norm_error(flown), 1).passed());
}

TEST_CASE("a top with another moment of inertia fails") {
  const SymmetricTop top = {0.025, 0.035, {1, 2, 5}};
  BodyFlight flight = {
      .inertia_kg_m2 = {0.025, 0.025, 0.035}, .duration_s = 5, .body_rate_rad_s = {1, 2, 5}};
  CHECK(rate_error(lab.fly(flight), top) < 1e-9);
  CHECK(attitude_error(lab.fly(flight), top) < 1e-9);
  flight.inertia_kg_m2[2] *= 1 + 1e-8;
  CHECK(rate_error(lab.fly(flight), top) > 1e-9);
  CHECK(attitude_error(lab.fly(flight), top) > 1e-9);
}

TEST_CASE("energy, momentum and the norm are missed where they are not kept") {
  BodyFlight flight = {.mass_kg = 2,
                       .inertia_kg_m2 = {0.01, 0.02, 0.03},
                       .gravity_m_s2 = 9.81,
                       .duration_s = 5,
                       .velocity_m_s = {1, 2, -3},
                       .body_rate_rad_s = {1, 0.5, 2.5}};
  const FreeBody body = {2, 9.81, flight.inertia_kg_m2};
  CHECK(energy_drift(lab.fly(flight), body) < 1e-11);
  CHECK(momentum_drift(lab.fly(flight), body) < 1e-11);
  CHECK(norm_error(lab.fly(flight)) <= 8 * 0x1p-53);
  CHECK(energy_drift(lab.fly(flight), {2, 9.80, flight.inertia_kg_m2}) > 1e-5);
  flight.drag = "linear_drag_n_s_m = 1e-6";
  CHECK(energy_drift(lab.fly(flight), body) > 1e-8);
  flight.drag = "linear_aero_moment_n_m_s = 1e-9";
  CHECK(momentum_drift(lab.fly(flight), body) > 1e-8);
}

TEST_CASE("an integrator of another order than it should have fails") {
  const TumblingBody body = TumblingBody::make();
  CHECK(order_check(lab, body, {"rk4", 80, 4, 0}).passed());
  CHECK_FALSE(order_check(lab, body, {"rk4", 80, 5, 0}).passed());
  CHECK_FALSE(order_check(lab, body, {"euler", 1600, 4, 0}).passed());
}

TEST_CASE("a result that differs by one bit fails") {
  BodyFlight flight = {.duration_s = 0.1, .samples = 3};
  flight.tables =
      "[[wind]]\ntype = \"steady\"\nto_m_s = [0, 0, 0]\n"
      "[disperse.\"vehicle.mass_kg\"]\ndist = \"fixed\"\nvalue = 1.0\n"
      "[disperse.\"wind.0.to_m_s.x\"]\ndist = \"fixed\"\nvalue = 1.0\n";
  flight.velocity_m_s = {1, 0, 0};
  const std::string hash = content_hash(lab.fly(flight));
  CHECK(hash.size() == 64);
  for (const Kernel* kernel : available_kernels()) {
    CHECK(hash_check(claim, lab.fly(flight.toml(), *kernel), hash).passed());
  }
  flight.velocity_m_s = {1 + 0x1p-52, 0, 0};
  const Check other = hash_check(claim, lab.fly(flight), hash);
  CHECK_FALSE(other.passed());
  CHECK(other.detail.find(hash) != std::string::npos);
}

}  // namespace
}  // namespace montecopter::verify
