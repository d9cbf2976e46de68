/// Who draws from which stream: the names that are told are those that the kernels have as hashes.

#include "simulate/setup/random_consumers.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "dynamics/random/stream.hpp"
#include "simulate/setup/prepared_flights.hpp"

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

}  // namespace

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
