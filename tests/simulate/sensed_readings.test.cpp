/// Readings on their way to a firmware in the loop: they come out when their latency has passed,
/// the newest that is there is read, and a lane has the bits of the same sample alone.

#include "simulate/lanes/sensed_readings.hpp"

#include <cmath>
#include <map>

#include "support/lane_bits.hpp"

namespace montecopter {
namespace {

constexpr std::int64_t steps = 60;

/// A suite of sensors that a firmware reads, each with its latency [steps].
class SuiteInTheLoop {
 public:
  SuiteInTheLoop() {
    ExternalSensors& senses = plan_.control.external.senses;
    senses.any = true;
    senses.gyroscope = add<Gyroscope>(1, 0, 3);
    senses.magnetometer = add<Magnetometer>(4, 9, 3);
    senses.barometer = add<Barometer>(5, 7, 3);
    senses.gnss = add<Gnss>(6, 20, 9);
    senses.range_finder[0] = add<RangeFinder>(3, 0, 1);
    senses.range_finder[1] = add<RangeFinder>(3, 8, 1);
    senses.range_finders = 2;
    plan_.steps = steps;
    plan_.sensors.sensors = sensors_.data();
    plan_.sensors.count = static_cast<int>(sensors_.size());
  }
  SuiteInTheLoop(const SuiteInTheLoop&) = delete;  // the plan points into it
  SuiteInTheLoop& operator=(const SuiteInTheLoop&) = delete;

  const FlightPlan& plan() const { return plan_; }
  int memory() const { return memory_; }
  const std::vector<SensorPlan>& sensors() const { return sensors_; }

 private:
  template <class Sensor>
  int add(std::int64_t every, std::int64_t latency, int outputs) {
    SensorPlan sensor{};
    sensor.kind = index_of<Sensor, AnySensor>();
    sensor.every = every, sensor.latency = latency;
    sensor.outputs = outputs;
    sensor.late = memory_;
    sensor.late_depth = static_cast<int>((latency + every - 1) / every);
    memory_ += sensor.late_depth * outputs;
    sensors_.push_back(sensor);
    return static_cast<int>(sensors_.size()) - 1;
  }

  FlightPlan plan_{};
  std::vector<SensorPlan> sensors_;
  int memory_ = 0;
};

/// What one sample's firmware must read, kept reading by reading: no ring, no lanes.
class ReadingsByTime {
 public:
  void measure(int sensor, std::int64_t out_at, const std::vector<double>& values) {
    on_their_way_[out_at].push_back({sensor, values});
  }
  void advance_to(std::int64_t n) {
    for (const auto& [sensor, values] : on_their_way_[n]) {
      last_[sensor] = values;
      is_new_[sensor] = true;
    }
  }
  /// NaN before the first.
  double last(int sensor, std::size_t k) const {
    const auto found = last_.find(sensor);
    return found == last_.end() ? std::nan("") : found->second.at(k);
  }
  bool has_come(int sensor) const { return last_.count(sensor) > 0; }
  bool take_new(int sensor) { return std::exchange(is_new_[sensor], false); }

 private:
  std::map<std::int64_t, std::vector<std::pair<int, std::vector<double>>>> on_their_way_;
  std::map<int, std::vector<double>> last_;
  std::map<int, bool> is_new_;
};

template <class S>
double first_lane(const S& number) {
  return number.lane(0);
}

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void check_readings(const ExternalSensors& of, const Senses<OneDouble>& seen, ReadingsByTime& by) {
  const auto check = [&](int sensor, std::size_t k, const OneDouble& number) {
    CAPTURE(sensor, k);
    CHECK(is_same(first_lane(number), by.last(sensor, k)));
  };
  for (std::size_t k = 0; k < 3; ++k) check(of.magnetometer, k, seen.field[k]);
  for (std::size_t k = 0; k < 3; ++k) check(of.barometer, k, seen.air[k]);
  for (std::size_t k = 0; k < 9; ++k) check(of.gnss, k, seen.fix[k]);
  check(of.range_finder[0], 0, seen.distance[0]);
  check(of.range_finder[1], 0, seen.distance[1]);
  if (by.has_come(of.gyroscope)) {
    check(of.gyroscope, 0, seen.body_rate.x);
    check(of.gyroscope, 1, seen.body_rate.y);
    check(of.gyroscope, 2, seen.body_rate.z);
  }
  CHECK(first_lane(seen.has_field) == (by.take_new(of.magnetometer) ? 1.0 : 0.0));
  CHECK(first_lane(seen.has_air) == (by.take_new(of.barometer) ? 1.0 : 0.0));
  CHECK(first_lane(seen.has_fix) == (by.take_new(of.gnss) ? 1.0 : 0.0));
}

/// Calls measured(sensor, out_at, values, present) for readings at random of which a third is lost,
/// and read(n, senses, specific_force) at every fourth step.
template <class S, class Measured, class Read>
void fly(const SuiteInTheLoop& suite, int first, Measured measured, Read read) {
  std::vector<KernelMemory> memory(static_cast<std::size_t>(suite.memory()));
  SensedReadings<S> readings(suite.plan(), static_cast<S*>(static_cast<void*>(memory[0].pack)));
  RandomLanes<S> random(41, first);
  Truth<S> truth;
  truth.body_rate = random.vector(1), truth.specific_force = random.vector(10);
  readings.begin(truth);
  std::int64_t next_late = readings.next_late(-1);
  for (std::int64_t n = 0; n <= steps; ++n) {
    if (n == next_late) {
      readings.deliver_late(n);
      next_late = readings.next_late(n);
    }
    for (int i = 0; i < suite.plan().sensors.count; ++i) {
      // A reading that comes out at a multiple of `every` was measured `latency` steps before.
      const SensorPlan& sensor = suite.sensors()[static_cast<std::size_t>(i)];
      if ((n + sensor.latency) % sensor.every != 0) continue;
      std::array<S, max_outputs> values;
      for (S& value : values) value = random.between(-1, 1);
      const auto present = values[0] < S(0.3);
      const std::int64_t out_at = n + sensor.latency;
      with_alternative<AnySensor>(sensor.kind, [&]<class Sensor>() {
        if constexpr (!TimesTurns<Sensor>) {
          readings.template add_measured<outputs_of<Sensor>>(i, out_at / sensor.every,
                                                             values.data(), present);
        }
      });
      measured(i, out_at, values, present);
    }
    if (n % 4 != 0) continue;
    const Vec3<S> force = random.vector(10), rate = random.vector(1);
    read(n, readings.read_sensors(force, rate), force);
  }
}

TEST_CASE("a firmware reads the newest reading whose latency has passed, and news once") {
  const SuiteInTheLoop suite;
  ReadingsByTime expected;
  int fixes = 0;
  fly<OneDouble>(
      suite, 0,
      [&](int sensor, std::int64_t out_at, const auto& values, const auto& present) {
        if (!present.lane(0)) return;
        std::vector<double> numbers;
        for (const OneDouble& value : values) numbers.push_back(first_lane(value));
        expected.measure(sensor, out_at, numbers);
      },
      [&](std::int64_t n, const Senses<OneDouble>& seen, const Vec3<OneDouble>& force) {
        CAPTURE(n);
        for (std::int64_t k = n > 3 ? n - 3 : 0; k <= n; ++k) expected.advance_to(k);
        fixes += first_lane(seen.has_fix) == 1.0;
        check_readings(suite.plan().control.external.senses, seen, expected);
        // No accelerometer: what is true stands in its place.
        CHECK(first_lane(seen.specific_force.z) == first_lane(force.z));
      });
  CHECK(fixes >= 3);
}

TEST_CASE("a lane of readings for a firmware has the bits of the sample alone") {
  const SuiteInTheLoop suite;
  check_lanes([&]<class S>(int first) {
    LaneNumbers<S> all;
    fly<S>(
        suite, first, [](auto&&...) {},
        [&](std::int64_t, const Senses<S>& seen, const Vec3<S>&) { all.add_all(seen); });
    return all;
  });
}

}  // namespace
}  // namespace montecopter
