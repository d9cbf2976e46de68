/// Controllers whose commands take effect more than one period later: the commands of a loop that
/// is open in effect are shifted, a closed one flies as a discrete simulation that is written here,
/// and lanes, sweeps and trimmed starts are as without.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "support/fly.hpp"
#include "vehicle/stability/loop_model.hpp"

namespace montecopter {
namespace {

/// A climb on a path whose gains are 0: commands follow from the time alone, 250 times a second.
Flown climb(double delay_s) {
  const std::vector<std::string> overrides = {"controller.rate_hz=250",
                                              "controller.position_gain_1_s2=0",
                                              "controller.velocity_gain_1_s=0",
                                              "controller.attitude_gain_n_m=0",
                                              "controller.rate_gain_n_m_s=0",
                                              "trajectory.amplitude_m=[0,0,0.6]",
                                              "trajectory.velocity_m_s=[0,0,0]",
                                              "trajectory.heading.rate_rad_s=0",
                                              "output.rate_hz=1000",
                                              "simulation.duration_s=0.3",
                                              fmt::format("controller.delay_s={:.6g}", delay_s)};
  return Flown(
      make_plan(load_scenario(MONTECOPTER_SCENARIOS "/examples/lee-helix.toml", overrides)),
      "auto");
}

TEST_CASE("commands of a loop that is open in effect are those without a delay, shifted") {
  const Flown now = climb(0);
  CHECK(now.at("command", 200)[0] != now.at("command", 100)[0]);
  for (const int steps : {3, 4, 5, 8, 10, 12, 63, 64}) {  // a period is 4, and 16 are the most
    const Flown late = climb(0.001 * steps);
    for (std::int64_t n = 0; n < late.outputs(); ++n) {
      INFO(steps << " steps late, at step " << n);
      const auto command = late.at("command", n);
      if (n >= steps) {
        const auto then = now.at("command", n - steps);
        CHECK(std::equal(command.begin(), command.end(), then.begin()));
      } else {  // the weight, until then
        CHECK(command[0] == Approx(4.34 * 9.81 / 4 / 100).epsilon(1e-15));
      }
    }
  }
}

constexpr double yaw_inertia = 0.035, yaw_step_s = 0.002, yaw_gain = 0.14, yaw_rate_gain = 0.14;
constexpr int yaw_every = 10;

/// Turns about yaw: sih2019 without damping, whose motors do not lag, at 50 Hz.
std::string delayed_yaw(int delay_steps) {
  return fmt::format(R"(
schema = 1
name = "yaw"
vehicle.include = "{}/vehicles/sih2019.toml"
vehicle.linear_aero_moment_n_m_s = 0
environment = {{gravity_m_s2 = 9.81}}
integrator = {{type = "rk4", rate_hz = 500}}
simulation = {{duration_s = 6, initial = {{body_rate_rad_s = [0, 0, 0.3]}}}}
output = {{signals = ["body_rate", "attitude"], rate_hz = 500, traces = "all"}}
[trajectory]
type = "hover"
[controller]
type = "lee"
rate_hz = 50
delay_s = {:.6g}
position_gain_1_s2 = 1
velocity_gain_1_s = 1
attitude_gain_n_m = [0.5, 0.5, {}]
rate_gain_n_m_s = [0.2, 0.2, {}]
)",
                     MONTECOPTER_SCENARIOS, yaw_step_s * delay_steps, yaw_gain, yaw_rate_gain);
}

struct YawStep {
  double angle, rate;
};

/// J w' = M with M = -k_R sin(yaw) - k_W w at each update, which acts `delay_steps` later.
std::vector<YawStep> simulated_yaw(int delay_steps, std::size_t steps) {
  std::vector<YawStep> all = {{0, 0.3}};
  std::vector<double> commanded;  // at each step, by the last update
  for (int n = 0; all.size() < steps; ++n) {
    const auto [angle, rate] = all.back();
    const double last = -yaw_gain * std::sin(angle) - yaw_rate_gain * rate;
    commanded.push_back(n % yaw_every == 0 ? last : commanded.back());
    const double moment =
        n < delay_steps ? 0 : commanded[static_cast<std::size_t>(n - delay_steps)];
    const double acceleration = moment / yaw_inertia;
    all.push_back({angle + rate * yaw_step_s + 0.5 * acceleration * yaw_step_s * yaw_step_s,
                   rate + acceleration * yaw_step_s});
  }
  return all;
}

TEST_CASE("a closed loop flies as a discrete simulation of its axis") {
  for (const int delay_steps : {10, 13, 20, 25, 30, 57}) {  // a period is 10
    const Flown flown(delayed_yaw(delay_steps));
    const auto expected = simulated_yaw(delay_steps, static_cast<std::size_t>(flown.outputs()));
    double most = 0;
    for (std::int64_t n = 0; n < flown.outputs(); ++n) {
      const YawStep& there = expected[static_cast<std::size_t>(n)];
      most = std::max(most, std::fabs(flown.at("body_rate", n)[2] - there.rate));
      most = std::max(most, std::fabs(2 * std::asin(flown.at("attitude", n)[3]) - there.angle));
    }
    INFO(delay_steps << " steps late: " << most);
    // RK4 turns a quaternion by 0.3 rad/s to (0.3 * 0.002)^5 / 120 a step, and the loop decays;
    // rounding of 3000 steps is 1e-13.
    CHECK(most < 1e-12);
    CHECK(std::fabs(expected.back().rate) < 0.1);
  }
}

/// One of four laws with gains and mass that differ between samples, 250 times a second.
std::string spread_loop(const std::string& law, double delay_s) {
  return fmt::format(R"(schema = 1
name = "spread"
vehicle = {{include = "{}/vehicles/sih2022.toml", linear_drag_n_s_m = 0.3}}
trajectory = {{type = "lemniscate", center_m = [0, 0, -5], half_length_m = 1, rate_rad_s = 0.6}}
integrator = {{type = "rk4", rate_hz = 500}}
wind = [{{type = "steady", to_m_s = [1, 0.5, 0]}}]
simulation = {{duration_s = 1, initial = {{position_m = [0, 0, -5]}}}}
output = {{signals = ["position", "command"], rate_hz = 50, traces = "all"}}
monte_carlo.samples = 9
disperse."vehicle.mass_kg" = {{dist = "uniform", low = 0.9, high = 1.2}}
[controller]
rate_hz = 250
delay_s = {:.6g}
{})",
                     MONTECOPTER_SCENARIOS, delay_s, law);
}

const std::array<std::string, 4> four_laws = {
    "type = 'lee'\nposition_gain_1_s2 = 1\nvelocity_gain_1_s = 1.5\nattitude_gain_1_s2 = 30\n"
    "rate_gain_1_s = 8\n",
    "type = 'px4'\nposition = {position_gain_1_s = 0.95, velocity_gain_1_s = 1.8, "
    "velocity_integral_gain_1_s2 = 0.4, thrust_min = 0.02}\nattitude = {gain_1_s = [4, 4, 2]}\n"
    "body_rate = {gain_1_s = [10, 10, 6], integral_gain_1_s2 = [5, 5, 3]}\n",
    "type = 'indi'\nposition_gain_1_s2 = 1\nvelocity_gain_1_s = 1.5\nattitude_gain_1_s2 = 20\n"
    "rate_gain_1_s = 7\ncutoff_hz = 5\nmotor_time_constant_s = 0.03\n",
    "type = 'lqr'\nposition_weight_1_m2 = 4\nvelocity_weight_s2_m2 = 2\n"
    "attitude_weight_1_rad2 = 8\nrate_weight_s2_rad2 = 0.2\nposition_integral_weight_1_m2_s2 = 1\n"
    "command_weights = [0.05, 10, 10, 50]\n"};

/// Commands cannot change what happens before they act: a regulator that counts on that flies the
/// same, whole periods later, and so do the poles of its loop.
TEST_CASE("a regulator with more whole periods of delay flies the same, later") {
  // An integral would count the time that passes before the first commands act.
  std::string without_integral = four_laws[3];
  const std::string_view key = "position_integral_weight_1_m2_s2 = 1";
  without_integral.erase(without_integral.find(key), key.size());
  const auto loaded = [&](int periods) {
    const std::string text = fmt::format(R"(schema = 1
name = "later"
vehicle.include = "{}/vehicles/sih2022.toml"
environment = {{gravity_m_s2 = 9.81}}
trajectory = {{type = "hover"}}
integrator = {{type = "rk4", rate_hz = 1000}}
simulation = {{duration_s = 2, initial = {{position_m = [1e-4, 0, 0]}}}}
output = {{signals = ["position"], rate_hz = 250, traces = "all"}}
[controller]
rate_hz = 250
delay_s = {:.6g}
{})",
                                         MONTECOPTER_SCENARIOS, 0.004 * periods, without_integral);
    return load_scenario_text(text, "later.toml", "");
  };
  const auto growth = [](const LoadedScenario& one) {
    const Plan plan = make_plan(one);
    const auto model =
        loop_model(plan, one.scenario, plan.time.control.every, plan.time.control.delay);
    return without_unobservable_states(model.value()).growth_1_s();
  };
  const LoadedScenario first = loaded(1);
  const Flown now(make_plan(first), "auto");
  for (const int periods : {2, 6, 11, 16}) {
    INFO(periods);
    const LoadedScenario one = loaded(periods);
    const Flown late(make_plan(one), "auto");
    double most = 0;
    for (std::int64_t n = periods - 1; n < late.outputs(); ++n) {
      most = std::max(
          most, std::fabs(late.at("position", n)[0] - now.at("position", n - (periods - 1))[0]));
    }
    INFO(most);
    // Gains are good to 1e-8 of themselves, and correct a deviation of 1e-4.
    CHECK(most < 1e-12);
    CHECK(growth(first) < -0.5);
    CHECK(growth(one) == Approx(growth(first)).epsilon(1e-3));  // slopes have six digits
  }
}

TEST_CASE("samples of a long delay have their bits in every pack, and alone") {
  for (const std::string& law : four_laws) {
    for (const double periods : {0.5, 1.0, 1.5, 2.0, 2.5, 3.0}) {
      INFO(law << periods << " periods");
      const std::string text = spread_loop(law, 0.004 * periods);
      const Flown flown(text);
      const auto digests = flown.digests();
      CHECK(flown.status(3) == Status::ok);
      for (const Kernel* kernel : available_kernels()) {
        INFO(kernel->name);
        CHECK(Flown(text, kernel->name).digests() == digests);
      }
      const Flown one(plan_of(text), "auto", {4});
      const auto own = one.digests();
      CHECK(
          std::equal(own.begin(), own.end(), digests.begin() + 4 * static_cast<long>(own.size())));
    }
  }
}

TEST_CASE("points of a sweep over delays fly as scenarios with these delays") {
  const std::array periods = {0.5, 1.0, 1.5, 2.0, 3.0};
  for (const std::string& law : four_laws) {
    std::string text = spread_loop(law, 0);
    for (const double each : periods) {
      text += fmt::format("[sweep.late.sets.p{:02.0f}]\ncontroller.delay_s = {:.6g}\n", 10 * each,
                          0.004 * each);
    }
    const Flown swept(text);
    CHECK(Flown(text, "baseline").digests() == swept.digests());
    for (std::size_t point = 0; point < periods.size(); ++point) {
      const Flown flown(spread_loop(law, 0.004 * periods[point]));
      for (std::int64_t sample = 0; sample < 9; ++sample) {
        const auto row = static_cast<std::int64_t>(point) * 9 + sample;
        INFO(law << periods[point] << " periods, sample " << sample);
        CHECK(swept.number("m_max_tracking_error_m", row) ==
              flown.number("m_max_tracking_error_m", sample));
      }
    }
  }
}

TEST_CASE("a flight remembers nothing of the one before it in its thread") {
  for (const std::string& law : four_laws) {
    const std::string text = spread_loop(law, 0.01);
    const Flown all(text);
    const Flown few(plan_of(text), "auto", {0, 8});  // packs of others
    CHECK(few.number("m_max_tracking_error_m", 1) == all.number("m_max_tracking_error_m", 8));
  }
}

}  // namespace
}  // namespace montecopter
