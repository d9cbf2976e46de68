#include "scenario/derived/random_streams.hpp"

#include <algorithm>

#include "core/base/pattern.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/derived/drawn_inputs.hpp"

namespace montecopter {

namespace {

void add_sensor_streams(const Scenario& scenario, std::vector<NamedStream>& streams) {
  const auto add = [&](const std::string& sensor, std::string_view what) {
    streams.push_back({StreamPurpose::sensors, stream_names::of_sensor(sensor, what)});
  };
  for_each_sensor(scenario.sensors,
                  [&]<class Sensor>(const std::string& name, const Sensor& sensor) {
                    for_each_error_model(sensor, [&](const std::string& key, const auto&) {
                      for (const std::string_view what : stream_names::errors) {
                        add(key.empty() ? name : name + "." + key, what);
                      }
                    });
                    if constexpr (TimesTurns<Sensor>) add(name, stream_names::time);
                    add(name, stream_names::dropout);
                    add(name, stream_names::jitter);
                  });
}

}  // namespace

std::vector<NamedStream> random_streams(const Scenario& scenario) {
  std::vector<NamedStream> streams;
  for (const DrawnInput& input : drawn_inputs(scenario)) {
    if (!input.draws()) continue;
    streams.push_back({StreamPurpose::dispersions, stream_names::of_dispersion(input.path)});
  }
  streams.push_back({StreamPurpose::process, std::string(stream_names::process)});
  for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
    std::visit(
        [&]<class W>(const W&) {
          if constexpr (Turbulent<W>) {
            streams.push_back({StreamPurpose::wind, stream_names::of_wind(i, W::type_name)});
          }
        },
        scenario.wind[i]);
  }
  add_sensor_streams(scenario, streams);
  if (scenario.estimator) {
    for (const std::string_view name : stream_names::estimator) {
      streams.push_back({StreamPurpose::estimator, std::string(name)});
    }
  }
  return streams;
}

bool means_stream(std::string_view entry, StreamPurpose purpose, std::string_view name) {
  return entry == stream_purposes[static_cast<std::size_t>(purpose)] || fits(entry, name) ||
         fits(std::string(entry) + ".*", name);
}

bool is_frozen(const MonteCarlo& campaign, StreamPurpose purpose, std::string_view name) {
  return std::any_of(campaign.freeze.begin(), campaign.freeze.end(),
                     [&](const std::string& entry) { return means_stream(entry, purpose, name); });
}

std::vector<std::string> frozen_streams(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const NamedStream& stream : random_streams(scenario)) {
    if (is_frozen(scenario.monte_carlo, stream.purpose, stream.name)) names.push_back(stream.name);
  }
  return names;
}

RandomStream random_stream(const MonteCarlo& campaign, StreamPurpose purpose,
                           std::string_view name) {
  const RandomStream stream = stream_hash(name);
  return is_frozen(campaign, purpose, name) ? stream.frozen() : stream;
}

}  // namespace montecopter
