/// Volumes, falls and ground risk against tests/reference/containment and against closed forms.

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/csv.hpp"
#include "vehicle/containment/ground_risk.hpp"
#include "vehicle/containment/point_fall.hpp"
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

TEST_CASE("falls with drag are those of an independent integrator") {
  const Csv csv = table("casex_ballistic_descent.csv");
  REQUIRE(csv.rows.size() == 180);
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const auto at = [&](const char* name) { return csv.at(row, name); };
    const PointImpact impact = fall({.height_m = at("altitude_m"),
                                     .speed_m_s = at("vx_m_s"),
                                     .down_m_s = at("vy_down_m_s"),
                                     .mass_kg = at("mass_kg"),
                                     .drag_area_m2 = at("cd") * at("frontal_area_m2")});
    // The table has seven significant digits, and half a unit of the seventh is 5e-7.
    CHECK(impact.distance_m == Approx(at("exact_distance_m")).epsilon(1e-6));
    CHECK(impact.speed_m_s == Approx(at("exact_impact_speed_m_s")).epsilon(1e-6));
    CHECK(impact.angle_deg == Approx(at("exact_angle_deg")).epsilon(1e-6));
    CHECK(impact.time_s == Approx(at("exact_time_s")).epsilon(1e-6));
  }
}

TEST_CASE("a fall without drag is a parabola") {
  const double g = 9.81, h = 73.5, vx = 17, vz = -6;  // thrown upwards
  const PointImpact impact = fall({.height_m = h,
                                   .speed_m_s = vx,
                                   .down_m_s = vz,
                                   .mass_kg = 2,
                                   .drag_area_m2 = 0,
                                   .wind_m_s = 9});
  const double end_vz = std::sqrt(vz * vz + 2 * g * h), time_s = (end_vz - vz) / g;
  // The method is exact for parabolas: what is left is the rounding of 5000 sums.
  CHECK(impact.time_s == Approx(time_s).epsilon(1e-11));
  CHECK(impact.distance_m == Approx(vx * time_s).epsilon(1e-11));
  CHECK(impact.speed_m_s == Approx(std::hypot(vx, end_vz)).epsilon(1e-11));
  CHECK(std::isinf(
      terminal_speed_m_s({.height_m = h, .speed_m_s = vx, .mass_kg = 2, .drag_area_m2 = 0})));
}

TEST_CASE("a long vertical fall has the closed form of quadratic drag") {
  const PointFall start = {.height_m = 60, .speed_m_s = 0, .mass_kg = 2.06, .drag_area_m2 = 0.06};
  const double v = terminal_speed_m_s(start), g = start.gravity_m_s2;
  const double grown = std::exp(start.height_m * g / (v * v));  // cosh(g t / v)
  const PointImpact impact = fall(start);
  CHECK(impact.time_s == Approx(v / g * std::acosh(grown)).epsilon(1e-11));
  CHECK(impact.speed_m_s == Approx(v * std::sqrt(1 - 1 / (grown * grown))).epsilon(1e-11));
  CHECK(impact.angle_deg == Approx(90));
}

TEST_CASE("air that moves with the mass does not brake it") {
  // Seen from the air, the mass falls straight down: the wind carries it for the time of the fall.
  PointFall start = {.height_m = 60, .speed_m_s = 12, .mass_kg = 2.06, .drag_area_m2 = 0.06};
  start.wind_m_s = start.speed_m_s;
  const PointImpact impact = fall(start);
  start.speed_m_s = start.wind_m_s = 0;
  CHECK(impact.time_s == Approx(fall(start).time_s).epsilon(1e-11));
  CHECK(impact.distance_m == Approx(12 * impact.time_s).epsilon(1e-11));
}

TEST_CASE("a parachute drifts for the time of its descent") {
  CHECK(parachute_drift_m(60, 5, 10) == Approx(120));
  // Drag at 5 m/s equals weight, so a mass that begins there keeps its speed.
  const PointFall open = {.height_m = 60,
                          .speed_m_s = 10,
                          .down_m_s = 5,
                          .mass_kg = 2,
                          .drag_area_m2 = 2 * 2 * 9.81 / (1.225 * 25),
                          .wind_m_s = 10};
  CHECK(fall(open).distance_m == Approx(120).epsilon(1e-9));
}

TEST_CASE("terminal speeds of the classes of Annex F") {
  const Csv csv = table("jarus_annex_f_ballistic_classes.csv");
  const double mass_kg[] = {3, 50, 400, 5000, 10000}, area_m2[] = {0.1, 0.5, 2, 8, 14};
  REQUIRE(csv.rows.size() == std::size(mass_kg));
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const PointFall start = {.height_m = csv.at(row, "altitude_m"),
                             .speed_m_s = csv.at(row, "cruise_m_s"),
                             .mass_kg = mass_kg[row],
                             .drag_area_m2 = 0.8 * area_m2[row]};
    CHECK(terminal_speed_m_s(start) == six_digits(csv.at(row, "terminal_m_s")));
    // The table has impacts of casex's approximation. In the other file it is up to 7.9 % off in
    // distance and 11 % in speed; from 1000 m at 200 m/s it is 12.9 % too fast.
    const PointImpact impact = fall(start);
    CHECK(impact.distance_m == Approx(csv.at(row, "distance_m")).epsilon(0.08));
    CHECK(impact.speed_m_s == Approx(csv.at(row, "impact_m_s")).epsilon(0.13));
  }
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

TEST_CASE("class of a critical area: 1 + log10 of the people in it per million") {
  CHECK(risk_class_of_area(10, 1) == 2);     // exactly 2
  CHECK(risk_class_of_area(10, 1.1) == 2);   // 2.04 is rounded to 2.0
  CHECK(risk_class_of_area(10, 1.3) == 3);   // 2.11 is rounded to 2.1, and up
  CHECK(risk_class_of_area(80, 5000) == 7);  // 6.6
}

}  // namespace
}  // namespace montecopter
