/// An hour of every preset against the exact Allan variance of its parameters.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "scenario/load.hpp"
#include "scenario/write.hpp"
#include "support/sensor_flight.hpp"
#include "vehicle/performance/sensor_report.hpp"

namespace montecopter {
namespace {

/// A scenario that carries a preset; its vehicle does not matter. Its steps suit all rates.
Scenario with_preset(const std::string& preset) {
  const std::string file =
      fmt::format("{}/scenarios/sensors/{}.toml", MONTECOPTER_SOURCE_DIR, preset);
  const SensorFlight flight{
      .sensors = "include = \"" + file + "\"\n",
      .environment = "atmosphere.type = \"isa\"\n",
      .rate_hz = 4608000,
      .steps = 4608000,
      .motor = "{type = \"first_order\", time_constant_s = 0.05, max = 1000}"};
  return load_scenario_text(to_scenario(flight), "preset.toml", ".").scenario;
}

TEST_CASE("an hour of each preset lies within the band of its exact Allan variance", "[slow]") {
  const auto preset = GENERATE("sih2019", "sih2022", "marvin", "icm-20948", "icm-42688", "bmi088",
                               "mpu-6000", "adis16448", "flightgoggles");
  const Scenario scenario = with_preset(preset);
  int curves = 0;
  std::string sensor;
  std::optional<Flown> flown;
  for (const NoisyChannel& channel : noisy_channels(scenario.sensors)) {
    if (channel.noise.white_sd == 0) continue;  // nothing to see: an ideal reading, rounded
    REQUIRE(channel.has_theory);
    const auto readings = static_cast<std::int64_t>(3600 / channel.noise.dt_s) + 1;
    if (channel.sensor != sensor) {
      sensor = channel.sensor;
      const Scenario rest = at_rest(scenario, sensor, readings);
      flown.emplace(make_plan({rest, "", write_scenario(rest), {}}), "auto");
    }
    std::vector<double> values;
    for (std::int64_t k = 0; k < flown->readings(channel.dataset); ++k) {
      values.push_back(flown->reading(channel.dataset, k)[channel.component]);
    }
    REQUIRE(static_cast<std::int64_t>(values.size()) == readings);
    const ChannelAllan allan = channel_allan(channel, values);
    INFO(preset << " " << channel.name << ": " << allan.worst_off());
    // 4 standard deviations at each of some 20 averaging times.
    CHECK(std::fabs(allan.worst_off()) < 4);
    ++curves;
  }
  CHECK(curves >= 6);
}

TEST_CASE("a curve leaves the band of a sensor that is twice as noisy") {
  Scenario scenario = with_preset("flightgoggles");
  const NoisyChannel channel = noisy_channels(scenario.sensors)[3];
  REQUIRE(channel.name == "s.gyroscope.x");
  scenario.sensors["s"].of<Gyroscope>()->white_noise = 2 * 0.0547;  // twice the preset
  const Scenario rest = at_rest(scenario, channel.sensor, 10000);
  const Flown flown(make_plan({rest, "", write_scenario(rest), {}}), "auto");
  std::vector<double> values;
  for (std::int64_t k = 0; k < 10000; ++k) values.push_back(flown.reading("s.gyroscope", k)[0]);
  CHECK(channel_allan(channel, values).worst_off() > 20);
}

}  // namespace
}  // namespace montecopter
