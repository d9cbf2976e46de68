/// Margins as metrics of samples whose vehicle is another one than the controller knows: against
/// closed forms of sampled loops, and against the same vehicle known to its controller.

#include "plan/sample_margins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <string>

#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/flights_in_memory.hpp"
#include "vehicle/stability/margin_report.hpp"
#include "vehicle/stability/sample_margins.hpp"

namespace montecopter {
namespace {

using Complex = std::complex<double>;

const double pi = std::acos(-1.0);
constexpr double period_s = 0.02;
constexpr double tight = 1e-7;  // slopes are differences: steps of 1e-6, and 1e-10 of rounding

double degrees(double rad) { return rad * 180 / pi; }
double decibels(double factor) { return 20 * std::log10(factor); }

/// A quadrotor whose rotors follow at once, under the cascade of PX4 without filters and integrals.
std::string text(const std::string& controller, const std::string& more,
                 const std::string& gains = "[60, 30, 15]") {
  return R"(schema = 1
name = "sampled"
vehicle.include = ")" +
         std::string(MONTECOPTER_SCENARIOS) + R"(/vehicles/x500.toml"
vehicle.rotor.motor = {type = "direct", min = 0, max = 1}
integrator = {type = "rk4", step_s = 0.005}
simulation.duration_s = 0.1
output = {traces = "none", margins = true}
controller.type = "px4"
controller.rate_hz = 50
controller.position = {position_gain_1_s = 1, velocity_gain_1_s = 2, velocity_cutoff_hz = 5}
controller.attitude = {gain_1_s = [4, 3, 1]}
controller.body_rate = {integral_gain_1_s2 = 0, derivative_gain = 0, cutoff_hz = 20, gain_1_s = )" +
         gains + "}\n" + controller + more;
}

const std::string rates = R"(controller.set_points = {kind = "body_rate", rows = [[0, 0, 0, 0, 20]]}
)";
const std::string attitudes =
    R"(controller.set_points = {kind = "attitude", rows = [[0, 1, 0, 0, 0, 20]]}
)";

FlightsInMemory flown(const std::string& toml, const char* kernel = "auto", int threads = 1) {
  Plan plan = make_plan(load_scenario_text(toml, "sampled.toml", "."));
  compute_margins(plan);
  return FlightsInMemory(std::move(plan), choose_kernel(kernel), {}, threads);
}

/// The x that a rising or falling f has in between.
template <class F>
double root(const F& f, double low, double high) {
  const bool rises = f(high) > 0;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    ((f(middle) > 0) == rises ? high : low) = middle;
  }
  return low;
}

TEST_CASE("margins of samples: integrators that are sampled") {
  // The roll rate of a vehicle with f times the inertia that its controller knows: k = 60/f.
  const FlightsInMemory flights = flown(text(rates, R"(monte_carlo.samples = 3
[disperse."vehicle.inertia_kg_m2.xx"]
dist = "listed"
apply = "factor"
values = [0.9, 1.0, 1.1]
)"));
  for (const std::int64_t i : {0, 1, 2}) {
    const double k = 60 / flights.number("in_vehicle.inertia_kg_m2.xx.factor", i),
                 gain = k * period_s;
    INFO("factor " << flights.number("in_vehicle.inertia_kg_m2.xx.factor", i));
    // L = k T / (z - 1): at z = -1 it is -k T / 2, and |L| = 1 where 2 sin(w T / 2) = k T.
    CHECK(flights.number("m_gain_margin_db", i) == Approx(decibels(2 / gain)).epsilon(tight));
    CHECK(flights.number("m_phase_margin_deg", i) ==
          Approx(90 - degrees(std::asin(gain / 2))).epsilon(tight));
    // A part of the period late: z^2 - z + k ((T - t) z + t) is stable until k t = 1; that it grows
    // is said from 1e-4 1/s on.
    CHECK(flights.number("m_delay_margin_s", i) == Approx(1 / k).epsilon(1e-5));
    // (1 - L) / (1 + L) is largest at z = -1.
    CHECK(flights.number("m_disk_margin", i) == Approx(2 * (2 - gain) / (2 + gain)).epsilon(tight));
  }
}

TEST_CASE("margins of samples: a double integrator that is sampled and late") {
  const double delay_s = GENERATE(0.0, 0.02);
  const FlightsInMemory flights =
      flown(text(attitudes + "controller.delay_s = " + std::to_string(delay_s) + "\n",
                 R"(monte_carlo.samples = 2
[disperse."vehicle.inertia_kg_m2.xx"]
dist = "listed"
apply = "factor"
values = [0.9, 1.2]
)",
                 "[30, 20, 10]"));
  for (const std::int64_t i : {0, 1}) {
    const double rate = 30 / flights.number("in_vehicle.inertia_kg_m2.xx.factor", i), T = period_s;
    // Held torque turns by z-transforms T / (z - 1) and T^2 (z + 1) / (2 (z - 1)^2).
    const auto L = [&](double w) {
      const Complex z = std::polar(1.0, w * T);
      const Complex PD =
          rate * T / (z - 1.0) + 4 * rate * T * T * (z + 1.0) / (2.0 * (z - 1.0) * (z - 1.0));
      return delay_s > 0 ? PD / z : PD;
    };
    const double crossover = root([&](double w) { return std::abs(L(w)) - 1; }, 1, 0.999 * pi / T);
    CHECK(flights.number("m_phase_margin_deg", i) ==
          Approx(degrees(std::arg(-L(crossover)))).epsilon(tight));
    double up = 1 / std::abs(L(pi / T));  // at z = -1, or where it crosses the axis before
    if (delay_s > 0) {
      const double w = root([&](double x) { return L(x).imag(); }, crossover, 0.999 * pi / T);
      up = 1 / std::abs(L(w));
    }
    CHECK(flights.number("m_gain_margin_db", i) == Approx(decibels(up)).epsilon(tight));
  }
}

TEST_CASE("margins of samples: the same bits for threads and lanes") {
  const std::string toml = text(attitudes, R"(monte_carlo.samples = 5
[disperse."vehicle.mass_kg"]
dist = "normal"
mean = 1
sd = 0.1
apply = "factor"
)");
  const FlightsInMemory one = flown(toml), other = flown(toml, "baseline", 3);
  for (const char* metric :
       {"m_gain_margin_db", "m_phase_margin_deg", "m_delay_margin_s", "m_disk_margin"}) {
    for (const std::int64_t i : {0, 1, 2, 3, 4}) {
      CHECK(one.number(metric, i) == other.number(metric, i));
    }
  }
}

TEST_CASE("margins of samples: those that `margins` says of a point of a sweep") {
  const std::string toml = text(attitudes, "sweep.\"vehicle.mass_kg\" = {values = [2, 2.6]}\n");
  const FlightsInMemory flights = flown(toml);
  for (const std::int64_t point : {0, 1}) {
    const HoverMargins said = report_margins(flights.plan(), point, "controller").margins;
    CHECK(flights.number("m_delay_margin_s", point) == said.later_s);
    CHECK(flights.number("m_disk_margin", point) == said.all_commands->alpha.value);
    double phase = 180;
    for (const BrokenLoop& loop : said.at_command) {
      phase = std::min(phase, loop.margins.phase_deg.value);
    }
    CHECK(flights.number("m_phase_margin_deg", point) == phase);
    CHECK(said.at_command.size() == 3);  // nothing is fed back to the thrust
    for (const BrokenLoop& loop : said.at_command) {
      const auto of = [&](const char* what) {
        return flights.number(fmt::format("m_{}_{}", loop.name, what), point);
      };
      CHECK(of("phase_margin_deg") == std::min(loop.margins.phase_deg.value, 180.0));
      CHECK(of("gain_margin_db") == std::min(loop.margins.gain_db(), most_gain_db));
    }
  }
}

TEST_CASE("margins of samples: the servos of a helicopter") {
  std::string toml = R"(schema = 1
name = "servos"
vehicle.include = "INCLUDED/vehicles/marvin.toml"
integrator = {type = "rk4", rate_hz = 200}
simulation.duration_s = 0.1
output = {traces = "none", margins = true}
trajectory.type = "hover"
[controller]
type = "lqr"
rate_hz = 50
position_weight_1_m2 = 4
attitude_weight_1_rad2 = 8
command_weights = [1e-5, 1e-4, 1e-4, 1e-4, 1e-4]
)";
  toml.replace(toml.find("INCLUDED"), 8, MONTECOPTER_SCENARIOS);
  const FlightsInMemory flights = flown(toml);
  const HoverMargins said = report_margins(flights.plan(), 0, "controller").margins;
  CHECK(said.at_command.size() == 5);
  for (const BrokenLoop& loop : said.at_command) {
    CHECK(flights.number("m_" + loop.name + "_phase_margin_deg") ==
          std::min(loop.margins.phase_deg.value, 180.0));
  }
}

TEST_CASE("margins of samples: a loop that grows has none") {
  const FlightsInMemory flights = flown(text(rates, "", "[120, 30, 15]"));
  CHECK(flights.number("m_gain_margin_db") == 0);
  CHECK(flights.number("m_phase_margin_deg") == 0);
  CHECK(flights.number("m_delay_margin_s") == 0);
  CHECK(flights.number("m_disk_margin") == 0);
  CHECK(flights.number("m_roll_phase_margin_deg") == 0);
}

}  // namespace
}  // namespace montecopter
