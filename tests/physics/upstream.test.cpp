/// Traces of the original programs, and converged solutions of the same equations
/// (reference/upstream).

#include <catch2/catch.hpp>
#include <map>

#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

Difference fly_upstream(const std::string& sidecar, const std::string& integrator) {
  const ReferenceCase c = load_reference_case("upstream/" + sidecar + ".toml");
  return fly_and_compare(c, {.integrator = integrator}, "upstream/" + sidecar + ".csv",
                         Scale::absolute);
}

TEST_CASE("euler flies as multicopterDynamicsSim does") {
  const std::string name = GENERATE(
      "mds_hover_euler", "mds_step_all_euler", "mds_roll_doublet_euler", "mds_yaw_step_euler",
      "mds_full_euler", "mds_full_euler_1000hz", "mds_gyro_wheels_euler");
  const Difference d = fly_upstream(name, "euler");
  INFO(name << ": " << d.text());
  CHECK(d.rows > 250);
  // Its own compiler flags move these traces by up to 4e-13; 1e-11 leaves room for our fused
  // multiply-adds and the flip between frames, and no room for a wrong term.
  CHECK(d.worst() <= 1e-11);
}

TEST_CASE("euler flies as PX4's SIH of 2019 does in double") {
  const std::string name = GENERATE("sih2019_hover_f64", "sih2019_roll_doublet_f64");
  const Difference d = fly_upstream(name, "euler");
  INFO(name << ": " << d.text());
  CHECK(d.rows >= 300);
  CHECK(d.worst() <= 1e-11);  // double against double: rounding only
}

TEST_CASE("euler_exp flies as PX4's SIH of 2022 does in double") {
  const std::string name = GENERATE("sih2022_hover_f64", "sih2022_roll_doublet_f64");
  const Difference d = fly_upstream(name, "euler_exp");
  INFO(name << ": " << d.text());
  CHECK(d.rows >= 300);
  CHECK(d.worst() <= 1e-11);  // double against double: rounding only
}

/// What a classical RK4 at 960 Hz in double precision misses of the truth, measured with an
/// independent implementation when the references were made (tests/reference/upstream/README.md).
struct Rk4Error {
  double position_m, attitude_rad, body_rate_rad_s;
};
const std::map<std::string, Rk4Error> rk4_errors = {
    {"step_all", {6.4e-10, 0, 0}},
    {"roll_doublet", {1.3e-8, 1.0e-9, 2.3e-8}},
    {"yaw_step", {6e-10, 1.7e-10, 1.0e-8}},
    {"full", {8.8e-7, 2.6e-7, 3.7e-7}},
    // Nothing moves: no truncation error at all.
    {"hover", {0, 0, 0}},
    // Body rates of 0.583 rad/s nutate at W = |(Jz - Jx) wz + h| / Jx, at most 16.5 rad/s once the
    // rotors sum up to 4200 rad/s (h = -0.084 N m s, wz = 1.56 rad/s). RK4 lags by (W dt)^5 / 120
    // per step: 6.0e-8 rad after 5 s. The attitude integrates this rate error, which oscillates: /
    // W.
    {"gyro_wheels", {0, 2.3e-9, 3.5e-8}},
};

TEST_CASE("rk4 misses the converged solution by no more than classical RK4 does") {
  for (const auto& [name, expected] : rk4_errors) {
    const Difference d = fly_upstream("ode_" + name + "_truth", "rk4");
    INFO(name << ": " << d.text());
    // A tenth more than the two printed digits, and rounding of numbers of size 1 to 10 m.
    CHECK(d.position <= 1.1 * expected.position_m + 1e-12);
    CHECK(d.attitude_angle <= 1.1 * expected.attitude_rad + 1e-12);
    CHECK(d.body_rate <= 1.1 * expected.body_rate_rad_s + 1e-12);
  }
}

}  // namespace
}  // namespace montecopter
