#pragma once
/// Reads the sensors of one pack of samples. Flight calls, at a step:
///
///   1. observe(n), if n is next(): for each sensor that is due it computes the reading without
///      errors from the truth (dynamics/sensors/readings.hpp) in the lanes whose time it is, and
///      keeps it. At the last step at which a lane may look (without jitter: the only one) the
///      errors of the reading are drawn and applied, and it goes to the estimator and into the
///      traces;
///   2. add_step(), after the step of the integrator, if a sensor averages: its sums grow by the
///      mean of the step (specific_force.hpp, step_means()).
///
/// A reading that comes out at step tick * every shows the state `latency` steps earlier, so it is
/// computed then; when it is handed on is the estimator's affair (late_readings.hpp).
///
/// Memory is that of the thread, in packs: first the constants of all sensors (the part `sensors`
/// of a sample's row: Scene, then each sensor's dropout, errors and geometry), then what each
/// sensor remembers (Memory: random processes, jitter, readings that have not come out; or sums, or
/// clocks of rotors). SensorPlan has the places. Compiled once per type of lanes, not once per
/// vehicle. One file, for all of its steps work on one memory, whose places are told here alone.

#include <algorithm>
#include <array>
#include <type_traits>

#include "dynamics/sensors/rotor_clock.hpp"
#include "dynamics/sensors/sensor_kinds.hpp"
#include "simulate/lanes/estimation.hpp"
#include "simulate/lanes/events.hpp"
#include "simulate/lanes/gather.hpp"
#include "simulate/lanes/senses.hpp"

namespace montecopter {

template <class S>
class SensorSuite {
 public:
  static constexpr int width = Lanes<S>::width;
  using Flying = decltype(S(0.0) < S(0.0));

  /// `memory` has room for plan.sensors.memory packs. Without it, or a traced lane or an estimator
  /// that wants the readings, nothing is ever due.
  [[gnu::noinline]] SensorSuite(const FlightPlan& plan, LaneIo* lanes, int count,
                                const Words<S>& samples, double* memory, Estimation<S>* estimation)
      : plan_(plan),
        lanes_(lanes),
        count_(count),
        draws_{plan.seed, samples},
        memory_(static_cast<S*>(static_cast<void*>(memory))),
        estimation_(estimation),
        traced_(is_traced()),
        active_(memory != nullptr && (traced_ || estimation->is_there() || is_sensed())) {
    for (int k = 0; k < count_; ++k) columns_[k] = lanes_[k].readings;
    if (active_) start();
  }

  /// Whether some sensor averages over steps.
  bool averages() const { return averages_; }

  /// Adds the step that has just been flown to the sums of sensors that average.
  [[gnu::noinline]] void add_step(const Truth<S>& step) {
    const Rotation<S> R_WB(step.attitude);
    const View<S> view{step, R_WB, scene_, plan_.sensors.around};
    for (int i = 0; i < plan_.sensors.count; ++i) {
      if (!sums_steps(i)) continue;
      with_kind(i, [&]<class Sensor>() {
        if constexpr (MayAverage<Sensor>) add_step_as<ReadingOf<Sensor, S>>(i, view);
      });
    }
  }

  /// The next step at which something happens; -1: never.
  std::int64_t next() const { return next_; }

  /// Whether a sensor that is due at the step needs the derivative of the state.
  bool needs_derivative(std::int64_t n) const {
    bool needs = false;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      needs = needs || (sensor(i).needs_derivative && !has_mean(i, n) && is_due(i, n));
    }
    return needs;
  }

  /// Measures what is due at step n, which is next(). Sensors that events have put out of order
  /// give no reading.
  [[gnu::noinline]] void observe(std::int64_t n, const Truth<S>& truth, const Flying& flying,
                                 const Events<S>& events) {
    estimation_->receive(n, flying);
    if (plan_.sensors.times_rotors) time_rotors(n, truth);
    const Rotation<S> R_WB(truth.attitude);
    for (int i = 0; i < plan_.sensors.count; ++i) {
      if (!is_due(i, n)) continue;
      measure(i, n, truth, R_WB,
              plan_.events.silence_sensors ? flying & events.is_measuring(i) : flying);
    }
    find_next(n);
  }

  /// The bias of a sensor with three axes in the reading that was measured last, in its axes.
  Vec3<S> bias(int i) {
    const auto& c = at<ErrorConstants<S, 3>>(own_constants(i));
    const auto& e = at<ErrorState<S, 3>>(sensor(i).memory);
    const auto sum = [&](int k) { return (c[k].bias + e.wandered[k]) + e.walked[k]; };
    return {sum(0), sum(1), sum(2)};
  }

  /// What a program in the loop sees before any reading has come out: what is true.
  [[gnu::noinline]] void begin_sensing(const Truth<S>& truth) {
    sensed_.body_rate = truth.body_rate;
    sensed_.specific_force = truth.specific_force;
    sensed_.field.fill(S(nothing_to_read));
    sensed_.air.fill(S(nothing_to_read));
    sensed_.fix.fill(S(nothing_to_read));
    sensed_.distance.fill(S(nothing_to_read));
    sensed_.voltage = sensed_.current = S(nothing_to_read);
    sensed_.has_field = sensed_.has_air = sensed_.has_fix = S(0.0);
    if (!active_) return;
    const Rotation<S> R_WB(truth.attitude);
    const View<S> view{truth, R_WB, scene_, plan_.sensors.around};
    const ExternalSensors& seen = plan_.control.external.senses;
    sense_truth<MagnetometerReading<S>>(seen.magnetometer, view);
    sense_truth<BarometerReading<S>>(seen.barometer, view);
    sense_truth<GnssReading<S>>(seen.gnss, view);
  }

  /// The readings that have come out last; what is true now where there is no sensor. What is new
  /// is new once.
  [[gnu::noinline]] Senses<S> sensed(const Vec3<S>& specific_force, const Vec3<S>& body_rate) {
    Senses<S> now = sensed_;
    sensed_.has_field = sensed_.has_air = sensed_.has_fix = S(0.0);
    if (plan_.control.external.senses.gyroscope < 0) now.body_rate = body_rate;
    if (plan_.control.external.senses.accelerometer < 0) now.specific_force = specific_force;
    return now;
  }

  /// Readings that would have come out after the end of a lane's flight are none.
  [[gnu::noinline]] void finish(const S& flown) {
    if (!active_) return;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      for (int k = 0; k < count_; ++k) forget_after(i, k, static_cast<std::int64_t>(flown.lane(k)));
    }
  }

 private:
  /// Of one sensor: the number of its next reading, and the steps at which lanes may measure it.
  struct Clock {
    std::int64_t tick, first, last;
  };

  const SensorPlan& sensor(int i) const { return plan_.sensors.sensors[i]; }
  bool is_due(int i, std::int64_t n) const { return clocks_[i].first <= n && n <= clocks_[i].last; }

  bool is_traced() const {
    bool traced = false;
    for (int k = 0; k < count_; ++k) traced = traced || lanes_[k].readings != nullptr;
    return traced && plan_.sensors.count > 0;
  }

  /// Whether a program in the loop sees readings.
  bool is_sensed() const { return plan_.control.external.senses.any && plan_.sensors.count > 0; }

  // --- memory ----------------------------------------------------------------------------------

  /// A struct of S, in place: copies of them cost more than what is computed from them.
  template <class Row>
  Row& at(int place) {
    static_assert(sizeof(Row) % sizeof(S) == 0 && alignof(Row) == alignof(S));
    return *reinterpret_cast<Row*>(memory_ + place);
  }

  // --- time ------------------------------------------------------------------------------------

  void start() {
    gather_numbers(lanes_, count_, plan_.parts->sensors, plan_.sensors.row, memory_);
    scene_ = at<Scene<S>>(0);
    for (int i = 0; i < plan_.sensors.count; ++i) {
      set_clock(i, 0);
      while (clocks_[i].last < 0) {  // comes out before anything was measured
        advance(i);
        set_clock(i, clocks_[i].tick + 1);
      }
      if (sensor(i).averages) at<ReadingSums<S>>(sensor(i).means) = no_sums();
      averages_ = averages_ || sums_steps(i);
    }
    find_next(-1);
  }

  /// Reading `tick` comes out at tick * every and shows what was `latency` steps earlier, or up to
  /// `jitter` more. One that would come out after the end is never measured.
  void set_clock(int i, std::int64_t tick) {
    const SensorPlan& s = sensor(i);
    const bool is_wanted =
        (traced_ && s.recorded) || plan_.estimator.uses(i) || plan_.control.external.senses.uses(i);
    const bool comes_out = is_wanted && tick * s.every <= plan_.steps;
    const std::int64_t last = comes_out ? tick * s.every - s.latency : plan_.steps + 1;
    clocks_[i] = {tick, comes_out ? last - s.jitter : last, last};
  }

  void find_next(std::int64_t n) {
    next_ = plan_.sensors.times_rotors ? n + 1 : plan_.steps + 1;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      next_ = std::min(next_, std::max(clocks_[i].first, n + 1));
    }
    next_ = std::min(next_, estimation_->next(n));
  }

  // --- readings --------------------------------------------------------------------------------

  void measure(int i, std::int64_t n, const Truth<S>& truth, const Rotation<S>& R_WB,
               const Flying& flying) {
    with_kind(i, [&]<class Sensor>() { measure_as<Sensor>(i, n, truth, R_WB, flying); });
    if (n == clocks_[i].last) set_clock(i, clocks_[i].tick + 1);
  }

  /// Calls use.template operator()<Sensor>() for the type of sensor i.
  template <class Use>
  void with_kind(int i, Use use) {
    with_alternative<AnySensor>(sensor(i).kind, use);
  }

  /// Offset of the constants of the kind, behind that of all kinds, the dropout.
  int own_constants(int i) const { return sensor(i).constants + 1; }

  template <class Kind>
  struct Memory {
    std::array<ErrorState<S, Kind::axes>, Kind::groups> errors;
    S age;  ///< steps before Clock::last at which a lane measures its next reading
    std::array<S, Kind::axes * Kind::groups>
        ideal_kept;  ///< reading without errors, until it comes out
  };

  void advance(int i) {
    with_kind(i, [&]<class Sensor>() {
      if constexpr (!TimesTurns<Sensor>) {
        using Kind = ReadingOf<Sensor, S>;
        draw_errors_of<Kind>(i, at<typename Kind::Constants>(own_constants(i)),
                             at<Memory<Kind>>(sensor(i).memory));
      }
    });
  }

  template <class Kind>
  void draw_errors_of(int i, const typename Kind::Constants& c, Memory<Kind>& memory) {
    const auto tick = static_cast<std::uint64_t>(clocks_[i].tick);
    for (int g = 0; g < Kind::groups; ++g) {
      draw_errors<S, Kind::axes>(sensor(i).errors[g], c.errors[g], draws_, tick, memory.errors[g]);
    }
  }

  template <class Sensor>
  void measure_as(int i, std::int64_t n, const Truth<S>& truth, const Rotation<S>& R_WB,
                  const Flying& flying) {
    if constexpr (TimesTurns<Sensor>) {
      measure_rotors(i, n, flying);
    } else {
      using Kind = ReadingOf<Sensor, S>;
      const View<S> view{truth, R_WB, scene_, plan_.sensors.around};
      const auto& c = at<typename Kind::Constants>(own_constants(i));
      auto& memory = at<Memory<Kind>>(sensor(i).memory);
      const Flying due = measuring(i, n, memory.age);
      if constexpr (MayAverage<Sensor>) {
        const bool is_mean = has_mean(i, n);
        const auto ideal = is_mean ? take_mean(i, due) : ideal_readings<Kind>(i, view, c);
        keep(i, n, flying & due, ideal, memory.ideal_kept);
      } else {
        keep(i, n, flying & due, ideal_readings<Kind>(i, view, c), memory.ideal_kept);
      }
      if (n == clocks_[i].last) {
        draw_errors_of<Kind>(i, c, memory);
        read_out<Kind>(i, view, c, memory);
      }
    }
  }

  // --- means -----------------------------------------------------------------------------------

  /// Whether the sensor averages and will be read again.
  bool sums_steps(int i) const { return sensor(i).averages && clocks_[i].last <= plan_.steps; }
  /// At the start there is nothing yet to average: the reading is of the instant.
  bool has_mean(int i, std::int64_t n) const { return sensor(i).averages && n > 0; }

  static ReadingSums<S> no_sums() { return {{S(0.0), S(0.0), S(0.0)}, S(0.0)}; }

  template <class Kind>
  void add_step_as(int i, const View<S>& view) {
    auto& sums = at<ReadingSums<S>>(sensor(i).means);
    const auto now = ideal_readings<Kind>(i, view, at<typename Kind::Constants>(own_constants(i)));
    for (std::size_t k = 0; k < now.size(); ++k) sums.sum[k] = sums.sum[k] + now[k];
    sums.steps = sums.steps + S(1.0);
  }

  /// The mean since the reading before; sums start anew in the lanes that measure.
  std::array<S, 3> take_mean(int i, const Flying& due) {
    auto& sums = at<ReadingSums<S>>(sensor(i).means);
    const S fraction = S(1.0) / sums.steps;
    std::array<S, 3> mean;
    for (std::size_t k = 0; k < mean.size(); ++k) {
      mean[k] = fraction * sums.sum[k];
      sums.sum[k] = select(due, S(0.0), sums.sum[k]);
    }
    sums.steps = select(due, S(0.0), sums.steps);
    return mean;
  }

  template <class Kind>
  auto ideal_readings(int i, const View<S>& view, const typename Kind::Constants& c) const {
    if constexpr (Kind::reads_force == ReadsForce::if_coupled) {
      if (sensor(i).needs_derivative) return Kind::ideal_under_force(view, c);
    }
    return Kind::ideal(view, c);
  }

  /// Whether step n is the first at which lanes may measure the next reading.
  bool is_first_measured(int i, std::int64_t n) const {
    return n == std::max<std::int64_t>(clocks_[i].first, 0);
  }

  /// The lanes that measure at step n. At the first possible step the jitter of each is drawn.
  Flying measuring(int i, std::int64_t n, S& age) const {
    if (sensor(i).jitter == 0) return S(0.0) == S(0.0);
    if (is_first_measured(i, n)) age = draw_age(i);
    return age == S(static_cast<double>(clocks_[i].last - n));
  }

  /// Keeps the readings of these lanes; until then a reading is NaN.
  template <class Readings>
  void keep(int i, std::int64_t n, const Flying& measures, const Readings& ideal,
            Readings& ideal_kept) const {
    if (is_first_measured(i, n)) ideal_kept.fill(S(nothing_to_read));
    for (std::size_t k = 0; k < ideal.size(); ++k)
      ideal_kept[k] = select(measures, ideal[k], ideal_kept[k]);
  }

  /// Whole, 0 to jitter.
  S draw_age(int i) const {
    const auto tick = static_cast<std::uint64_t>(clocks_[i].tick);
    const S most(static_cast<double>(sensor(i).jitter));
    const S x = draws_.uniform(sensor(i).jitter_stream, tick) * (most + S(1.0));
    const S nearest = round_to_even(x);
    return min(select(nearest > x, nearest - S(1.0), nearest), most);
  }

  template <class Kind>
  void read_out(int i, const View<S>& view, const typename Kind::Constants& c,
                const Memory<Kind>& memory) {
    auto readings = memory.ideal_kept;
    auto present = is_read(i);
    for (const S& reading : readings) present = present & (reading == reading);
    for (int g = 0; g < Kind::groups; ++g) {
      apply_errors<S, Kind::axes>(sensor(i).errors[g], c.errors[g], memory.errors[g],
                                  readings.data() + g * Kind::axes);
    }
    if constexpr (converts_readings<Kind>) {
      record<Kind::outputs>(i, Kind::read_out(view, c, readings.data()).data(), present);
    } else {
      record<Kind::outputs>(i, readings.data(), present);
    }
  }

  /// Lanes whose reading is not lost on its way.
  Flying is_read(int i) const {
    if (!sensor(i).drops) return S(0.0) == S(0.0);
    const auto tick = static_cast<std::uint64_t>(clocks_[i].tick);
    return memory_[sensor(i).constants] < draws_.uniform(sensor(i).dropout_stream, tick);
  }

  template <int outputs>
  void record(int i, const S* values, const Flying& present) {
    if (estimation_->is_there()) estimation_->measure(i, clocks_[i].tick, values, present);
    if (plan_.control.external.senses.uses(i)) keep_sensed<outputs>(i, values, present);
    const SensorPlan& s = sensor(i);
    if (!traced_ || !s.recorded) return;
    for (int c = 0; c < s.columns; values += s.width[c++]) {
      const int column = s.first_column + c, rows = s.width[c];
      if (rows == 3) {
        write<3>(column, 3 * clocks_[i].tick, values, present);
      } else {
        for (int k = 0; k < rows; ++k) {
          write<1>(column, rows * clocks_[i].tick + k, values + k, present);
        }
      }
    }
  }

  template <int outputs>
  void keep_sensed(int i, const S* values, const Flying& present) {
    const auto renew = [&](const S& value, S& kept) {
      kept = select(present & (value == value), value, kept);
    };
    const ExternalSensors& seen = plan_.control.external.senses;
    for (int k = 0; k < seen.range_finders; ++k) {
      if (i == seen.range_finder[k]) renew(values[0], sensed_.distance[k]);
    }
    if constexpr (outputs >= 3) {
      const auto renew_all = [&](auto& kept, S& is_new) {
        for (std::size_t k = 0; k < kept.size(); ++k) renew(values[k], kept[k]);
        is_new = select(present, S(1.0), is_new);
      };
      if (i == seen.magnetometer) renew_all(sensed_.field, sensed_.has_field);
      if (i == seen.barometer) renew_all(sensed_.air, sensed_.has_air);
      if (i == seen.gnss) renew_all(sensed_.fix, sensed_.has_fix);
      if (i != seen.gyroscope && i != seen.accelerometer) return;
      Vec3<S>& kept = i == seen.gyroscope ? sensed_.body_rate : sensed_.specific_force;
      renew(values[0], kept.x);
      renew(values[1], kept.y);
      renew(values[2], kept.z);
    }
  }

  /// What sensor i would read without errors; -1: it is not there.
  template <class Kind>
  void sense_truth(int i, const View<S>& view) {
    if (i < 0) return;
    const auto& c = at<typename Kind::Constants>(own_constants(i));
    const auto ideal = Kind::ideal(view, c);
    const auto always = S(0.0) == S(0.0);
    if constexpr (converts_readings<Kind>) {
      keep_sensed<Kind::outputs>(i, Kind::read_out(view, c, ideal.data()).data(), always);
    } else {
      keep_sensed<Kind::outputs>(i, ideal.data(), always);
    }
  }

  /// Numbers that lie side by side in a column of the lanes that are traced.
  template <int n>
  void write(int column, std::int64_t place, const S* values, const Flying& present) const {
    alignas(64) double lanes[n][width];
    for (int k = 0; k < n; ++k) {
      select(present & (values[k] == values[k]), values[k], S(nothing_to_read)).store(lanes[k]);
    }
    for (int lane = 0; lane < count_; ++lane) {
      if (columns_[lane] == nullptr) continue;
      double* out = columns_[lane][column] + place;
      for (int k = 0; k < n; ++k) out[k] = lanes[k][lane];
    }
  }

  void forget_after(int i, int lane, std::int64_t flown) {
    const SensorPlan& s = sensor(i);
    if (lanes_[lane].readings == nullptr || !s.recorded || flown == plan_.steps) return;
    const std::int64_t rows = plan_.steps / s.every + 1, kept = flown / s.every + 1;
    for (int c = 0; c < s.columns; ++c) {
      double* column = lanes_[lane].readings[s.first_column + c];
      std::fill(column + kept * s.width[c], column + rows * s.width[c], nothing_to_read);
    }
  }

  // --- rotors ----------------------------------------------------------------------------------

  /// Memory of a rotor: its clock and, as lanes may measure at different steps, the reading without
  /// errors. The age, which all rotors share, lies before them.
  struct Rotor {
    RotorClock<S> clock;
    std::array<S, 1> ideal_kept;
  };
  Rotor& rotor(int i, int k) {
    constexpr int size = sizeof(Rotor) / sizeof(S);
    return at<Rotor>(sensor(i).memory + 1 + k * size);
  }

  void time_rotors(std::int64_t n, const Truth<S>& truth) {
    for (int i = 0; i < plan_.sensors.count; ++i) {
      if (sensor(i).kind != index_of<RotorSpeedSensor, AnySensor>()) continue;
      const auto& c = at<RotorClockConstants<S>>(own_constants(i));
      for (int k = 0; k < sensor(i).outputs; ++k) {
        RotorClock<S>& clock = rotor(i, k).clock;
        if (n == 0) {
          clock = RotorClock<S>::start(truth.rotor_speed[k]);
        } else {
          clock.advance(c, truth.rotor_speed[k]);
        }
      }
    }
  }

  void measure_rotors(int i, std::int64_t n, const Flying& flying) {
    const SensorPlan& s = sensor(i);
    const auto& c = at<RotorClockConstants<S>>(own_constants(i));
    const Flying measures = flying & measuring(i, n, memory_[s.memory]);
    std::array<S, max_rotors> values;
    for (int k = 0; k < s.outputs; ++k) {
      Rotor& r = rotor(i, k);
      const std::array<S, 1> ideal = {
          r.clock.read(c, draws_, s.time_noise_stream, s.time_noise, static_cast<unsigned>(k))};
      keep(i, n, measures, ideal, r.ideal_kept);
      values[k] = r.ideal_kept[0];
    }
    if (n == clocks_[i].last) record<1>(i, values.data(), is_read(i));  // no program reads it
  }

  const FlightPlan& plan_;
  LaneIo* lanes_;
  int count_;
  Draws<S> draws_;
  S* memory_;  ///< constants of all sensors, then their memories
  Estimation<S>* estimation_;
  bool traced_, active_, averages_ = false;
  Scene<S> scene_;
  Senses<S> sensed_;
  std::int64_t next_ = -1;
  std::array<Clock, max_sensors> clocks_;
  std::array<double* const*, width> columns_;  ///< where the readings of each lane go, or null
};

}  // namespace montecopter
