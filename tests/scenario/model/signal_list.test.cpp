#include "scenario/model/signal_list.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "dynamics/distributions/distribution.hpp"
#include "scenario/derived/signal_columns.hpp"
#include "scenario/load.hpp"
#include "support/scenario_builder.hpp"

using namespace montecopter;

namespace {

Scenario example(const std::string& name) {
  return load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/" + name, {}).scenario;
}

}  // namespace

TEST_CASE("signals have names of their own, and places in the order of the list") {
  std::set<std::string_view> names;
  for (const SignalRow& signal : signal_list) {
    INFO(signal.name);
    CHECK(names.insert(signal.name).second);
    CHECK(!signal.long_name.empty());
    const bool has_axes =
        signal.shape == SignalShape::vector || signal.shape == SignalShape::angles;
    CHECK((!has_axes || !signal.frame.empty()));
  }
  CHECK(signal_index("position") == 0);
  CHECK(signal_index("moment_surface_world") == signal_count - 1);
}

TEST_CASE("a scenario lacks the signals of what it does not have, and no others") {
  const auto missing = [](const Scenario& scenario) {
    std::set<std::string_view> names;
    for (const SignalRow& signal : signal_list) {
      if (signal_absence(signal.name, scenario)) names.insert(signal.name);
    }
    return names;
  };
  using Names = std::set<std::string_view>;
  const Names estimates = {"position_estimate",       "velocity_estimate",
                           "attitude_estimate",       "accelerometer_bias_estimate",
                           "gyroscope_bias_estimate", "wind_estimate"};
  // What neither has: servos, electric motors, flapping blades, process noise, pulses, a ground and
  // a response surface.
  Names calm = {
      "servo",           "motor_current", "motor_loss", "lateral_flapping", "longitudinal_flapping",
      "induced_velocity"};
  for (const char* term :
       {"force_noise", "force_disturbance", "force_contact", "force_surface", "moment_aero",
        "moment_noise", "moment_disturbance", "moment_contact", "moment_surface"}) {
    for (const SignalRow& signal : signal_list) {
      if (signal.name.starts_with(term)) calm.insert(signal.name);
    }
  }
  Names of_battery = calm;
  of_battery.insert(estimates.begin(), estimates.end());
  of_battery.insert("battery_temperature");
  CHECK(missing(example("hummingbird-battery.toml")) == of_battery);
  Names of_estimated = calm;
  of_estimated.insert({"battery_voltage", "battery_current", "state_of_charge",
                       "battery_temperature", "moment_gyroscopic_body", "moment_gyroscopic_world"});
  CHECK(missing(example("x500-estimated.toml")) == of_estimated);
  const Scenario open_loop = example("flightgoggles-roll-doublet.toml");
  CHECK(missing(open_loop).count("position_reference") == 1);
  CHECK(missing(open_loop).count("velocity_reference") == 1);
  CHECK(missing(open_loop).count("position_error") == 1);
  CHECK(missing(open_loop).count("force_noise_body") == 0);
  const Scenario helicopter = example("marvin-cyclic.toml");
  CHECK(missing(helicopter).count("thrust_fraction") == 1);
  CHECK(missing(helicopter).count("moment_gyroscopic_body") == 0);
  CHECK(missing(helicopter).count("induced_velocity") == 1);
  CHECK(missing(example("xcell-flapping.toml")).count("induced_velocity") == 0);
}

TEST_CASE("a scenario has the signals of a term whose factor differs between flights") {
  const auto has = [](const Scenario& scenario, const std::string& signal) {
    return !signal_absence(signal, scenario).has_value();
  };
  const std::pair<const char*, const char*> signal_of_factor[] = {
      {"quadratic_drag_n_s2_m2", "force_drag_body"},
      {"drag_area_m2", "force_drag_body"},
      {"linear_drag_n_s_m", "force_drag_body"},
      {"rotor_drag_1_s.y", "force_drag_body"},
      {"rotor_drag_1_s.*", "force_drag_body"},
      {"rotor_drag_1_s", "force_drag_body"},  // wrong, which is said of it alone
      {"quadratic_aero_moment_n_m_s2.xy", "moment_aero_body"},
      {"linear_aero_moment_n_m_s.zz", "moment_aero_body"},
      {"velocity_aero_moment_n_s.xx", "moment_aero_body"},
      {"rotors.2.motor.rotor_inertia_kg_m2", "moment_gyroscopic_body"},
      {"rotors.*.motor.rotor_inertia_kg_m2", "moment_gyroscopic_body"},
      {"process_noise.force_n2_s", "force_noise_world"},
      {"process_noise.moment_n2_m2_s", "moment_noise_body"},
  };
  const Scenario bare = ScenarioBuilder::quadrotor().load().scenario;
  for (const auto& [factor, signal] : signal_of_factor) {
    INFO(factor);
    const std::string path = std::string("vehicle.") + factor;
    Scenario dispersed = bare, swept = bare;
    dispersed.disperse[path] = {};
    swept.sweep[path] = {};
    for (const char* one : {"force_drag_body", "moment_aero_body", "moment_gyroscopic_body",
                            "force_noise_world", "moment_noise_body"}) {
      CHECK(!has(bare, one));
      CHECK(has(dispersed, one) == (one == std::string_view(signal)));
      CHECK(has(swept, one) == (one == std::string_view(signal)));
    }
  }
}
