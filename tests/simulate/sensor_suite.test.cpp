/// Sensors and estimators over lanes: readings, and the estimates made of them, have the bits of
/// the same sample alone.

#include "simulate/lanes/sensor_suite.hpp"

#include "support/example_scenarios.hpp"
#include "support/lane_bits.hpp"
#include "support/scenario_builder.hpp"
#include "support/type_names.hpp"

namespace montecopter {
namespace {

/// Sensors with errors of every kind, some late, that lose readings or average; those of the list
/// that are not among them are there without errors.
ScenarioBuilder with_all_sensors() {
  ScenarioBuilder scenario = ScenarioBuilder::loop()
                                 .put(R"([sensors.imu.accelerometer]
rate_hz = 250
latency_s = 0.004
readings = "averaged"
white_noise_m_s2 = 0.05
turn_on_bias_m_s2 = 0.1
position_m = [0.01, 0.02, 0.03]
dropout = 0.1
)")
                                 .put(R"([sensors.imu.gyroscope]
rate_hz = 250
latency_s = 0.004
readings = "averaged"
white_noise_rad_s = 0.002
gauss_markov_bias_rad_s = 0.001
gauss_markov_time_s = 0.1
turn_on_bias_rad_s = 0.005
)")
                                 .put(R"([sensors.gps.gnss]
rate_hz = 50
latency_s = 0.012
position = {white_noise_m = 0.4}
velocity = {white_noise_m_s = 0.1}
)")
                                 .put(R"([sensors.compass.magnetometer]
rate_hz = 50
jitter_s = 0.004
white_noise_t = 1e-6
)")
                                 .put(R"([sensors.other.range_finder]
rate_hz = 100
axis = [0, 0, 1]
[sensors.other.airspeed]
rate_hz = 100
axis = [1, 0, 0]
[sensors.other.rotor_speed]
rate_hz = 100
time_noise_s = 1e-5
)")
                                 .spread("sensors.imu.accelerometer.white_noise_m_s2.x", 0.02, 0.1)
                                 .set("vehicle.linear_drag_n_s_m", "0.3")
                                 .set("simulation.duration_s", "0.06")
                                 .set("output.traces", "all");
  const std::string text = scenario.text();
  for (const std::string& kind : type_names<AnySensor>()) {
    if (text.find("." + kind + "]") == std::string::npos) {
      scenario.put("[sensors.more." + kind + "]\nrate_hz = 100\n");
    }
  }
  return scenario;
}

template <class S>
Truth<S> some_truth(RandomLanes<S>& random) {
  Truth<S> truth;
  truth.position = random.vector(2), truth.velocity = random.vector(2);
  truth.position.z = truth.position.z - S(10.0);
  truth.attitude = random.attitude(), truth.body_rate = random.vector(1);
  truth.specific_force = random.vector(10), truth.wind = random.vector(3);
  truth.angular_acceleration = random.vector(5);
  for (S& speed : truth.rotor_speed) speed = random.between(500, 1500);
  return truth;
}

/// A flight through random states, each lane until an end of its own.
template <class S>
LaneNumbers<S> measure(FourSamples& samples, int first) {
  const FlightPlan& plan = samples.plan();
  LaneIo* lanes = samples.from(first);
  std::vector<KernelMemory> memory(static_cast<std::size_t>(plan.memory()));
  Estimation<S> estimation(plan, lanes, S::width, memory[0].pack);
  SensorSuite<S> sensors(plan, lanes, S::width, samples.numbers<S>(first), memory[0].pack,
                         &estimation);
  Events<S> events(plan, lanes, S::width);
  RandomLanes<S> random(29, first);
  const S end = random.between(30, 70);
  samples.forget(first, S::width);
  LaneNumbers<S> seen;
  for (std::int64_t n = 0; n <= plan.steps; ++n) {
    const Truth<S> truth = some_truth(random);
    const auto flying = S(static_cast<double>(n)) < end;
    if (n == sensors.next()) {
      sensors.observe(n, truth, flying, events);
      if (estimation.is_there()) {
        const Vec3<S> accelerometer = sensors.bias(plan.estimator.accelerometer);
        const Vec3<S> gyroscope = sensors.bias(plan.estimator.gyroscope);
        estimation.fuse(n,
                        {{truth.position, truth.velocity, truth.attitude, accelerometer, gyroscope},
                         truth.wind});
      }
    }
    if (estimation.is_there()) seen.add_all(estimation.at(n));
    if (plan.estimator.wind_memory >= 0) seen.add(estimation.wind());
    if (sensors.averages()) sensors.add_step(truth);
  }
  sensors.finish(min(end, S(static_cast<double>(plan.steps))));
  estimation.finish(lanes, S::width);
  for (int i = 0; i < S::width; ++i) seen.append(i, samples.written(first + i));
  return seen;
}

TEST_CASE("a lane of every sensor has the bits of the sample alone") {
  FourSamples samples(with_all_sensors().plan());
  std::set<int> kinds;
  for (int i = 0; i < samples.plan().sensors.count; ++i) {
    kinds.insert(samples.plan().sensors.sensors[i].kind);
  }
  REQUIRE(kinds.size() == list_size<AnySensor>);
  check_lanes([&]<class S>(int first) { return measure<S>(samples, first); });
}

template <class E>
void check_estimator() {
  const std::string name = "estimator/" + name_of_type<E>();
  CAPTURE(name);
  ScenarioBuilder scenario = with_all_sensors().put(toml_example(find_sections(name).at(0)));
  if constexpr (requires(const E& estimator) { estimator.wind; }) {
    scenario.set("estimator.wind", "{}");
  }
  FourSamples samples(scenario.plan());
  REQUIRE(samples.plan().estimator.predicts == samples.plan().estimator.runs_at_horizon);
  check_lanes([&]<class S>(int first) { return measure<S>(samples, first); });
}

TEST_CASE("a lane of every estimator has the bits of the sample alone, behind late readings") {
  for_each_type<Estimator>([]<class E>() { check_estimator<E>(); });
}

TEST_CASE("readings that wait leave their lines with the bits of the sample alone") {
  FourSamples samples(with_all_sensors().set("estimator.type", "ekf").plan());
  const FlightPlan& plan = samples.plan();
  REQUIRE(plan.estimator.waits);
  check_lanes([&]<class S>(int first) {
    std::vector<KernelMemory> memory(static_cast<std::size_t>(plan.memory()));
    LateReadings<S> late(plan, static_cast<S*>(static_cast<void*>(memory[0].pack)));
    RandomLanes<S> random(31, first);
    LaneNumbers<S> seen;
    int handed_out = 0;
    for (std::int64_t n = 0; n <= plan.steps; ++n) {
      late.hand_out(n, [&](int, const S* y) { seen.add(y[0]), ++handed_out; });
      for (int i = 0; i < plan.estimator.lines_count; ++i) {
        const DelayLine& line = plan.estimator.lines[i];
        const SensorPlan& sensor = plan.sensors.sensors[line.sensor];
        if ((n + sensor.latency) % sensor.every != 0) continue;
        std::array<S, max_outputs> y;
        for (S& number : y) number = random.between(-1, 1);
        late.take(line.sensor, (n + sensor.latency) / sensor.every, y.data(), y[0] < S(0.7));
      }
    }
    CHECK(handed_out > 20);
    return seen;
  });
}

}  // namespace
}  // namespace montecopter
