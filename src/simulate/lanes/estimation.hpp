#pragma once
/// The estimator of one pack of samples. At a step at which readings come out, Flight and
/// SensorSuite call, in this order:
///
///   1. receive() for readings that were measured earlier and have waited;
///   2. measure() for each reading of this step. It is taken, or waits until the estimate reaches
///      its time;
///   3. fuse(). It carries the estimate to the time of the readings (E::advance and navigation.hpp)
///      and corrects it with them (E::fuse). Then it compares it with the truth of that time, for
///      the metrics. E is the type of the estimator, found by its index in the list.
///
/// Controllers and traces ask for at(n), which output_predictor.hpp carries from the time of the
/// estimate to the present.
///
/// The memory belongs to the thread and lies behind the sensors' memory. In order it holds
/// EstimatorMemory (the estimate and data of all kinds), OwnMemory of the kind, the wind filter,
/// and rings of waiting readings and past truths. EstimatorPlan has their places, in packs.
/// Compiled once per type of lanes, not once per vehicle.

#include <algorithm>

#include "simulate/lanes/gather.hpp"
#include "simulate/lanes/late_truth.hpp"
#include "simulate/lanes/output_predictor.hpp"

namespace montecopter {

template <class S>
class Estimation {
 public:
  using Mask = decltype(S(0.0) < S(0.0));
  using Memory = EstimatorMemory<S>;

  /// `memory` is the argument of Kernel::fly.
  [[gnu::noinline]] Estimation(const FlightPlan& plan, const LaneIo* lanes, int count,
                               double* memory)
      : plan_(plan),
        m_(reinterpret_cast<Memory*>(packs(plan, memory))),
        late_readings_(plan, packs(plan, memory)),
        late_truths_(plan, packs(plan, memory)),
        output_(plan, late_readings_, m_) {
    if (m_ == nullptr) return;
    const NumbersPart& part = plan.parts->estimator;
    m_->c = gather_struct_at<S, EstimatorConstants<S>>(lanes, count, part);
    with_kind([&]<class E>(OwnMemory<E, S>& own) {
      constexpr int first = sizeof(EstimatorConstants<S>) / sizeof(S);
      constexpr int size = sizeof(own.c) / sizeof(S);
      gather_numbers(lanes, count, part, size, reinterpret_cast<S*>(&own.c), first);
    });
    start();
    if (plan.estimator.wind_memory >= 0) start_wind_filter(packs(plan, memory));
  }

  bool is_there() const { return m_ != nullptr; }

  /// The next step after n with work that no sensor triggers; beyond the end: never.
  std::int64_t next(std::int64_t n) const {
    if (m_ == nullptr) return plan_.steps + 1;
    const std::int64_t out = late_readings_.next();
    return is_behind() ? std::min(out, late_truths_.next(n)) : out;
  }

  Estimation(const Estimation&) = delete;  // it points into itself
  Estimation& operator=(const Estimation&) = delete;

  /// Takes the earlier readings that are due at step n, in the lanes that still fly. Must come
  /// before any reading of step n.
  void receive(std::int64_t n, const Mask& flying) {
    if (m_ == nullptr || !estimator().waits) return;
    late_readings_.hand_out(n, [&](int sensor, const S* y) { take(sensor, y, flying); });
  }

  /// Takes a reading that the sensor measures at this step, in the lanes that have one. Needs an
  /// estimator.
  [[gnu::noinline]] void measure(int sensor, std::int64_t tick, const S* y, const Mask& present) {
    const EstimatorPlan& e = estimator();
    if (!e.uses(sensor)) return;
    if (sensor == e.accelerometer) {
      measure_in_body(sensor, tick, m_->c.accelerometer_to_body, y, present);
    } else if (sensor == e.gyroscope) {
      measure_in_body(sensor, tick, m_->c.gyroscope_to_body, y, present);
    } else if (!late_readings_.take(sensor, tick, y, present)) {
      take(sensor, y, present);
    }
  }

  /// Fuses the readings taken at step n. `truth` is the true state of step n, used for the errors
  /// only.
  void fuse(std::int64_t n, const EstimatedTruth<S>& truth) {
    if (is_behind()) late_truths_.keep(n, truth);
    if (new_readings_.any) fuse_new_readings(n, truth);
  }

  /// The estimate at step n, before its readings are fused.
  [[gnu::noinline]] Estimate<S> at(std::int64_t n) {
    const Navigation<S>& nav = output_.at(n);
    const S ahead = (S(static_cast<double>(n)) - nav.time) * S(plan_.step_s);
    return extrapolated(nav.x, nav.last, m_->c.gravity, ahead);
  }
  Feedback<S> feedback(std::int64_t n) {
    const Estimate<S> x = at(n);
    return {x.position, x.velocity, x.attitude, output_.at(n).last.body_rate - x.gyroscope_bias};
  }

  /// Estimated wind velocity [m/s], NED, if the wind is estimated.
  Vec3<S> wind() const { return wind_of(wind_->filter); }

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    if (m_ == nullptr) return;
    const Memory& m = *m_;
    if (wind_ != nullptr) finish_wind(lanes, count);  // while covariances are whole
    S nees(0.0);
    Innovations<S> innovations = {S(0.0), S(0.0)};
    with_kind([&]<class E>(OwnMemory<E, S>& own) {
      if constexpr (E::has_covariance) {
        innovations = E::innovations(own.m);
        nees = E::nees(m.error, own.m);
      }
    });
    for (int i = 0; i < count; ++i) {
      EstimationSums& sums = lanes[i].estimation;
      sums.count = m.count.lane(i);
      sums.position2 = m.position2.lane(i);
      sums.velocity2 = m.velocity2.lane(i);
      sums.attitude2 = m.attitude2.lane(i);
      sums.innovations = innovations.count.lane(i);
      sums.innovation_squares = innovations.squares.lane(i);
      sums.nees = nees.lane(i);
    }
  }

 private:
  /// The estimator's memory, which lies behind the sensors' memory.
  static S* packs(const FlightPlan& plan, double* memory) {
    if (!plan.estimator.is_there() || memory == nullptr) return nullptr;
    return static_cast<S*>(static_cast<void*>(memory)) + plan.sensors.memory;
  }

  const EstimatorPlan& estimator() const { return plan_.estimator; }
  /// Whether the estimate lies in the past because readings are late.
  bool is_behind() const { return estimator().horizon > 0; }

  /// Calls use(own) with the constants and memory of this kind of estimator.
  template <class Use>
  void with_kind(Use use) const {
    with_alternative<Estimator>(estimator().kind, [&]<class E>() { use(*own<E>()); });
  }
  template <class E>
  OwnMemory<E, S>* own() const {
    return reinterpret_cast<OwnMemory<E, S>*>(reinterpret_cast<S*>(m_) + estimator().own_memory);
  }

  /// Readings of the IMU wait in body axes: the output predictor integrates them many times.
  void measure_in_body(int sensor, std::int64_t tick, const Matrix3<S>& to_body, const S* y,
                       const Mask& present) {
    Vec3<S> y_B;
    const Mask complete = S(0.0) < put_reading(to_body, y, present, y_B);
    const S numbers[] = {y_B.x, y_B.y, y_B.z};
    if (!late_readings_.take(sensor, tick, numbers, complete)) take_imu(sensor, numbers, complete);
  }

  /// Takes a reading of the IMU in body axes.
  void take_imu(int sensor, const S* y, const Mask& present) {
    StepReadings<S>& r = m_->readings;
    if (sensor == estimator().accelerometer) {
      r.has_accelerometer = put_reading(y, present, r.accelerometer);
    } else {
      r.has_gyroscope = put_reading(y, present, r.gyroscope);
    }
    new_readings_.any = true;
  }

  /// Takes a reading that is fused at this step, in the lanes that have it; of the IMU in body
  /// axes.
  void take(int sensor, const S* y, const Mask& present) {
    const EstimatorPlan& e = estimator();
    StepReadings<S>& r = m_->readings;
    if (sensor == e.accelerometer || sensor == e.gyroscope) return take_imu(sensor, y, present);
    if (sensor == e.magnetometer) {
      r.has_magnetometer = put_reading(y, present, r.magnetometer);
    } else if (sensor == e.gnss) {
      r.has_gnss =
          put_reading(y, present, r.gnss_position) * put_reading(y + 3, present, r.gnss_velocity);
    } else {
      expects(sensor == e.barometer, "a sensor that the estimator uses");
      r.has_barometer = select(present & (y[0] == y[0]), S(1.0), S(0.0));
      r.altitude = select(S(0.0) < r.has_barometer, y[0], S(0.0));
    }
    new_readings_.barometer = new_readings_.barometer || sensor == e.barometer;
    new_readings_.gnss = new_readings_.gnss || sensor == e.gnss;
    new_readings_.magnetometer = new_readings_.magnetometer || sensor == e.magnetometer;
    new_readings_.any = true;
  }

  [[gnu::noinline]] void fuse_new_readings(std::int64_t n, const EstimatedTruth<S>& truth) {
    StepReadings<S>& r = m_->readings;
    const S imu = r.has_imu();
    const S present = max(max(imu, r.has_magnetometer), max(r.has_barometer, r.has_gnss));
    const std::int64_t behind = std::min(n, estimator().horizon);
    with_kind([&]<class E>(OwnMemory<E, S>& own) {
      advance(S(static_cast<double>(n - behind)), imu, present, own);
      fuse_with(S(static_cast<double>(behind) * plan_.step_s), own);
    });
    output_.follow(n - behind, new_readings_.corrects());
    if (wind_ != nullptr) update_wind(imu);
    r.forget();
    new_readings_ = {};
    if (!is_behind()) {
      record_error(truth, S(0.0) < present);
    } else if (n >= estimator().horizon) {
      record_error(late_truths_.take(), S(0.0) < present);
    }
  }

  /// Starts with the initial body rate and the specific force at rest in place of the first
  /// reading.
  void start() {
    Memory& m = *m_;
    m.at.x = m.c.initial;
    m.at.last.body_rate = m.c.initial_body_rate;
    m.at.last.specific_force =
        Rotation<S>(m.at.x.attitude).inverse(Vec3<S>{S(0.0), S(0.0), -m.c.gravity});
    m.at.time = m.at.read = S(0.0);
    StepReadings<S>& r = m.readings;
    r.forget();
    const Vec3<S> zero = {S(0.0), S(0.0), S(0.0)};
    r.accelerometer = r.gyroscope = r.magnetometer = r.gnss_position = r.gnss_velocity = zero;
    r.altitude = S(0.0);
    m.error = {zero, zero, zero, zero, zero};
    m.count = m.position2 = m.velocity2 = m.attitude2 = S(0.0);
    with_kind([&]<class E>(OwnMemory<E, S>& own) { E::start(own.c, m.c, own.m); });
  }

  /// Propagates to `now` in the lanes that have any reading. Without a reading of the IMU its last
  /// one is held.
  template <class E>
  [[gnu::noinline]] void advance(const S& now, const S& imu, const S& present,
                                 OwnMemory<E, S>& own) {
    Memory& m = *m_;
    const Mask moved = S(0.0) < imu, any = S(0.0) < present;
    const ImuReading<S> next =
        imu_reading(m.readings.accelerometer, m.readings.gyroscope, moved, m.c, m.at);
    const Leg<S> leg = leg_to(now, next, moved, any, imu_means(plan_), S(plan_.step_s), m.at);
    const BodyMotion<S> motion = body_motion(leg.from, leg.to, leg.dt, m.at.x);
    const Quat<S> turn = quaternion_exp(motion.half_turn_B);
    const Rotation<S> R_WB(m.at.x.attitude);
    E::advance(own.c, leg, turn, R_WB, m.at, own.m);
    navigate(motion, turn, m.c.gravity, R_WB, m.at.x);
    hold(now, next, moved, any, m.at);
  }

  /// `behind` is the age of the estimate [s].
  template <class E>
  [[gnu::noinline]] void fuse_with(const S& behind, OwnMemory<E, S>& own) {
    const EstimatorPlan& e = estimator();
    const Fusion<S> fusion = {m_->c,         m_->readings,     new_readings_,
                              behind,        e.fuses_velocity, e.magnetometer_is_late,
                              e.gnss_is_late};
    E::fuse(own.c, fusion, m_->at, own.m);
  }

  // --- wind ------------------------------------------------------------------------------------

  void start_wind_filter(S* memory) {
    wind_ = reinterpret_cast<WindMemory<S>*>(memory + estimator().wind_memory);
    start_wind(m_->c.wind, wind_->filter);
    const S zero(0.0);
    wind_->time = wind_->present = wind_->count = wind_->squares = zero;
    wind_->error = {zero, zero, zero};
  }

  /// Update of the wind filter by the reading of the accelerometer, in the lanes that have one.
  [[gnu::noinline]] void update_wind(const S& imu) {
    Memory& m = *m_;
    WindMemory<S>& w = *wind_;
    const auto present = S(0.0) < imu;
    const S passed = select(present, (m.at.time - w.time) * S(plan_.step_s), S(0.0));
    w.time = select(present, m.at.time, w.time);
    w.present = imu;
    drift(m.c.wind, passed, w.filter);
    fuse_drag(m.c.wind, m.at.last.specific_force, m.at.x.velocity, Rotation<S>(m.at.x.attitude),
              imu, w.filter);
  }

  void record_wind_error(const Vec3<S>& v_WA_W) {
    WindMemory<S>& w = *wind_;
    const auto present = S(0.0) < w.present;
    const Vec3<S> estimated_v_WA_W = wind_of(w.filter);
    const Vec3<S> e_W = {v_WA_W.x - estimated_v_WA_W.x, v_WA_W.y - estimated_v_WA_W.y, S(0.0)};
    w.error = select3(present, e_W, w.error);
    w.count = w.count + w.present;
    w.squares = w.squares + select(present, dot(e_W, e_W), S(0.0));
  }

  void finish_wind(LaneIo* lanes, int count) const {
    const WindMemory<S>& w = *wind_;
    std::array<S, 3> velocity;
    velocity.fill(S(0.0));
    with_kind([&]<class E>(OwnMemory<E, S>& own) {
      if constexpr (E::has_covariance) velocity = E::velocity_covariance(own.m);
    });
    const S nees = wind_nees(w.filter, w.error, velocity);
    for (int i = 0; i < count; ++i) {
      lanes[i].estimation.wind_count = w.count.lane(i);
      lanes[i].estimation.wind2 = w.squares.lane(i);
      lanes[i].estimation.wind_nees = nees.lane(i);
    }
  }

  // --- errors ----------------------------------------------------------------------------------

  void record_error(const EstimatedTruth<S>& truth, const Mask& present) {
    Memory& m = *m_;
    Estimate<S> state = truth.state;
    state.accelerometer_bias = m.c.accelerometer_to_body * state.accelerometer_bias;
    state.gyroscope_bias = m.c.gyroscope_to_body * state.gyroscope_bias;
    if (wind_ != nullptr) record_wind_error(truth.wind);
    const EstimationError<S> e = error_of(m.at.x, state);
    m.error.position = select3(present, e.position, m.error.position);
    m.error.velocity = select3(present, e.velocity, m.error.velocity);
    m.error.attitude = select3(present, e.attitude, m.error.attitude);
    m.error.accelerometer_bias = select3(present, e.accelerometer_bias, m.error.accelerometer_bias);
    m.error.gyroscope_bias = select3(present, e.gyroscope_bias, m.error.gyroscope_bias);
    const S zero(0.0);
    m.count = m.count + select(present, S(1.0), zero);
    m.position2 = m.position2 + select(present, dot(e.position, e.position), zero);
    m.velocity2 = m.velocity2 + select(present, dot(e.velocity, e.velocity), zero);
    m.attitude2 = m.attitude2 + select(present, dot(e.attitude, e.attitude), zero);
  }

  const FlightPlan& plan_;
  Memory* m_;
  WindMemory<S>* wind_ = nullptr;
  LateReadings<S> late_readings_;
  LateTruth<S> late_truths_;
  OutputPredictor<S> output_;
  NewReadings new_readings_;
};

}  // namespace montecopter
