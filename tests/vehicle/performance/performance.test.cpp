/// Endurance, range and speeds of multirotors against closed forms and sums of small steps.

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/battery_endurance.hpp"
#include "vehicle/performance/multirotor_performance.hpp"

namespace montecopter {
namespace {

Battery pack() {
  Battery battery;
  battery.full_voltage_v = 12.69, battery.empty_voltage_v = 9.55;
  battery.resistance_ohm = 0.061, battery.capacity_a_s = 4320, battery.state_of_charge = 0.9;
  battery.full_command_voltage_v = 11.1, battery.efficiency = 0.7, battery.avionics_power_w = 3;
  return battery;
}

/// Sum of small discharges, by the equations that flights use.
double summed_endurance_s(const Battery& battery, double power_w, double lowest_voltage_v) {
  constexpr int parts = 200000;
  const double part = battery.state_of_charge / parts;
  double time = 0;
  for (int k = 0; k < parts; ++k) {
    const double charge = battery.state_of_charge - (k + 0.5) * part;
    const double open =
        battery.empty_voltage_v + (battery.full_voltage_v - battery.empty_voltage_v) * charge;
    const auto out = battery_output(open, battery.resistance_ohm, power_w);
    if (out.power < power_w || out.voltage < lowest_voltage_v) break;
    time += battery.capacity_a_s * part / out.current;
  }
  return time;
}

TEST_CASE("endurance is the sum of small discharges") {
  // The sum ends within one of 200000 parts, and the midpoint rule is better than that.
  const Battery battery = pack();
  for (const double power : {3.0, 80.0, 300.0}) {
    CHECK(endurance_s(battery, power, 0) ==
          Approx(summed_endurance_s(battery, power, 0)).epsilon(2e-5));
    CHECK(endurance_s(battery, power, 10.2) ==
          Approx(summed_endurance_s(battery, power, 10.2)).epsilon(2e-5));
  }
  // More than 9.55^2 / (4 R) = 374 W is not had to the end: there the power is what ends it.
  CHECK(endurance_s(battery, 500, 0) == Approx(summed_endurance_s(battery, 500, 0)).epsilon(2e-5));
  CHECK(endurance_s(battery, 500, 0) < 0.9 * endurance_s(battery, 370, 0));
}

TEST_CASE("endurance has its limits") {
  Battery battery = pack();
  CHECK(endurance_s(battery, 700, 0) == 0);    // more than the battery ever gives
  CHECK(endurance_s(battery, 80, 12.5) == 0);  // the voltage is below that at the start
  CHECK(endurance_s(battery, 0, 0) == std::numeric_limits<double>::infinity());
  battery.resistance_ohm = 0;  // then all energy is had: that of the mean voltage
  const double mean = 9.55 + 0.45 * (12.69 - 9.55);
  CHECK(endurance_s(battery, 80, 0) == Approx(0.9 * 4320 * mean / 80));
  battery.full_voltage_v = battery.empty_voltage_v;
  CHECK(endurance_s(battery, 80, 0) == Approx(0.9 * 4320 * 9.55 / 80));
  // Hardly a slope is as good as none.
  battery.full_voltage_v = battery.empty_voltage_v + 1e-4;
  CHECK(endurance_s(battery, 80, 0) == Approx(0.9 * 4320 * 9.55 / 80).epsilon(1e-5));
}

Multirotor shipped(const std::string& name) {
  return std::get<Multirotor>(
      load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/" + name + ".toml", {}).vehicle);
}

MultirotorPerformance performance(const MultirotorModel& model) {
  return performance_of(model, fastest_flight(model, {fastest_level_flight_m_s, 0, 0}));
}

constexpr CalmAir sea_level{9.81, 1.225};

/// The same thrust and torque at every advance ratio: what is quadratic in hover is known in fast
/// flight, too.
Multirotor known_everywhere(Multirotor vehicle, double thrust_n_s2, double torque_n_m_s2,
                            double diameter_m) {
  PerformanceTableRotor law;
  law.diameter_m = diameter_m;
  law.advance_ratio = {-9, 9};
  const double thrust =
      thrust_n_s2 * 4 * M_PI * M_PI / (sea_level.density_kg_m3 * std::pow(diameter_m, 4));
  const double power =
      torque_n_m_s2 * 8 * M_PI * M_PI * M_PI / (sea_level.density_kg_m3 * std::pow(diameter_m, 5));
  law.thrust_coefficient = {thrust, thrust}, law.power_coefficient = {power, power};
  for (Rotor& rotor : vehicle.rotors) *rotor.law = law;
  return vehicle;
}

/// FlightGoggles' quadrotor: T = 4 k w^2 along body up, D = c v^2 against the motion.
struct Closed {
  static constexpr double k = 1.91e-6, q = 2.6e-7, c = 0.1, weight = 9.81;
  static double power_w(double v) {
    const double w = std::sqrt(std::hypot(weight, c * v * v) / (4 * k));
    return 4 * q * w * w * w;
  }
  static double top_m_s() {
    const double most = 4 * k * 2200 * 2200;
    return std::sqrt(std::sqrt(most * most - weight * weight) / c);
  }
};

TEST_CASE("the power over speed is the closed form of quadratic rotors and drag") {
  Multirotor vehicle = known_everywhere(shipped("flightgoggles"), Closed::k, Closed::q, 0.2);
  vehicle.battery = pack();
  vehicle.battery->full_command_voltage_v = 1;  // never a limit
  const MultirotorModel model(vehicle, sea_level);
  const MultirotorPerformance p = performance(model);
  for (const CourseSpeed& course : p.courses) {
    REQUIRE(course.top_speed_m_s());
    CHECK(*course.top_speed_m_s() == Approx(Closed::top_m_s()).margin(2e-4));
  }
  CHECK(p.courses.size() == 8);
  CHECK(*p.wind_held_m_s() == Approx(Closed::top_m_s()).margin(2e-4));

  REQUIRE(p.over_speed.size() > 6);
  const auto time_s = [&](double v) {
    return endurance_s(*vehicle.battery, electric_power_w(*vehicle.battery, Closed::power_w(v)), 0);
  };
  for (const FlightAtSpeed& f : p.over_speed) {
    CHECK(f.shaft_power_w == Approx(Closed::power_w(f.speed_m_s)).epsilon(1e-9));
    CHECK(f.electric_power_w == Approx(f.shaft_power_w / 0.7 + 3).epsilon(1e-12));
    CHECK(std::tan(f.tilt_rad) ==
          Approx(0.1 * f.speed_m_s * f.speed_m_s / 9.81).epsilon(1e-9).margin(1e-9));
    CHECK(f.endurance_s == Approx(time_s(f.speed_m_s)).epsilon(1e-9).margin(1e-9));
    CHECK(f.range_m == Approx(f.speed_m_s * f.endurance_s).margin(1e-9));
  }
  CHECK(p.over_speed[1].speed_m_s == 2);  // round steps, and the fastest
  CHECK(p.over_speed.back().speed_m_s == Approx(*p.courses[0].top_speed_m_s()).epsilon(1e-12));
  REQUIRE(p.longest);
  CHECK(p.longest->speed_m_s == 0);  // nothing lifts more when it flies
  double farthest_m = 0;
  for (double v = 0; v < Closed::top_m_s(); v += 0.001) {
    farthest_m = std::fmax(farthest_m, v * time_s(v));
  }
  // At its top the range is flat: a tenth of a step of 2 m/s beside it costs less than 1e-3.
  CHECK(p.farthest->range_m == Approx(farthest_m).epsilon(1e-3));
}

TEST_CASE("the highest command needs the voltage at which it is had") {
  Multirotor vehicle = shipped("flightgoggles");
  vehicle.battery = pack();
  vehicle.battery->full_command_voltage_v = 14;
  const MultirotorModel model(vehicle, sea_level);
  const auto trim = hover(model);
  REQUIRE(trim);
  const double lowest_v = 14 * trim->commands[0] / 2200;
  const double power = electric_power_w(*vehicle.battery, shaft_power_w(model, *trim));
  CHECK(endurance_s(model, *trim) == endurance_s(*vehicle.battery, power, lowest_v));
  const MultirotorModel known(known_everywhere(vehicle, Closed::k, Closed::q, 0.2), sea_level);
  const MultirotorPerformance p = performance(known);
  CHECK(p.over_speed.back().endurance_s == 0);  // 14 V are never there
}

TEST_CASE("every course's top speed is the fastest that a trim finds") {
  Multirotor vehicle = shipped("neo9-hexa");
  vehicle.linear_drag_n_s_m = 0.8;
  const MultirotorModel model(vehicle, sea_level);
  const MultirotorPerformance p = performance(model);
  for (const CourseSpeed& course : p.courses) {
    INFO(course.course_deg);
    const auto top = course.top_speed_m_s();
    REQUIRE(top);
    const Eigen::Vector3d way = course.fastest.trim->velocity_m_s.normalized();
    CHECK(std::atan2(way.y(), way.x()) ==
          Approx(std::remainder(course.course_deg * M_PI / 180, 2 * M_PI)).margin(1e-12));
    CHECK(steady_flight(model, (*top - 1e-3) * way));
    CHECK_FALSE(steady_flight(model, (*top + 1e-3) * way));
  }
}

TEST_CASE("what has no limit is looked at up to 30 m/s, and signals have no power") {
  Multirotor vehicle = shipped("flightgoggles");
  vehicle.quadratic_drag_n_s2_m2 = 0;
  const MultirotorModel slick(known_everywhere(vehicle, Closed::k, Closed::q, 0.24), sea_level);
  const MultirotorPerformance unlimited = performance(slick);
  REQUIRE_FALSE(unlimited.over_speed.empty());
  CHECK(unlimited.over_speed.back().speed_m_s == Approx(30));
  CHECK_FALSE(unlimited.wind_held_m_s());
  const MultirotorModel sih(shipped("sih2019"), sea_level);
  const MultirotorPerformance signals = performance(sih);
  REQUIRE_FALSE(signals.over_speed.empty());
  CHECK(std::isnan(signals.over_speed[0].shaft_power_w));
  CHECK_FALSE(signals.longest);
}

TEST_CASE("figures end where the rotor law is known no further") {
  Multirotor vehicle = shipped("flightgoggles");
  vehicle.battery = pack();
  vehicle.battery->full_command_voltage_v = 1;
  const MultirotorPerformance unknown = performance(MultirotorModel(vehicle, sea_level));
  // Without a radius hover is all that is known.
  CHECK(unknown.courses[0].top_speed_m_s());
  CHECK_FALSE(unknown.courses[0].known_top_speed_m_s());
  CHECK_FALSE(unknown.wind_held_m_s());
  CHECK_FALSE(unknown.least_wind_held_m_s());
  CHECK(unknown.over_speed.size() == 1);
  CHECK((unknown.longest && !unknown.farthest));

  constexpr double radius = 0.127;
  for (Rotor& rotor : vehicle.rotors) rotor.radius_m = radius;
  const MultirotorModel model(vehicle, sea_level);
  const MultirotorPerformance p = performance(model);
  const KnownSpeed& known = p.courses[0].known;
  REQUIRE(known.limit);
  CHECK(*known.limit == RotorLimit::edgewise_flow);
  // V cos(tilt) = 0.9 v_h, v_h^2 = T / (2 rho A), T = m g / cos(tilt), tan(tilt) = c V^2 / m g.
  const double v = known.m_s, tilt = std::atan(Closed::c * v * v / Closed::weight);
  const double hover =
      std::sqrt(Closed::weight / std::cos(tilt) / 4 / (2 * 1.225 * M_PI * radius * radius));
  CHECK(v * std::cos(tilt) == Approx(0.9 * hover).epsilon(1e-3));  // the search halves no further
  CHECK_FALSE(p.courses[0].known_top_speed_m_s());
  CHECK(*p.least_wind_held_m_s() == Approx(v).epsilon(1e-3));
  CHECK(p.ends_at_known);
  CHECK(p.over_speed.back().speed_m_s == Approx(v).epsilon(1e-9));
  // A slow vehicle that never leaves hover has its top speed.
  vehicle.quadratic_drag_n_s2_m2 = 10;
  for (Rotor& rotor : vehicle.rotors) rotor.radius_m = 0.09;  // the tips stay below Mach 0.7
  const MultirotorPerformance slow = performance(MultirotorModel(vehicle, sea_level));
  REQUIRE(slow.courses[0].known_top_speed_m_s());
  CHECK(*slow.courses[0].known_top_speed_m_s() == *slow.courses[0].top_speed_m_s());
  CHECK(slow.wind_held_m_s());
}

TEST_CASE("the envelope follows mass and density") {
  const Multirotor vehicle = shipped("f450");  // thrust in proportion to the density
  const std::vector<EnvelopePoint> points = envelope_of(vehicle, sea_level);
  REQUIRE(points.size() == 20);
  const double nominal = thrust_to_weight(MultirotorModel(vehicle, sea_level));
  for (const EnvelopePoint& p : points) {
    const double ratio = nominal * (p.air_density_kg_m3 / 1.225) / (p.mass_kg / vehicle.mass_kg);
    CHECK(p.thrust_to_weight == Approx(ratio).epsilon(1e-9));
    CHECK(p.can_hover == (ratio >= 1));
    if (p.can_hover) CHECK(p.thrust_fraction == Approx(1 / ratio).epsilon(1e-6));
  }
  CHECK(envelope_of(shipped("flightgoggles"), sea_level).size() == 5);  // it knows no density
  CHECK(points[4].mass_kg == vehicle.mass_kg);
  CHECK(points[4].air_density_kg_m3 == 1.225);
}

}  // namespace
}  // namespace montecopter
