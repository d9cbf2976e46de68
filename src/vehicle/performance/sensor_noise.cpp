#include "vehicle/performance/sensor_noise.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "dynamics/environment/environment.hpp"
#include "dynamics/sensors/error_setup.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "scenario/load.hpp"

namespace montecopter {
namespace {

template <class Quantity, class Number>
NoisyChannel channel_of(const ErrorModel<Quantity, Number>& model, int axis, const Rate& rate) {
  const AxisErrors<double> c = fold_axis(model, axis, rate);
  NoisyChannel channel;
  channel.unit = Quantity::unit;
  channel.component = static_cast<std::size_t>(axis);
  channel.constant_bias = c.bias;
  channel.turn_on_bias_sd = axis_of(model.turn_on_bias, axis);
  channel.noise.dt_s = rate.period_s();
  channel.noise.white_sd = c.white;
  channel.noise.random_walk_sd_per_step = c.walk;
  channel.noise.gauss_markov_sd = c.steady;
  channel.noise.gauss_markov_time_s = model.gauss_markov_time_s.value_or(0.0);
  channel.resolution = c.resolution;
  channel.noise.quantum = c.resolution;
  // Rounding acts like white noise if other noise spreads readings over the digits.
  const double spread = channel.turn_on_bias_sd + c.white + c.steady;
  const double reach = std::fabs(c.bias) + 4.0 * spread;
  channel.has_theory = c.white >= 0.5 * c.resolution &&
                       (!model.full_scale || reach < c.full_scale) &&
                       (!model.word_bits || reach < c.highest_word * c.resolution);
  return channel;
}

/// Dataset of an error model: of the sensor, of a part of it, or of its first channel.
template <class Sensor>
std::string dataset_of(const std::string& sensor, const std::string& part) {
  if (!part.empty()) return sensor + "." + part;
  const std::string_view first = Sensor::channels[0].name;
  return first.empty() ? sensor : sensor + "." + std::string(first);
}

/// A body at rest without forces.
constexpr std::string_view resting_body = R"(
schema = 1
name = "rest"
[vehicle]
type = "multirotor"
mass_kg = 1
inertia_kg_m2 = {xx = 1, yy = 1, zz = 1}
[[vehicle.rotors]]
position_m = [0, 0, 0]
axis = [0, 0, -1]
spin = 1
law = {type = "quadratic", thrust_n_s2 = 0, torque_n_m_s2 = 0}
motor = {type = "direct", max = 1}
[controller]
type = "command_table"
rows = [[0, 0]]
[integrator]
type = "euler"
rate_hz = 1
[simulation]
steps = 1
)";

/// Keeps one sensor alone, without aging.
template <class Sensor>
void keep_young(Sensor& sensor, Scenario& rest) {
  sensor.latency_s = sensor.jitter_s = 0.0;
  rest.integrator.rate_hz = sensor.rate_hz;
  if constexpr (std::is_same_v<Sensor, RangeFinder>) {  // in the middle of its range
    const double most = sensor.max_m.value_or(2.0 * sensor.min_m + 2.0);
    rest.simulation.initial.position_m = {0.0, 0.0, -0.5 * (sensor.min_m + most)};
    sensor.measures = word_for(range_measure_words, RangeMeasure::height);
    sensor.axis = {0.0, 0.0, 1.0};
    sensor.position_m = {0.0, 0.0, 0.0};
  }
}

}  // namespace

std::vector<NoisyChannel> noisy_channels(const Sensors& sensors) {
  constexpr std::array<std::string_view, 3> axes = {".x", ".y", ".z"};
  std::vector<NoisyChannel> channels;
  for_each_sensor(sensors, [&]<class Sensor>(const std::string& name, const Sensor& sensor) {
    for_each_error_model(sensor, [&](const std::string& part, const auto& model) {
      using Number = typename std::remove_cvref_t<decltype(model)>::NumberType;
      const int count = std::is_same_v<Number, double> ? 1 : 3;
      for (int i = 0; i < count; ++i) {
        NoisyChannel channel = channel_of(model, i, sensor.rate_hz);
        channel.sensor = name;
        channel.dataset = dataset_of<Sensor>(name, part);
        channel.name = channel.dataset;
        if (count > 1) channel.name += axes[static_cast<std::size_t>(i)];
        channels.push_back(std::move(channel));
      }
    });
  });
  return channels;
}

Scenario at_rest(const Scenario& scenario, const std::string& sensor, std::int64_t readings) {
  Scenario rest = load_scenario_text(resting_body, "rest", ".").scenario;
  rest.environment = *scenario.environment;
  rest.environment->gravity = "constant";
  rest.environment->gravity_m_s2 = 0.0;
  rest.environment->ground = NoGround{};
  rest.monte_carlo.seed = scenario.monte_carlo.seed;
  rest.output.signals.clear();
  rest.simulation.steps = readings - 1;
  rest.sensors = scenario.sensors;
  for (auto& [unit_name, unit] : rest.sensors) {
    for_each_field<SensorUnit>([&, &unit_name = unit_name, &unit = unit](const auto& f) {
      auto& candidate = unit.*f.member;
      const bool is_it = unit_name + "." + std::string(f.key) == sensor;
      if (!is_it) candidate.reset();
      if (!candidate) return;
      candidate->recorded.reset();  // keep all its readings
      keep_young(*candidate, rest);
    });
  }
  return rest;
}

}  // namespace montecopter
