/// Sensors in flight: PX4's SIH against traces of the original programs, kinematics against closed
/// forms, timing against its definition.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/reference_case.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter {
namespace {

struct Original {
  const char* name;
  const char* integrator;
  const char* ground;
};

/// The sensors of the SIH without noise, and its Earth. The parameters are floats there.
std::string sih_sensors(const char* ground, double rate_hz) {
  const auto as_float = [](float x) { return fmt::format("{}", static_cast<double>(x)); };
  return fmt::format(R"(
[environment.home]
latitude_deg = 45.467116
longitude_deg = -73.757837
altitude_m = {1}
[environment.ground]
type = "{2}"
[environment.atmosphere]
type = "constant_lapse"
gas_constant_j_kg_k = {3}
temperature_k = {4}
lapse_k_m = {5}
gravity_m_s2 = {6}
[environment.magnetic_field]
type = "vector"
field_t = [{7}e-4, {8}e-4, {9}e-4]
[sensors.sih]
accelerometer.rate_hz = {0}
gyroscope.rate_hz = {0}
magnetometer.rate_hz = {0}
barometer.rate_hz = {0}
gnss.rate_hz = {0}
)",
                     rate_hz, as_float(32.34f), ground, as_float(287.1f), as_float(288.15f),
                     as_float(-0.0065f), as_float(9.80665f), as_float(0.179f), as_float(-0.045f),
                     as_float(0.504f));
}

/// The same scenario on the SIH's sphere.
std::string on_sphere(std::string scenario) {
  const std::string table = "[environment]\n";
  return scenario.replace(scenario.find(table), table.size(), table + "geodesy = \"sphere\"\n");
}

TEST_CASE("sensors without noise read what those of PX4's SIH read") {
  const auto original = GENERATE(Original{"sih2019_hover_f64", "euler", "none"},
                                 Original{"sih2019_roll_doublet_f64", "euler", "none"},
                                 Original{"sih2019_ground_f64", "euler", "sih2019"},
                                 Original{"sih2022_hover_f64", "euler_exp", "none"},
                                 Original{"sih2022_roll_doublet_f64", "euler_exp", "none"},
                                 Original{"sih2022_ground_f64", "euler_exp", "sih2022"});
  const std::string path = fmt::format("upstream/{}", original.name);
  const Csv trace = read_csv(reference_path(path + ".csv"));
  const ReferenceCase c = load_reference_case(path + ".toml");
  const Flown flown(on_sphere(to_scenario(
      c, {.integrator = original.integrator, .more = sih_sensors(original.ground, c.rate_hz)})));
  const auto differences = [&](const char* channel, std::vector<const char*> columns,
                               std::int64_t steps_before, double unit) {
    double worst = 0;
    for (std::size_t row = 0; row < trace.rows.size(); ++row) {
      const auto step = static_cast<std::int64_t>(trace.at(row, "step")) - steps_before;
      const auto ours = flown.reading(channel, step);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        worst = std::max(worst, std::fabs(ours[k] / unit - trace.at(row, columns[k])));
      }
    }
    return worst;
  };
  INFO(original.name);
  // A row holds the acceleration and the field of the step that ends with it. Double against
  // double; the field is of order 1 gauss, angles in degrees are of order 100 and carry 1.4e-14.
  CHECK(differences("sih.accelerometer", {"ax", "ay", "az"}, 1, 1.0) <= 1e-11);
  CHECK(differences("sih.magnetometer", {"magx", "magy", "magz"}, 1, 1e-4) <= 1e-11);
  CHECK(differences("sih.gyroscope", {"gx", "gy", "gz"}, 0, 1.0) <= 1e-11);
  CHECK(differences("sih.gnss.latitude", {"lat_deg"}, 0, 1.0) <= 1e-11);
  CHECK(differences("sih.gnss.longitude", {"lon_deg"}, 0, 1.0) <= 1e-11);
  CHECK(differences("sih.gnss.altitude", {"alt_m"}, 0, 1.0) <= 1e-11);
  double worst_pressure = 0;
  for (std::size_t row = 0; row < trace.rows.size(); ++row) {
    const auto step = static_cast<std::int64_t>(trace.at(row, "step"));
    const double ours = flown.reading("sih.barometer.pressure", step)[0] / 100.0;
    worst_pressure = std::max(worst_pressure, std::fabs(ours / trace.at(row, "baro_mbar") - 1));
  }
  CHECK(worst_pressure <= 1e-10);
}

}  // namespace
}  // namespace montecopter
