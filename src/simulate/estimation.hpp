#pragma once
/// The estimator of one pack of samples: it collects the readings that come out at a step, fuses
/// them when all are there, and keeps its errors. Compiled once per type of lanes, not once per
/// vehicle.

#include <algorithm>

#include "simulate/gather.hpp"
#include "simulate/late_truth.hpp"
#include "simulate/output_predictor.hpp"

namespace montecopter {

template <class S>
class Estimation {
 public:
  using Mask = decltype(S(0.0) < S(0.0));
  using Memory = EstimatorMemory<S>;

  /// `memory` as for Kernel::fly.
  Estimation(const FlightPlan& plan, const LaneIo* lanes, int count, double* memory)
      : plan_(plan),
        m_(reinterpret_cast<Memory*>(packs(plan, memory))),
        on_their_way_(plan, packs(plan, memory)),
        truths_(plan, packs(plan, memory)),
        output_(plan, on_their_way_, m_) {
    if (m_ == nullptr) return;
    m_->c = gather_struct<S>(lanes, count, plan.parts->estimator);
    start();
    if (plan.estimator.wind_memory >= 0) start_wind_filter(packs(plan, memory));
  }

  bool is_there() const { return m_ != nullptr; }

  /// The step after n at which something happens that no sensor asks for; beyond the end: never.
  std::int64_t next(std::int64_t n) const {
    if (m_ == nullptr) return plan_.steps + 1;
    const std::int64_t out = on_their_way_.next(n);
    return is_behind() ? std::min(out, truths_.next(n)) : out;
  }

  Estimation(const Estimation&) = delete;  // it points into itself
  Estimation& operator=(const Estimation&) = delete;

  /// Readings measured earlier have their time, in the lanes that still fly: before step n measures
  /// any.
  void receive(std::int64_t n, const Mask& flying) {
    if (m_ == nullptr || !estimator().waits) return;
    on_their_way_.hand_out(n, [&](int sensor, const S* y) { take(sensor, y, flying); });
  }

  /// A reading of the sensor that is measured at this step, in the lanes that have it. Only of an
  /// estimator that is there.
  [[gnu::noinline]] void measure(int sensor, std::int64_t tick, const S* y, const Mask& there) {
    if (!estimator().uses(sensor)) return;
    if (!on_their_way_.take(sensor, tick, y, there)) take(sensor, y, there);
  }

  /// Fuses what belongs to the time that the estimate has got to at step n, whose truth is for the
  /// errors only.
  void fuse(std::int64_t n, const EstimatedTruth<S>& truth) {
    if (is_behind()) truths_.keep(n, truth);
    if (news_.any) fuse_news(n, truth);
  }

  /// What is believed at step n, before its readings.
  [[gnu::noinline]] Estimate<S> at(std::int64_t n) {
    const Navigation<S>& nav = output_.at(n);
    const S ahead = (S(static_cast<double>(n)) - nav.time) * S(plan_.step_s);
    return foreseen(nav.x, nav.last, m_->c.gravity, ahead);
  }
  Feedback<S> feedback(std::int64_t n) {
    const Estimate<S> x = at(n);
    return {x.position, x.velocity, x.attitude, output_.at(n).last.body_rate - x.gyroscope_bias};
  }

  /// The estimated velocity of the air [m/s], NED, if it is estimated.
  Vec3<S> wind() const { return wind_of(wind_->filter); }

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    if (m_ == nullptr) return;
    Memory& m = *m_;
    if (wind_ != nullptr) finish_wind(lanes, count);  // while P is whole
    S nees(0.0);
    if (estimator().kind == EstimatorKind::ekf) {
      EkfVector<S>& e = m.ekf.mean;  // it is free now
      put_three(m.error.position, &e[ekf_position], 1);
      put_three(m.error.velocity, &e[ekf_velocity], 1);
      put_three(m.error.attitude, &e[ekf_attitude], 1);
      put_three(m.error.accelerometer_bias, &e[ekf_accelerometer], 1);
      put_three(m.error.gyroscope_bias, &e[ekf_gyroscope], 1);
      nees = normalised_square(m.ekf.P, e);
    }
    for (int i = 0; i < count; ++i) {
      EstimationSums& sums = lanes[i].estimation;
      sums.count = m.count.lane(i);
      sums.position2 = m.position2.lane(i);
      sums.velocity2 = m.velocity2.lane(i);
      sums.attitude2 = m.attitude2.lane(i);
      sums.innovations = m.innovations.count.lane(i);
      sums.innovation_squares = m.innovations.squares.lane(i);
      sums.nees = nees.lane(i);
    }
  }

 private:
  /// Which readings are fused at this step: the same for all lanes, although some may lack them.
  struct News {
    bool any = false, magnetometer = false, barometer = false, gnss = false;

    bool corrects() const { return magnetometer || barometer || gnss; }
  };

  /// What the estimator remembers lies behind what the sensors do.
  static S* packs(const FlightPlan& plan, double* memory) {
    if (!plan.estimator.is_there() || memory == nullptr) return nullptr;
    return static_cast<S*>(static_cast<void*>(memory)) + plan.sensors.memory;
  }

  const EstimatorPlan& estimator() const { return plan_.estimator; }
  /// Whether the estimate is of the past, because readings are late.
  bool is_behind() const { return estimator().horizon > 0; }

  /// A reading of the sensor that is fused at this step, in the lanes that have it.
  void take(int sensor, const S* y, const Mask& there) {
    const EstimatorPlan& e = estimator();
    if (sensor == e.accelerometer) {
      m_->has_accelerometer = put_reading(m_->c.accelerometer_to_body, y, there, m_->accelerometer);
    } else if (sensor == e.gyroscope) {
      m_->has_gyroscope = put_reading(m_->c.gyroscope_to_body, y, there, m_->gyroscope);
    } else if (sensor == e.magnetometer) {
      m_->has_magnetometer = put_reading(y, there, m_->magnetometer);
    } else if (sensor == e.gnss) {
      m_->has_gnss =
          put_reading(y, there, m_->gnss_position) * put_reading(y + 3, there, m_->gnss_velocity);
    } else {
      m_->has_barometer = select(there & (y[0] == y[0]), S(1.0), S(0.0));
      m_->altitude = select(S(0.0) < m_->has_barometer, y[0], S(0.0));
    }
    news_.barometer = news_.barometer || sensor == e.barometer;
    news_.gnss = news_.gnss || sensor == e.gnss;
    news_.magnetometer = news_.magnetometer || sensor == e.magnetometer;
    news_.any = true;
  }

  [[gnu::noinline]] void fuse_news(std::int64_t n, const EstimatedTruth<S>& truth) {
    Memory& m = *m_;
    const S imu = m.has_accelerometer * m.has_gyroscope;
    const S there = max(max(imu, m.has_magnetometer), max(m.has_barometer, m.has_gnss));
    const std::int64_t behind = std::min(n, estimator().horizon);
    advance(S(static_cast<double>(n - behind)), imu, there);
    if (estimator().kind == EstimatorKind::ekf) {
      fuse_ekf();
    } else {
      fuse_mahony(imu, S(static_cast<double>(behind) * plan_.step_s));
    }
    output_.follow(n - behind, news_.corrects());
    if (wind_ != nullptr) watch_wind(imu);
    m.has_accelerometer = m.has_gyroscope = m.has_magnetometer = S(0.0);
    m.has_barometer = m.has_gnss = S(0.0);
    news_ = {};
    if (!is_behind()) {
      look_at_error(truth, S(0.0) < there);
    } else if (n >= estimator().horizon) {
      look_at_error(truths_.take(), S(0.0) < there);
    }
  }

  /// Until the first reading the vehicle is taken to turn as it was set to, and to feel its weight.
  void start() {
    Memory& m = *m_;
    m.at.x = m.c.initial;
    m.at.last.body_rate = m.c.initial_body_rate;
    m.at.last.specific_force =
        Rotation<S>(m.at.x.attitude).inverse(Vec3<S>{S(0.0), S(0.0), -m.c.gravity});
    m.at.time = m.at.read = S(0.0);
    m.has_accelerometer = m.has_gyroscope = m.has_magnetometer = S(0.0);
    m.has_barometer = m.has_gnss = S(0.0);
    const Vec3<S> zero = {S(0.0), S(0.0), S(0.0)};
    m.accelerometer = m.gyroscope = m.magnetometer = m.gnss_position = m.gnss_velocity = zero;
    m.altitude = S(0.0);
    m.error = {zero, zero, zero, zero, zero};
    m.count = m.position2 = m.velocity2 = m.attitude2 = S(0.0);
    m.innovations = {S(0.0), S(0.0)};
    m.ekf.mean.fill(S(0.0));
    for (EkfVector<S>& row : m.ekf.P) row.fill(S(0.0));
    put_diagonal(m.c.position_variance, ekf_position);
    put_diagonal(m.c.velocity_variance, ekf_velocity);
    put_diagonal(m.c.attitude_variance, ekf_attitude);
    add_block(m.c.accelerometer_bias_variance, S(1.0), ekf_accelerometer, ekf_accelerometer,
              m.ekf.P);
    add_block(m.c.gyroscope_bias_variance, S(1.0), ekf_gyroscope, ekf_gyroscope, m.ekf.P);
  }

  void put_diagonal(const Vec3<S>& variance, int first) {
    for (int i = 0; i < 3; ++i) m_->ekf.P[first + i][first + i] = component(variance, i);
  }

  /// Navigates to now where any reading is there; without one of the IMU its last one holds on.
  [[gnu::noinline]] void advance(const S& now, const S& imu, const S& there) {
    Memory& m = *m_;
    const Mask moved = S(0.0) < imu, any = S(0.0) < there;
    const ImuReading<S> next = imu_reading(m.accelerometer, m.gyroscope, moved, m.c, m.at);
    const Leg<S> leg = leg_to(now, next, moved, any, imu_means(plan_), S(plan_.step_s), m.at);
    if (estimator().kind == EstimatorKind::ekf) {
      const S half(0.5);
      const Vec3<S> f = half * (leg.from.specific_force + leg.to.specific_force);
      const Vec3<S> rate = half * (leg.from.body_rate + leg.to.body_rate);
      const Estimate<S>& x = m.at.x;
      propagate(ErrorStep<S>(x.attitude, f - x.accelerometer_bias, rate - x.gyroscope_bias, leg.dt),
                m.c.noise, m.ekf.P);
    }
    carry(leg, now, next, moved, any, m.c.gravity, m.at);
  }

  /// What is believed now, of readings that are so late.
  Moment<S> moment(const S& delay) const { return {m_->at.x, m_->at.last, m_->c.gravity, delay}; }

  /// By how much the vehicle has turned in a time, at the last body rate.
  Vec3<S> turn(const S& time) const {
    return time * (m_->at.last.body_rate - m_->at.x.gyroscope_bias);
  }

  /// The antenna as it lay when a reading that is so late was measured, in body axes of now.
  Vec3<S> arm(const S& delay) const {
    return estimator().gnss_is_late ? after_turn(m_->c.antenna, turn(delay)) : m_->c.antenna;
  }

  /// The estimate is of the time of the readings, but for what is no whole step.
  [[gnu::noinline]] void fuse_ekf() {
    Memory& m = *m_;
    Estimate<S>& x = m.at.x;
    const EstimatorConstants<S>& c = m.c;
    if (news_.gnss) {
      const S& delay = c.gnss_delay;
      fuse_position(m.gnss_position, arm(delay), moment(delay), c.gnss_position_variance,
                    m.has_gnss, x, m.ekf, m.innovations);
      if (estimator().fuses_velocity) {
        fuse_velocity(m.gnss_velocity, arm(delay), moment(delay), c.gnss_velocity_variance,
                      m.has_gnss, x, m.ekf, m.innovations);
      }
    }
    if (news_.barometer) {
      fuse_height(c.home_altitude - m.altitude, moment(c.barometer_delay), c.barometer_variance,
                  m.has_barometer, x, m.ekf, m.innovations);
    }
    if (news_.magnetometer) {
      const S& delay = c.magnetometer_delay;
      Matrix3<S> axes = c.body_to_magnetometer;
      if (estimator().magnetometer_is_late) axes = axes_before(axes, turn(delay));
      fuse_direction(m.magnetometer, axes, c.magnetic_field, delay, c.magnetometer_variance,
                     m.has_magnetometer, x, m.ekf, m.innovations);
    }
  }

  /// The estimate is that of `behind` ago, by which readings are less late: one that is younger
  /// than the estimate has a negative delay.
  void fuse_mahony(const S& imu, const S& behind) {
    Memory& m = *m_;
    Estimate<S>& x = m.at.x;
    const EstimatorConstants<S>& c = m.c;
    const MahonyGains<S>& k = c.mahony;
    align_up(m.at.last.specific_force, k, imu * c.imu_period, x);
    Vec3<S> field = c.magnetometer_to_body * m.magnetometer;
    if (estimator().magnetometer_is_late) {
      field = after_turn(field, turn(c.magnetometer_delay - behind));
    }
    align(field, c.magnetic_field, k.magnetometer, k, m.has_magnetometer * c.magnetometer_period,
          x);
    const S gnss_delay = c.gnss_delay - behind;
    const Vec3<S> antenna = Rotation<S>(x.attitude) * arm(gnss_delay);
    const Vec3<S> place = fma(gnss_delay, x.velocity, m.gnss_position - antenna);
    x.position = approached(x.position, place, m.has_gnss * k.position);
    x.velocity = approached(x.velocity, m.gnss_velocity, m.has_gnss * k.velocity);
    const S late = c.barometer_delay - behind;
    const S z = fma(late, x.velocity.z, c.home_altitude - m.altitude);
    x.position.z = fma(m.has_barometer * k.altitude, z - x.position.z, x.position.z);
  }

  // --- wind ------------------------------------------------------------------------------------

  void start_wind_filter(S* memory) {
    wind_ = reinterpret_cast<WindMemory<S>*>(memory + estimator().wind_memory);
    start_wind(m_->c.wind, wind_->filter);
    const S zero(0.0);
    wind_->time = wind_->there = wind_->count = wind_->squares = zero;
    wind_->error = {zero, zero, zero};
  }

  /// What the reading of the accelerometer, where it is there, says of the wind.
  [[gnu::noinline]] void watch_wind(const S& imu) {
    Memory& m = *m_;
    WindMemory<S>& w = *wind_;
    const auto there = S(0.0) < imu;
    const S passed = select(there, (m.at.time - w.time) * S(plan_.step_s), S(0.0));
    w.time = select(there, m.at.time, w.time);
    w.there = imu;
    drift(m.c.wind, passed, w.filter);
    fuse_drag(m.c.wind, m.at.last.specific_force, m.at.x.velocity, Rotation<S>(m.at.x.attitude),
              imu, w.filter);
  }

  void look_at_wind(const Vec3<S>& truth) {
    WindMemory<S>& w = *wind_;
    const auto there = S(0.0) < w.there;
    const Vec3<S> believed = wind_of(w.filter);
    const Vec3<S> e = {truth.x - believed.x, truth.y - believed.y, S(0.0)};
    w.error = select3(there, e, w.error);
    w.count = w.count + w.there;
    w.squares = w.squares + select(there, dot(e, e), S(0.0));
  }

  void finish_wind(LaneIo* lanes, int count) const {
    const WindMemory<S>& w = *wind_;
    const EkfMatrix<S>& P = m_->ekf.P;  // of a filter without covariance it is that of the start
    const int v = ekf_velocity;
    std::array<S, 3> velocity = {P[v][v], P[v][v + 1], P[v + 1][v + 1]};
    if (estimator().kind != EstimatorKind::ekf) velocity.fill(S(0.0));
    const S nees = wind_nees(w.filter, w.error, velocity);
    for (int i = 0; i < count; ++i) {
      lanes[i].estimation.wind_count = w.count.lane(i);
      lanes[i].estimation.wind2 = w.squares.lane(i);
      lanes[i].estimation.wind_nees = nees.lane(i);
    }
  }

  // --- errors ----------------------------------------------------------------------------------

  void look_at_error(const EstimatedTruth<S>& truth, const Mask& there) {
    Memory& m = *m_;
    Estimate<S> state = truth.state;
    state.accelerometer_bias = m.c.accelerometer_to_body * state.accelerometer_bias;
    state.gyroscope_bias = m.c.gyroscope_to_body * state.gyroscope_bias;
    if (wind_ != nullptr) look_at_wind(truth.wind);
    const EstimationError<S> e = error_of(m.at.x, state);
    m.error.position = select3(there, e.position, m.error.position);
    m.error.velocity = select3(there, e.velocity, m.error.velocity);
    m.error.attitude = select3(there, e.attitude, m.error.attitude);
    m.error.accelerometer_bias = select3(there, e.accelerometer_bias, m.error.accelerometer_bias);
    m.error.gyroscope_bias = select3(there, e.gyroscope_bias, m.error.gyroscope_bias);
    const S zero(0.0);
    m.count = m.count + select(there, S(1.0), zero);
    m.position2 = m.position2 + select(there, dot(e.position, e.position), zero);
    m.velocity2 = m.velocity2 + select(there, dot(e.velocity, e.velocity), zero);
    m.attitude2 = m.attitude2 + select(there, dot(e.attitude, e.attitude), zero);
  }

  const FlightPlan& plan_;
  Memory* m_;
  WindMemory<S>* wind_ = nullptr;
  LateReadings<S> on_their_way_;
  LateTruth<S> truths_;
  OutputPredictor<S> output_;
  News news_;
};

}  // namespace montecopter
