#include "scenario/signal_list.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "scenario/load.hpp"
#include "scenario/signal_columns.hpp"

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
  CHECK(signal_index("moment_contact_world") == signal_count - 1);
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
  // What neither has: servos, process noise, pulses and a ground.
  Names calm = {"servo"};
  for (const char* term : {"force_noise", "force_disturbance", "force_contact", "moment_aero",
                           "moment_noise", "moment_disturbance", "moment_contact"}) {
    for (const SignalRow& signal : signal_list) {
      if (signal.name.starts_with(term)) calm.insert(signal.name);
    }
  }
  Names of_battery = calm;
  of_battery.insert(estimates.begin(), estimates.end());
  CHECK(missing(example("hummingbird-battery.toml")) == of_battery);
  Names of_estimated = calm;
  of_estimated.insert({"battery_voltage", "battery_current", "state_of_charge",
                       "moment_gyroscopic_body", "moment_gyroscopic_world"});
  CHECK(missing(example("x500-estimated.toml")) == of_estimated);
  const Scenario open_loop = example("flightgoggles-roll-doublet.toml");
  CHECK(missing(open_loop).count("position_reference") == 1);
  CHECK(missing(open_loop).count("velocity_reference") == 1);
  CHECK(missing(open_loop).count("position_error") == 1);
  CHECK(missing(open_loop).count("force_noise_body") == 0);
  const Scenario helicopter = example("marvin-cyclic.toml");
  CHECK(missing(helicopter).count("thrust_fraction") == 1);
  CHECK(missing(helicopter).count("moment_gyroscopic_body") == 0);
}
