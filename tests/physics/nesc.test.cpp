/// NASA/NESC check cases (reference/nesc) on a flat Earth whose gravity and air vary with altitude.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/csv.hpp"
#include "physics/reference_case.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

constexpr double foot_m = 0.3048, slug_kg = 14.59390293720636;
constexpr double degree = M_PI / 180;

/// A body without a rotor that does anything, dropped at 30000 ft over the equator.
Flown drop(double mass_kg, const Vector3& inertia, double drag_area_m2, const Vector3& rates_deg_s,
           const std::string& environment, const std::string& integrator) {
  return Flown(fmt::format(R"(
schema = 1
[vehicle]
type = "multirotor"
mass_kg = {}
inertia_kg_m2 = {{xx = {}, yy = {}, zz = {}}}
drag_area_m2 = {}
[[vehicle.rotors]]
position_m = [0, 0, 0]
axis = [0, 0, -1]
spin = 1
law = {{type = "linear", thrust_max_n = 1, torque_max_n_m = 0}}
motor = {{type = "direct", max = 1}}
[environment]
{}
[controller]
type = "command_table"
rows = [[0, 0]]
[integrator]
type = "{}"
rate_hz = 100
[simulation]
duration_s = 30
initial = {{position_m = [0, 0, -9144], body_rate_rad_s = [{}, {}, {}]}}
[output]
traces = "all"
rate_hz = 10
)",
                           mass_kg, inertia[0], inertia[1], inertia[2], drag_area_m2, environment,
                           integrator, rates_deg_s[0] * degree, rates_deg_s[1] * degree,
                           rates_deg_s[2] * degree));
}

struct Fall {
  double altitude = 0, speed = 0;  ///< largest differences
};

Fall compare_fall(const Flown& flown, const std::string& csv) {
  const Csv trace = read_csv(reference_path("nesc/" + csv));
  Fall worst;
  REQUIRE(trace.rows.size() == 301);
  for (std::size_t row = 0; row < trace.rows.size(); ++row) {
    const auto n = static_cast<std::int64_t>(row);
    const double altitude = -flown.at("position", n)[2] - trace.at(row, "altitudeMsl_m");
    const double speed = flown.at("velocity", n)[2] - trace.at(row, "feVelocity_m_s_Z");
    worst.altitude = std::max(worst.altitude, std::fabs(altitude));
    worst.speed = std::max(worst.speed, std::fabs(speed));
  }
  return worst;
}

const std::string earth = "gravity = \"j2\"\natmosphere.type = \"isa\"\n";
const Vector3 sphere_inertia = {4.88, 4.88, 4.88};

TEST_CASE("NESC 01: a sphere falls through a vacuum") {
  const std::string integrator = GENERATE("rk4", "dopri5");
  const Fall worst = compare_fall(drop(slug_kg, sphere_inertia, 0, {0, 0, 0}, earth, integrator),
                                  "Atmos_01_DroppedSphere_independent_DOP853_SI.csv");
  INFO(integrator << ": " << worst.altitude << " m, " << worst.speed << " m/s");
  // What a flat Earth misses (see the README of the data): 7.0 mm, 0.93 mm/s.
  CHECK(worst.altitude < 0.0075);
  CHECK(worst.speed < 0.001);
  CHECK(worst.altitude > 0.006);  // not by any other gravity
}

TEST_CASE("NESC 06: a sphere falls through the standard atmosphere") {
  const double drag_area = 0.1 * 0.1963495 * foot_m * foot_m;
  const Fall worst =
      compare_fall(drop(slug_kg, sphere_inertia, drag_area, {0, 0, 0}, earth, "rk4"),
                   "Atmos_06_DroppedSphereEllipsoidalNoWind_independent_DOP853_SI.csv");
  INFO(worst.altitude << " m, " << worst.speed << " m/s");
  CHECK(worst.altitude < 0.0068);  // a flat Earth misses 6.3 mm, 0.79 mm/s
  CHECK(worst.speed < 0.00085);
}

TEST_CASE("NESC 06 with the gravity and the air of its start is another fall") {
  const double drag_area = 0.1 * 0.1963495 * foot_m * foot_m;
  const Fall worst = compare_fall(
      drop(slug_kg, sphere_inertia, drag_area, {0, 0, 0},
           "gravity_m_s2 = 9.752107829\natmosphere.density_kg_m3 = 0.459040600447\n", "rk4"),
      "Atmos_06_DroppedSphereEllipsoidalNoWind_independent_DOP853_SI.csv");
  CHECK(worst.altitude > 1.0);
}

TEST_CASE("NESC 02: a brick tumbles without damping") {
  const double slug_ft2 = slug_kg * foot_m * foot_m;
  const Vector3 inertia = {0.00189422 * slug_ft2, 0.006211019 * slug_ft2, 0.007194665 * slug_ft2};
  const Flown flown = drop(0.155404754 * slug_kg, inertia, 0, {10, 20, 30}, earth, "dopri5");
  const Csv trace =
      read_csv(reference_path("nesc/Atmos_02_TumblingBrickNoDamping_independent_DOP853_SI.csv"));
  const char* axes[3] = {"Roll", "Pitch", "Yaw"};
  double worst = 0;
  for (std::size_t row = 0; row < trace.rows.size(); ++row) {
    const auto w = flown.at("body_rate", static_cast<std::int64_t>(row));
    for (int k = 0; k < 3; ++k) {
      const std::string column = fmt::format("bodyAngularRateWrtEi_deg_s_{}", axes[k]);
      worst = std::max(worst, std::fabs(w[k] / degree - trace.at(row, column)));
    }
  }
  INFO(worst << " deg/s");
  // Rates relative to inertial space do not know whether the Earth is flat. The table has ten
  // digits of 36 deg/s.
  CHECK(worst < 1e-7);
}

}  // namespace
}  // namespace montecopter
