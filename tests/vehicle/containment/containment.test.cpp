/// Volumes and ground risk against tests/reference/containment.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "physics/csv.hpp"
#include "vehicle/containment/ground_risk.hpp"
#include "vehicle/containment/sora_volumes.hpp"

namespace montecopter {
namespace {

Csv table(const std::string& name) { return read_csv(reference_path("containment/" + name)); }

/// Tables have six or seven significant digits: half a unit of the sixth is 5e-6.
Approx six_digits(double value) { return Approx(value).epsilon(5e-6).margin(1e-12); }

TEST_CASE("volumes of the LBA guide and of FOCA") {
  const Csv csv = table("sora_lba_foca_volumes.csv");
  REQUIRE(csv.rows.size() == 30);
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const auto at = [&](const char* name) { return csv.at(row, name); };
    const SoraVolumes v = sora_volumes({.speed_m_s = at("v0_m_s"),
                                        .dimension_m = at("cd_m"),
                                        .height_m = at("h_fg_m"),
                                        .climb_m_s = at("roc_m_s"),
                                        .wind_m_s = at("v_wind_m_s")});
    CHECK(v.reaction == six_digits(at("s_rz")));
    CHECK(v.stop == six_digits(at("s_cm")));
    CHECK(v.contingency == six_digits(at("s_cv")));
    CHECK(v.climb_stop == six_digits(at("h_cm")));
    CHECK(v.contingency_height == six_digits(at("h_cv")));
    CHECK(v.ballistic == six_digits(at("s_grb_ballistic_raw")));
    CHECK(v.buffer == six_digits(at("s_grb_ballistic_capped")));
    CHECK(v.one_to_one == six_digits(at("s_grb_1to1")));
    CHECK(v.parachute == six_digits(at("s_grb_parachute")));
    CHECK(v.adjacent == at("adjacent_m"));
  }
}

TEST_CASE("buffers of PDRA-S01") {
  const Csv csv = table("pdra_s01_buffer.csv");
  REQUIRE(csv.rows.size() == 5);
  const auto buffer = [](double height, double mass) {
    return sora_volumes({.speed_m_s = 5, .dimension_m = 1, .height_m = height, .mass_kg = mass})
        .pdra_s01;
  };
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const double height = csv.at(row, "height_m");
    for (const double lower : {height, height - 29.9}) {
      CHECK(buffer(lower, 9.9) == csv.at(row, "buffer_below_10kg_m"));
      CHECK(buffer(lower, 10) == csv.at(row, "buffer_10kg_and_more_m"));
    }
  }
  CHECK(std::isnan(buffer(150.1, 2)));
  CHECK(std::isnan(buffer(30, 0)));
}

TEST_CASE("the approximation of casex beside exact falls, as docs/contain.md says") {
  const Csv csv = table("casex_ballistic_descent.csv");
  double distance = 0, speed = 0;
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const auto off = [&](const std::string& name) {
      return std::abs(csv.at(row, "casex_" + name) / csv.at(row, "exact_" + name) - 1);
    };
    distance = std::max(distance, off("distance_m"));
    speed = std::max(speed, off("impact_speed_m_s"));
  }
  CHECK(distance == Approx(0.079).margin(0.0005));
  CHECK(speed == Approx(0.111).margin(0.0005));
}

TEST_CASE("the ballistic formula beside falls with drag") {
  const Csv csv = table("casex_ballistic_descent.csv");
  double least = 1e9, most = 0;
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const double v = csv.at(row, "vx_m_s"), height = csv.at(row, "altitude_m");
    const SoraVolumes volumes =
        sora_volumes({.speed_m_s = v, .dimension_m = 0, .height_m = height});
    const double above = volumes.contingency_height / height;  // it adds errors and a climb
    const double ratio = volumes.ballistic / std::sqrt(above) / csv.at(row, "exact_distance_m");
    least = std::min(least, ratio), most = std::max(most, ratio);
  }
  CHECK(least == Approx(1.01).margin(0.005));  // as docs/contain.md says
  CHECK(most == Approx(2.25).margin(0.005));
}

TEST_CASE("critical areas of casex") {
  const Csv csv = table("casex_critical_area.csv");
  REQUIRE(csv.rows.size() == 125);
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const auto at = [&](const char* name) { return csv.at(row, name); };
    const CriticalArea area = critical_area({.dimension_m = at("width_m"),
                                             .mass_kg = at("mass_kg"),
                                             .speed_m_s = at("impact_speed_m_s"),
                                             .angle_deg = at("impact_angle_deg")});
    CHECK(area.glide_m2 == Approx(at("glide_m2")).epsilon(1e-6));  // seven digits
    CHECK(area.slide_m2 == Approx(at("slide_m2")).epsilon(1e-6).margin(1e-12));
    CHECK(area.total_m2() == Approx(at("critical_area_m2")).epsilon(1e-6));
  }
}

TEST_CASE("ground risk classes of SORA 2.5, table 2") {
  CHECK(risk_column(1, 25) == 0);
  CHECK(risk_column(1.01, 25) == 1);
  CHECK(risk_column(0.5, 25.1) == 1);  // too fast for the first column
  CHECK(risk_column(3, 75) == 2);
  CHECK(risk_column(40, 200) == 4);
  CHECK_FALSE(risk_column(40.1, 10).has_value());
  CHECK(risk_rows[0].classes == std::array{1, 1, 2, 3, 3});
  // Ten times the people, or the next column, is one class more, to where SORA ends.
  REQUIRE(risk_rows.size() == 7);
  for (int row = 1; row < 7; ++row) {
    for (int k = 0; k < 5; ++k) {
      const bool is_beyond = row == 6 && k > 1;
      CHECK(risk_rows[row].classes[k] == (is_beyond ? 0 : 1 + row + k));
    }
  }
}

}  // namespace
}  // namespace montecopter
