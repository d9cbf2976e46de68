/// Who draws from which stream: the names that are told are those that the kernels have as hashes.

#include "simulate/setup/random_consumers.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "dynamics/random/stream.hpp"
#include "dynamics/random/stream_names.hpp"
#include "dynamics/sampling/design.hpp"
#include "simulate/setup/prepared_flights.hpp"
#include "support/example_scenarios.hpp"

using namespace montecopter;

namespace {

Plan flown(const std::string& name) {
  return make_plan(load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/" + name, {}));
}

/// Of what draws over a flight.
std::set<std::uint64_t> streams_of_kernels(const PreparedFlights& prepared) {
  std::set<std::uint64_t> streams;
  const FlightPlan& f = prepared.flights;
  if (f.force_noise || f.moment_noise) streams.insert(f.noise_stream.hash);
  for (int i = 0; i < f.winds.count; ++i) {
    with_wind_type(f.winds.winds[static_cast<std::size_t>(i)].kind, [&]<class W>() {
      const bool is_active = (f.winds.active >> i & 1u) != 0;
      if (Turbulent<W> && is_active) {
        streams.insert(f.winds.winds[static_cast<std::size_t>(i)].stream.hash);
      }
    });
  }
  for (const SensorPlan& s : prepared.sensors.sensors) {
    for (const ErrorTerms& terms : s.errors) {
      if (terms.white) streams.insert(terms.white_stream.hash);
      if (terms.gauss_markov) streams.insert(terms.gauss_markov_stream.hash);
      if (terms.walk) streams.insert(terms.walk_stream.hash);
    }
    if (s.drops) streams.insert(s.dropout_stream.hash);
    if (s.jitter > 0) streams.insert(s.jitter_stream.hash);
    if (s.time_noise) streams.insert(s.time_noise_stream.hash);
  }
  return streams;
}

/// Of what is drawn at set-up.
bool is_of_setup(const RandomConsumer& consumer) {
  return consumer.stream.find(':') != std::string::npos ||
         consumer.stream.rfind("estimator.", 0) == 0 || consumer.stream.ends_with(".turn_on");
}

/// All names that there are, as random-numbers.md writes what differs between scenarios.
std::set<std::string> declared_names() {
  std::set<std::string> names = {std::string(stream_names::process), "windI.TYPE"};
  for (const std::string_view what : stream_names::errors) {
    names.insert(stream_names::of_sensor("SENSOR", what));
  }
  for (const std::string_view what : stream_names::readings) {
    names.insert(stream_names::of_sensor("SENSOR", what));
  }
  for (const std::string_view name : stream_names::estimator) names.insert(std::string(name));
  for_each_type<InputDesign>([&]<class Kind>() {
    for (const DesignStream& stream : Kind::streams) names.insert(stream.name("PATH"));
  });
  return names;
}

/// What is between backticks in the second column of the tables of consumers, up to an example.
std::set<std::string> documented_names() {
  std::ifstream page(std::string(MONTECOPTER_SCENARIOS) + "/../docs/random-numbers.md");
  std::set<std::string> names;
  bool is_table = false;
  for (std::string line; std::getline(page, line);) {
    is_table = line.starts_with("| consumer |") || (is_table && line.starts_with("|"));
    if (!is_table || line.starts_with("|---")) continue;
    const std::size_t from = line.find('|', 1) + 1;
    std::string cell = line.substr(from, line.find('|', from) - from);
    cell = cell.substr(0, std::min(cell.find(';'), cell.find("for example")));
    for (std::size_t at = cell.find('`'); at != std::string::npos; at = cell.find('`', at)) {
      const std::size_t end = cell.find('`', at + 1);
      names.insert(cell.substr(at + 1, end - at - 1));
      at = end + 1;
    }
  }
  return names;
}

}  // namespace

TEST_CASE("docs/random-numbers.md lists the streams that there are") {
  CHECK(documented_names() == declared_names());
  CHECK(stream_names::of_wind(0, "dryden") == "wind0.dryden");
}

TEST_CASE("the streams that plan tells are those of the kernels") {
  for (const char* name :
       {"flightgoggles-roll-doublet.toml", "x500-estimated.toml", "sih-gusts.toml",
        "sih-sensors.toml", "marvin-square.toml", "sobol-mass-wind.toml"}) {
    INFO(name);
    const Plan plan = flown(name);
    std::set<std::uint64_t> told;
    for (const RandomConsumer& consumer : random_consumers(plan)) {
      INFO(consumer.stream);
      if (!is_of_setup(consumer)) CHECK(told.insert(stream_hash(consumer.stream)).second);
      const bool is_counted = consumer.in_flight && consumer.in_all;
      CHECK((!is_counted || *consumer.in_all % *consumer.in_flight == 0));
    }
    CHECK(told == streams_of_kernels(PreparedFlights(plan)));
  }
}

TEST_CASE("sensors of a firmware in the loop draw in every flight, traced or not") {
  const std::vector<Section> firmware = find_sections("controller/px4_mavlink");
  REQUIRE(firmware.size() == 1);
  ScenarioBuilder scenario = scenario_with(firmware[0], toml_example(firmware[0]));
  const Plan plan = scenario.put("[output]\ntraces = \"none\"\n").plan();
  std::size_t readings = 0;
  for (const RandomConsumer& consumer : random_consumers(plan)) {
    if (!consumer.stream.ends_with(".white")) continue;
    INFO(consumer.stream);
    REQUIRE(consumer.in_flight);
    REQUIRE(consumer.in_all);
    CHECK(*consumer.in_all == 4 * *consumer.in_flight);  // flights of ScenarioBuilder
    ++readings;
  }
  // Accelerometer, gyroscope, magnetometer, barometer, position and velocity of the GNSS.
  CHECK(readings == 6);
}
