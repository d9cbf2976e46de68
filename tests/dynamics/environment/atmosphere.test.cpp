/// The atmospheres against tables of others, closed forms and the law they all solve: dp = -rho g
/// dh.

#include "dynamics/environment/atmosphere.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/csv.hpp"

namespace montecopter {
namespace {

template <class A>
Air<double> air(const A& model, double altitude_m) {
  AtmosphereCoefficients<double> c{};
  model.fold(c);
  return air_of(static_cast<int>(Atmosphere(model).index()), c, altitude_m);
}

Air<double> standard_air(double geopotential_m) {
  return IsaAtmosphere::at_geopotential(0.0, geopotential_m);
}

/// Where the geopotential altitude is H: the inverse of H = r h / (r + h).
double geometric(double geopotential) {
  const double r = isa1976::earth_radius_m;
  return r * geopotential / (r - geopotential);
}

TEST_CASE("the standard atmosphere is that of its defining formulas") {
  const Csv csv = read_csv(reference_path("environment/isa_geopotential.csv"));
  REQUIRE(csv.rows.size() == 22);
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const double height = csv.at(i, "H_m");
    CAPTURE(height);
    for (const Air<double>& a : {standard_air(height), air(IsaAtmosphere{}, geometric(height))}) {
      // The digits of the file; the constants are the same.
      CHECK(a.temperature_k == Approx(csv.at(i, "T_K")).epsilon(1e-9));
      CHECK(a.pressure_pa == Approx(csv.at(i, "p_Pa")).epsilon(1e-9));
      CHECK(a.density_kg_m3 == Approx(csv.at(i, "rho_kg_m3")).epsilon(1e-9));
      CHECK(speed_of_sound(a.temperature_k) == Approx(csv.at(i, "a_m_s")).epsilon(1e-9));
    }
  }
}

TEST_CASE("the standard atmosphere has the printed values at geometric altitudes") {
  const Csv csv = read_csv(reference_path("environment/us76_printed_table_excerpt.csv"));
  REQUIRE(csv.rows.size() == 7);
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    CAPTURE(csv.at(i, "Z_m"));
    const Air<double> a = air(IsaAtmosphere{}, csv.at(i, "Z_m"));
    // Half a unit of the fifth printed digit.
    CHECK(a.temperature_k == Approx(csv.at(i, "T_K")).epsilon(5e-5));
    CHECK(a.pressure_pa == Approx(csv.at(i, "p_Pa")).epsilon(5e-5));
    CHECK(a.density_kg_m3 == Approx(csv.at(i, "rho_kg_m3")).epsilon(5e-5));
    CHECK(speed_of_sound(a.temperature_k) == Approx(csv.at(i, "a_m_s")).epsilon(5e-5));
  }
}

TEST_CASE("the layers of the standard atmosphere meet") {
  for (std::size_t i = 1; i < std::size(isa1976::layers); ++i) {
    const isa1976::Layer& layer = isa1976::layers[i];
    CAPTURE(layer.base_m);
    const Air<double> below = standard_air(std::nextafter(layer.base_m, 0));
    const Air<double> base = standard_air(layer.base_m);
    CHECK(base.pressure_pa == layer.pressure_pa);
    CHECK(base.temperature_k == layer.temperature_k);
    // A power of 34 of a ratio that is rounded once.
    CHECK(below.pressure_pa == Approx(base.pressure_pa).epsilon(1e-14));
    CHECK(below.temperature_k == Approx(base.temperature_k).epsilon(1e-15));
  }
  CHECK(standard_air(0.0).pressure_pa == 101325.0);
  CHECK(standard_air(0.0).temperature_k == 288.15);
}

/// The error of d(ln p)/dh = -g rho / p, relative, by central differences over 2 m. Their own error
/// is (a / T)^2 / 3 per square metre, a the lapse: below 9e-9 where T > 40 K; rounding adds 1e-11.
template <class AirAt>
double imbalance(AirAt air_at, double h, double gravity) {
  const Air<double> a = air_at(h);
  const double slope = std::log(air_at(h + 1).pressure_pa / air_at(h - 1).pressure_pa) / 2;
  return std::fabs(slope / (gravity * a.density_kg_m3 / a.pressure_pa) + 1);
}

TEST_CASE("every atmosphere that varies carries its own weight") {
  ConstantLapseAtmosphere warming;
  warming.lapse_k_m = 0.02;
  for (double h = -4990; h < 38000; h += 37) {
    CAPTURE(h);
    const auto of = [](const auto& model) { return [&](double x) { return air(model, x); }; };
    CHECK(imbalance(of(IsothermalAtmosphere{}), h, 9.81) < 1e-8);
    CHECK(imbalance(of(ConstantLapseAtmosphere{}), h, 9.81) < 1e-8);
    CHECK(imbalance(of(warming), h, 9.81) < 1e-8);
  }
  for (double height = -4990; height < 84800;
       height += 37) {  // geopotential; no point is at a base
    CAPTURE(height);
    CHECK(imbalance(standard_air, height, isa1976::gravity_m_s2) < 1e-8);
  }
}

TEST_CASE("an offset of the temperature leaves the pressure") {
  for (const double h : {-4000.0, 0.0, 5000.0, 15000.0, 60000.0}) {
    const Air<double> standard = air(IsaAtmosphere{}, h), hot = air(IsaAtmosphere{20.0}, h);
    CHECK(hot.pressure_pa == standard.pressure_pa);
    CHECK(hot.temperature_k == Approx(standard.temperature_k + 20).epsilon(1e-15));
    const double ratio = standard.temperature_k / hot.temperature_k;
    CHECK(hot.density_kg_m3 == Approx(standard.density_kg_m3 * ratio).epsilon(1e-15));
  }
}

TEST_CASE("a constant lapse is the barometer of PX4's simulation in hardware") {
  const Csv csv = read_csv(reference_path("environment/sih_baro.csv"));
  REQUIRE(csv.rows.size() == 8);
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const double h = csv.at(i, "h_m");
    CAPTURE(h);
    const Air<double> a = air(ConstantLapseAtmosphere{}, h);
    CHECK(a.pressure_pa == Approx(100 * csv.at(i, "P_sih_mbar")).epsilon(1e-10));
    CHECK(a.temperature_k == Approx(288.15 - 6.5e-3 * h).epsilon(1e-15));
    CHECK(a.density_kg_m3 == Approx(a.pressure_pa / (287.1 * a.temperature_k)).epsilon(1e-15));
    // The other column is the standard atmosphere's at that geopotential altitude.
    CHECK(standard_air(h).pressure_pa == Approx(100 * csv.at(i, "P_isa_mbar")).epsilon(1e-10));
  }
}

TEST_CASE("without a lapse the air is isothermal, and next to it nearly so") {
  ConstantLapseAtmosphere none, little;
  none.lapse_k_m = 0;
  little.lapse_k_m = 1e-12;
  IsothermalAtmosphere isothermal;
  isothermal.density_kg_m3 = 101325.0 / (287.1 * 288.15);
  for (const double h : {-3000.0, 0.0, 100.0, 8000.0}) {
    CAPTURE(h);
    const double pressure = 101325.0 * std::exp(-9.81 * h / (287.1 * 288.15));
    CHECK(air(none, h).pressure_pa == Approx(pressure).epsilon(1e-14));
    CHECK(air(isothermal, h).pressure_pa == Approx(pressure).epsilon(1e-14));
    CHECK(air(isothermal, h).density_kg_m3 == Approx(air(none, h).density_kg_m3).epsilon(1e-14));
    // The lapse changes T by 1e-8 K of 288: 3e-11 of a pressure exponent of about 1.
    CHECK(air(little, h).pressure_pa == Approx(pressure).epsilon(1e-10));
  }
}

TEST_CASE("MARVIN's air thins exponentially") {
  const Air<double> a = air(IsothermalAtmosphere{}, 120.0);  // its eq. 10, by hand
  const double ratio = std::exp(-1.225 * 9.81 * 120 / 101325);
  CHECK(a.density_kg_m3 == Approx(1.225 * ratio).epsilon(1e-15));
  CHECK(a.pressure_pa == Approx(101325 * ratio).epsilon(1e-15));
  CHECK(a.temperature_k == 288.15);
}

TEST_CASE("uniform air is the same everywhere") {
  const UniformAtmosphere model{1.1, 9e4, 280.0};
  for (const double h : {-1e9, 0.0, 3000.0, 1e300}) {
    const Air<double> a = air(model, h);
    CHECK((a.density_kg_m3 == 1.1 && a.pressure_pa == 9e4 && a.temperature_k == 280.0));
  }
}

TEST_CASE("there is air wherever a vehicle may stray") {
  ConstantLapseAtmosphere steep, warming;
  steep.lapse_k_m = -0.1;   // T = 0 at 2.9 km
  warming.lapse_k_m = 0.1;  // and at -2.9 km
  const auto same = [](const Air<double>& a, const Air<double>& b) {
    return a.density_kg_m3 == b.density_kg_m3 && a.pressure_pa == b.pressure_pa &&
           a.temperature_k == b.temperature_k;
  };
  for (const Atmosphere& model :
       {Atmosphere(IsaAtmosphere{}), Atmosphere(IsothermalAtmosphere{}),
        Atmosphere(ConstantLapseAtmosphere{}), Atmosphere(steep), Atmosphere(warming)}) {
    std::visit(
        [&](const auto& m) {
          CAPTURE(m.type_name);
          CHECK(same(air(m, -1e300), air(m, lowest_air_m)));
          CHECK(same(air(m, 1e300), air(m, highest_air_m)));
          for (const double h : {-5000.0, -3000.0, -2881.5, 0.0, 2881.5, 44330.8, 86000.0}) {
            const Air<double> a = air(m, h);
            CHECK((std::isfinite(a.density_kg_m3) && a.density_kg_m3 > 0));
            CHECK((std::isfinite(a.pressure_pa) && a.pressure_pa > 0));
            CHECK(a.temperature_k > 0);
          }
        },
        model);
  }
  // The law ends at 1 % of the temperature, and the air stays as it is there.
  const double last = 288.15 * 0.99 / 6.5e-3;
  CHECK(same(air(ConstantLapseAtmosphere{}, last + 1), air(ConstantLapseAtmosphere{}, 80000)));
  CHECK(air(ConstantLapseAtmosphere{}, last + 1).temperature_k == Approx(2.8815).epsilon(1e-14));
}

}  // namespace
}  // namespace montecopter
