#pragma once
/// Reads the sensors of one pack of samples. At a step, Flight calls:
///
///   1. observe(n), if n is next(). For each due sensor it computes the reading without errors from
///      the truth (sensor_kinds.hpp), in the lanes that measure now, and keeps it. At the last
///      possible step (without jitter: the only one) it draws and applies the errors. The reading
///      then goes to the estimator and into the traces;
///   2. add_step(), after the step of the integrator, if a sensor averages. Its sums grow by the
///      mean of the step (specific_force.hpp, step_means()).
///
/// A reading that comes out at step tick * every shows the state `latency` steps earlier, so it is
/// computed then (reading_times.hpp). Until its fusion it waits for the estimator in a delay line
/// (late_readings.hpp). Until it comes out it waits for a firmware in the loop in a ring
/// (sensed_readings.hpp).
///
/// The memory belongs to the thread and consists of packs. First come the constants of all sensors,
/// the part `sensors` of a sample's row: Scene, then each sensor's dropout and SensorConstants.
/// Then follows the memory of each sensor (sensor_memory.hpp): random processes, jitter, the
/// reading being measured or clocks of rotors, and sums. SensorPlan has the places. Compiled once
/// per type of lanes, not once per vehicle.

#include <algorithm>
#include <array>
#include <utility>

#include "simulate/border/sensor_memory.hpp"
#include "simulate/lanes/estimation.hpp"
#include "simulate/lanes/events.hpp"
#include "simulate/lanes/gather.hpp"
#include "simulate/lanes/reading_times.hpp"
#include "simulate/lanes/reading_traces.hpp"
#include "simulate/lanes/sensed_readings.hpp"

namespace montecopter {

template <class S>
class SensorSuite {
 public:
  using Flying = decltype(S(0.0) < S(0.0));

  /// `memory` has room for plan.sensors.memory packs. Nothing is ever due without it, or if no
  /// traced lane, estimator or firmware needs readings.
  [[gnu::noinline]] SensorSuite(const FlightPlan& plan, LaneIo* lanes, int count,
                                const Words<S>& samples, double* memory, Estimation<S>* estimation)
      : plan_(plan),
        draws_{plan.seed, samples},
        memory_(static_cast<S*>(static_cast<void*>(memory))),
        estimation_(estimation),
        traces_(plan, lanes, count),
        sensed_(plan, memory_),
        times_(plan, traces_.any()),
        active_(memory != nullptr && (traces_.any() || estimation->is_there() || is_sensed())) {
    if (active_) start(lanes, count);
  }

  /// Whether some sensor averages over steps.
  bool averages() const { return averages_; }

  /// Adds the step that has just been flown to the sums of sensors that average.
  [[gnu::noinline]] void add_step(const Truth<S>& step) {
    const Rotation<S> R_WB(step.attitude);
    const ForceView<S> view = view_of(step, R_WB);
    for (int i = 0; i < plan_.sensors.count; ++i) {
      if (!sums_steps(i)) continue;
      with_kind(i, [&]<class Sensor>() {
        if constexpr (may_average<Sensor>) sums(i).add(ideal_reading<Sensor>(i, view));
      });
    }
  }

  /// The next step with work; -1: never.
  std::int64_t next() const { return next_; }

  /// Whether a sensor that is due at the step needs the derivative of the state.
  bool needs_derivative(std::int64_t n) const {
    bool needs = false;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      needs = needs || (sensor(i).needs_derivative && !has_mean(i, n) && times_.is_due(i, n));
    }
    return needs;
  }

  /// Measures the sensors that are due at step n, which is next(). Sensors disabled by events give
  /// no reading.
  [[gnu::noinline]] void observe(std::int64_t n, const Truth<S>& truth, const Flying& flying,
                                 const Events<S>& events) {
    estimation_->receive(n, flying);
    sensed_.deliver_late(n);
    if (plan_.sensors.times_rotors) time_rotors(n, truth);
    const Rotation<S> R_WB(truth.attitude);
    for (int i = 0; i < plan_.sensors.count; ++i) {
      if (!times_.is_due(i, n)) continue;
      measure(i, n, view_of(truth, R_WB),
              plan_.events.silence_sensors ? flying & events.is_measuring(i) : flying);
    }
    find_next(n);
  }

  /// Bias of a three-axis sensor in its last measured reading, in its axes.
  Vec3<S> bias(int i) {
    const auto& c = at<ErrorConstants<S, 3>>(own_constants(i));
    const auto& e = at<ErrorState<S, 3>>(sensor(i).memory);
    const auto sum = [&](int k) { return (c[k].bias + e.wandered[k]) + e.walked[k]; };
    return {sum(0), sum(1), sum(2)};
  }

  /// Gives a program in the loop true values before any reading has come out.
  [[gnu::noinline]] void begin_sensing(const Truth<S>& truth) {
    sensed_.begin(truth);
    if (!active_) return;
    const Rotation<S> R_WB(truth.attitude);
    const ForceView<S> view = view_of(truth, R_WB);
    const ExternalSensors& seen = plan_.control.external.senses;
    sense_truth<Magnetometer>(seen.magnetometer, view);
    sense_truth<Barometer>(seen.barometer, view);
    sense_truth<Gnss>(seen.gnss, view);
  }

  /// The last readings that came out, or true values where there is no sensor. Each reading is
  /// marked as new only once.
  [[gnu::noinline]] Senses<S> sensed(const Vec3<S>& specific_force, const Vec3<S>& body_rate) {
    return sensed_.read_sensors(specific_force, body_rate);
  }

  /// Clears readings that would have come out after the end of a lane's flight.
  [[gnu::noinline]] void finish(const S& flown) {
    if (active_) traces_.forget_after(flown);
  }

 private:
  const SensorPlan& sensor(int i) const { return plan_.sensors.sensors[i]; }

  /// Whether a program in the loop sees readings.
  bool is_sensed() const { return plan_.control.external.senses.any && plan_.sensors.count > 0; }

  ForceView<S> view_of(const Truth<S>& truth, const Rotation<S>& R_WB) const {
    return {{truth, R_WB, scene_, plan_.sensors.around}, truth};
  }

  /// Calls use.template operator()<Sensor>() for the type of sensor i.
  template <class Use>
  void with_kind(int i, Use use) {
    with_alternative<AnySensor>(sensor(i).kind, use);
  }

  // --- memory ----------------------------------------------------------------------------------

  /// A struct of S, in place: copying it costs more than computing with it.
  template <class Row>
  Row& at(int place) {
    static_assert(sizeof(Row) % sizeof(S) == 0 && alignof(Row) == alignof(S));
    return *reinterpret_cast<Row*>(memory_ + place);
  }
  /// Offset of the constants of the kind, after the dropout, which all kinds have.
  int own_constants(int i) const { return sensor(i).constants + 1; }
  template <class Sensor>
  const SensorConstants<Sensor, S>& constants(int i) {
    return at<SensorConstants<Sensor, S>>(own_constants(i));
  }
  template <class Sensor>
  SensorMemory<Sensor, S>& memory(int i) {
    return at<SensorMemory<Sensor, S>>(sensor(i).memory);
  }
  ReadingSums<S>& sums(int i) { return at<ReadingSums<S>>(sensor(i).means); }

  // --- time ------------------------------------------------------------------------------------

  void start(LaneIo* lanes, int count) {
    gather_numbers(lanes, count, plan_.parts->sensors, plan_.sensors.row, memory_);
    scene_ = at<Scene<S>>(0);
    for (int i = 0; i < plan_.sensors.count; ++i) {
      times_.begin(i);
      while (times_.last(i) < 0) {  // comes out before the first measurement
        skip(i);
        times_.advance(i);
      }
      if (sensor(i).averages) sums(i) = ReadingSums<S>::none();
      averages_ = averages_ || sums_steps(i);
    }
    find_next(-1);
  }

  void find_next(std::int64_t n) {
    next_ = std::min({times_.next(n), estimation_->next(n), sensed_.next_late(n)});
  }

  /// Whether the sensor averages and will be read again.
  bool sums_steps(int i) const { return sensor(i).averages && times_.goes_on(i); }
  /// Whether a mean exists. At the start there is nothing to average yet: the reading is
  /// instantaneous.
  bool has_mean(int i, std::int64_t n) const { return sensor(i).averages && n > 0; }

  /// Lanes that measure at step n. The jitter of each lane is drawn at the first possible step.
  Flying measuring(int i, std::int64_t n, S& age) const {
    if (sensor(i).jitter == 0) return S(0.0) == S(0.0);
    if (times_.is_first(i, n)) age = draw_age(i);
    return age == S(static_cast<double>(times_.last(i) - n));
  }

  /// A whole number from 0 to jitter.
  S draw_age(int i) const {
    const auto tick = static_cast<std::uint64_t>(times_.tick(i));
    const S most(static_cast<double>(sensor(i).jitter));
    const S x = draws_.uniform(sensor(i).jitter_stream, tick) * (most + S(1.0));
    const S nearest = round_to_even(x);
    return min(select(nearest > x, nearest - S(1.0), nearest), most);
  }

  // --- readings --------------------------------------------------------------------------------

  void measure(int i, std::int64_t n, const ForceView<S>& view, const Flying& flying) {
    with_kind(i, [&]<class Sensor>() {
      if constexpr (TimesTurns<Sensor>) {
        measure_rotors<Sensor>(i, n, flying);
      } else {
        measure_as<Sensor>(i, n, view, flying);
      }
    });
    if (n == times_.last(i)) times_.advance(i);
  }

  template <class Sensor>
  void measure_as(int i, std::int64_t n, const ForceView<S>& view, const Flying& flying) {
    auto& m = memory<Sensor>(i);
    const Flying due = measuring(i, n, m.age);
    if constexpr (may_average<Sensor>) {
      const auto ideal = has_mean(i, n) ? sums(i).take_mean(due) : ideal_reading<Sensor>(i, view);
      keep(i, n, flying & due, ideal, m.ideal_kept);
    } else {
      keep(i, n, flying & due, ideal_reading<Sensor>(i, view), m.ideal_kept);
    }
    if (n == times_.last(i)) {
      draw_errors_of<Sensor>(i);
      read_out<Sensor>(i, view);
    }
  }

  template <class Sensor>
  IdealReading<Sensor, S> ideal_reading(int i, const ForceView<S>& view) {
    const auto& c = constants<Sensor>(i).own;
    if constexpr (CouplesForce<Sensor>) {
      if (sensor(i).needs_derivative) return Sensor::ideal_under_force(view, c);
    }
    return Sensor::ideal(view, c);
  }

  /// Keeps the readings of these lanes. Until then a reading is NaN.
  template <class Readings>
  void keep(int i, std::int64_t n, const Flying& measures, const Readings& ideal,
            Readings& ideal_kept) const {
    if (times_.is_first(i, n)) ideal_kept.fill(S(nothing_to_read));
    for (std::size_t k = 0; k < ideal.size(); ++k)
      ideal_kept[k] = select(measures, ideal[k], ideal_kept[k]);
  }

  /// Draws the errors of a reading that is not measured.
  void skip(int i) {
    with_kind(i, [&]<class Sensor>() {
      if constexpr (!TimesTurns<Sensor>) draw_errors_of<Sensor>(i);
    });
  }

  template <class Sensor>
  void draw_errors_of(int i) {
    const auto& c = constants<Sensor>(i);
    auto& m = memory<Sensor>(i);
    const auto tick = static_cast<std::uint64_t>(times_.tick(i));
    for (int g = 0; g < error_models<Sensor>; ++g) {
      draw_errors<S, error_axes<Sensor>>(sensor(i).errors[g], c.errors[g], draws_, tick,
                                         m.errors[g]);
    }
  }

  template <class Sensor>
  void read_out(int i, const View<S>& view) {
    constexpr int axes = error_axes<Sensor>, outputs = outputs_of<Sensor>;
    const auto& c = constants<Sensor>(i);
    const auto& m = memory<Sensor>(i);
    auto readings = m.ideal_kept;
    auto present = is_read(i);
    for (const S& reading : readings) present = present & (reading == reading);
    for (int g = 0; g < error_models<Sensor>; ++g) {
      apply_errors<S, axes>(sensor(i).errors[g], c.errors[g], m.errors[g],
                            readings.data() + g * axes);
    }
    if constexpr (converts_readings<Sensor>) {
      record<outputs>(i, Sensor::read_out(view, c.own, readings.data()).data(), present);
    } else {
      record<outputs>(i, readings.data(), present);
    }
  }

  /// Lanes whose reading is not lost in transmission.
  Flying is_read(int i) const {
    if (!sensor(i).drops) return S(0.0) == S(0.0);
    const auto tick = static_cast<std::uint64_t>(times_.tick(i));
    return memory_[sensor(i).constants] < draws_.uniform(sensor(i).dropout_stream, tick);
  }

  template <int outputs>
  void record(int i, const S* values, const Flying& present) {
    if (estimation_->is_there()) estimation_->measure(i, times_.tick(i), values, present);
    if (plan_.control.external.senses.uses(i)) {
      sensed_.template add_measured<outputs>(i, times_.tick(i), values, present);
    }
    traces_.write(sensor(i), times_.tick(i), values, present);
  }

  /// Reading of sensor i without errors. i = -1: there is no sensor.
  template <class Sensor>
  void sense_truth(int i, const View<S>& view) {
    if (i < 0) return;
    const auto& c = constants<Sensor>(i).own;
    const auto ideal = Sensor::ideal(view, c);
    const auto always = S(0.0) == S(0.0);
    constexpr int outputs = outputs_of<Sensor>;
    if constexpr (converts_readings<Sensor>) {
      const auto read = Sensor::read_out(view, c, ideal.data());
      sensed_.template deliver<outputs>(i, read.data(), always);
    } else {
      sensed_.template deliver<outputs>(i, ideal.data(), always);
    }
  }

  // --- rotors ----------------------------------------------------------------------------------

  template <class Sensor>
  RotorMemory<Sensor, S>& rotor(int i, int k) {
    constexpr int size = sizeof(RotorMemory<Sensor, S>) / sizeof(S);
    return at<RotorMemory<Sensor, S>>(sensor(i).memory + 1 + k * size);
  }

  /// Times the rotors at every step, without asking other sensor types one after another.
  void time_rotors(std::int64_t n, const Truth<S>& truth) {
    for (int i = 0; i < plan_.sensors.count; ++i) {
      [&]<std::size_t... k>(std::index_sequence<k...>) {
        (time_rotors_if<ListedType<k, AnySensor>>(i, n, truth), ...);
      }
      (std::make_index_sequence<list_size<AnySensor>>());
    }
  }

  template <class Sensor>
  void time_rotors_if(int i, std::int64_t n, const Truth<S>& truth) {
    if constexpr (TimesTurns<Sensor>) {
      if (sensor(i).kind == index_of<Sensor, AnySensor>()) time_rotors_of<Sensor>(i, n, truth);
    }
  }

  template <class Sensor>
  void time_rotors_of(int i, std::int64_t n, const Truth<S>& truth) {
    const auto& c = constants<Sensor>(i).own;
    for (int k = 0; k < sensor(i).outputs; ++k) {
      auto& clock = rotor<Sensor>(i, k).clock;
      if (n == 0) {
        clock = clock.start(truth.rotor_speed[k]);
      } else {
        clock.advance(c, truth.rotor_speed[k]);
      }
    }
  }

  template <class Sensor>
  void measure_rotors(int i, std::int64_t n, const Flying& flying) {
    const SensorPlan& s = sensor(i);
    const auto& c = constants<Sensor>(i).own;
    const Flying measures = flying & measuring(i, n, memory_[s.memory]);
    std::array<S, max_rotors> values;
    for (int k = 0; k < s.outputs; ++k) {
      auto& r = rotor<Sensor>(i, k);
      const std::array<S, 1> ideal = {
          r.clock.read(c, draws_, s.time_noise_stream, s.time_noise, static_cast<unsigned>(k))};
      keep(i, n, measures, ideal, r.ideal_kept);
      values[k] = r.ideal_kept[0];
    }
    if (n == times_.last(i)) record<1>(i, values.data(), is_read(i));  // no program reads it
  }

  const FlightPlan& plan_;
  Draws<S> draws_;
  S* memory_;  ///< constants of all sensors, then their memories
  Estimation<S>* estimation_;
  ReadingTraces<S> traces_;
  SensedReadings<S> sensed_;
  ReadingTimes times_;
  bool active_, averages_ = false;
  Scene<S> scene_;
  std::int64_t next_ = -1;
};

}  // namespace montecopter
