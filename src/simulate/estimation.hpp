#pragma once
/// The estimator of one pack of samples: it collects the readings that come out at a step, fuses
/// them when all are there, and keeps its errors. Compiled once per type of lanes, not once per
/// vehicle.

#include "simulate/kernel_api.hpp"

namespace montecopter {

template <class S>
class Estimation {
 public:
  static constexpr int width = Lanes<S>::width;
  using Mask = decltype(S(0.0) < S(0.0));
  using Memory = EstimatorMemory<S>;

  /// `memory` as for Kernel::fly.
  Estimation(const FlightPlan& plan, const LaneIo* lanes, int count, double* memory) : plan_(plan) {
    if (!estimator().is_there() || memory == nullptr) return;
    S* packs = static_cast<S*>(static_cast<void*>(memory)) + plan.sensors.memory;
    m_ = reinterpret_cast<Memory*>(packs);
    gather(lanes, count);
    start();
  }

  bool is_there() const { return m_ != nullptr; }

  /// A reading of the sensor that comes out at this step, in the lanes that have it.
  void take(int sensor, const S* y, const Mask& there) {
    if (m_ == nullptr || !estimator().uses(sensor)) return;
    const EstimatorPlan& e = estimator();
    if (sensor == e.accelerometer) {
      m_->has_accelerometer = put(m_->c.accelerometer_to_body, y, there, m_->accelerometer);
    } else if (sensor == e.gyroscope) {
      m_->has_gyroscope = put(m_->c.gyroscope_to_body, y, there, m_->gyroscope);
    } else if (sensor == e.magnetometer) {
      m_->has_magnetometer = put(y, there, m_->magnetometer);
    } else if (sensor == e.gnss) {
      m_->has_gnss = put(y, there, m_->gnss_position) * put(y + 3, there, m_->gnss_velocity);
    } else {
      m_->has_barometer = select(there & (y[0] == y[0]), S(1.0), S(0.0));
      m_->altitude = select(S(0.0) < m_->has_barometer, y[0], S(0.0));
    }
    news_.barometer = news_.barometer || sensor == e.barometer;
    news_.gnss = news_.gnss || sensor == e.gnss;
    news_.magnetometer = news_.magnetometer || sensor == e.magnetometer;
    news_.any = true;
  }

  /// Fuses what has come out at step n. The truth is for the errors only; its biases are those of
  /// the readings, in the sensors' axes.
  [[gnu::noinline]] void fuse(std::int64_t n, Estimate<S> truth) {
    if (!news_.any) return;
    Memory& m = *m_;
    const S imu = m.has_accelerometer * m.has_gyroscope;
    const S there = max(max(imu, m.has_magnetometer), max(m.has_barometer, m.has_gnss));
    advance(S(static_cast<double>(n)), imu, there);
    if (estimator().kind == EstimatorKind::ekf) {
      fuse_ekf();
    } else {
      fuse_mahony(imu);
    }
    m.has_accelerometer = m.has_gyroscope = m.has_magnetometer = S(0.0);
    m.has_barometer = m.has_gnss = S(0.0);
    news_ = {};
    truth.accelerometer_bias = m.c.accelerometer_to_body * truth.accelerometer_bias;
    truth.gyroscope_bias = m.c.gyroscope_to_body * truth.gyroscope_bias;
    look_at_error(truth, S(0.0) < there);
  }

  /// What is believed at step n, before its readings.
  [[gnu::noinline]] Estimate<S> at(std::int64_t n) const {
    return foreseen(m_->x, m_->last, m_->c.gravity, time_since(S(static_cast<double>(n))));
  }
  Feedback<S> feedback(std::int64_t n) const {
    const Estimate<S> x = at(n);
    return {x.position, x.velocity, x.attitude, m_->last.body_rate - x.gyroscope_bias};
  }

  /// A signal of the estimate: how many numbers it has.
  [[gnu::noinline]] int read(Signal signal, std::int64_t n, S* values) const {
    const Estimate<S> x = at(n);
    switch (signal) {
      case Signal::position_estimate:
        put_three(x.position, values, 1);
        return 3;
      case Signal::velocity_estimate:
        put_three(x.velocity, values, 1);
        return 3;
      case Signal::attitude_estimate:
        values[0] = x.attitude.w, values[1] = x.attitude.x;
        values[2] = x.attitude.y, values[3] = x.attitude.z;
        return 4;
      case Signal::accelerometer_bias_estimate:
        put_three(x.accelerometer_bias, values, 1);
        return 3;
      default:
        put_three(x.gyroscope_bias, values, 1);
        return 3;
    }
  }

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    if (m_ == nullptr) return;
    Memory& m = *m_;
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
      lanes[i].estimation = {
          m.count.lane(i),     m.position2.lane(i),         m.velocity2.lane(i),
          m.attitude2.lane(i), m.innovations.count.lane(i), m.innovations.squares.lane(i),
          nees.lane(i)};
    }
  }

 private:
  /// Which readings come out at this step: the same for all lanes, although some may lack them.
  struct News {
    bool any = false, magnetometer = false, barometer = false, gnss = false;
  };

  const EstimatorPlan& estimator() const { return plan_.estimator; }

  /// Idle lanes repeat lane 0.
  void gather(const LaneIo* lanes, int count) {
    S* to = reinterpret_cast<S*>(&m_->c);
    for (std::size_t k = 0; k < sizeof(m_->c) / sizeof(S); ++k) {
      alignas(64) double values[width];
      for (int i = 0; i < width; ++i) values[i] = lanes[i < count ? i : 0].estimator[k];
      to[k] = S::load(values);
    }
  }

  /// Until the first reading the vehicle is taken to turn as it was set to, and to feel its weight.
  void start() {
    Memory& m = *m_;
    m.x = m.c.initial;
    m.last.body_rate = m.c.initial_body_rate;
    m.last.specific_force =
        Rotation<S>(m.x.attitude).inverse(Vec3<S>{S(0.0), S(0.0), -m.c.gravity});
    m.time = S(0.0);
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

  /// Keeps a reading and returns in which lanes all of it is there.
  static S put(const S* y, const Mask& there, Vec3<S>& kept) {
    const auto whole = there & (y[0] == y[0]) & (y[1] == y[1]) & (y[2] == y[2]);
    const S none(0.0);
    kept = {select(whole, y[0], none), select(whole, y[1], none), select(whole, y[2], none)};
    return select(whole, S(1.0), none);
  }
  static S put(const Matrix3<S>& to_body, const S* y, const Mask& there, Vec3<S>& kept) {
    const S has = put(y, there, kept);
    kept = to_body * kept;
    return has;
  }

  S time_since(const S& now) const { return (now - m_->time) * S(plan_.step_s); }

  static Vec3<S> select3(const Mask& mask, const Vec3<S>& yes, const Vec3<S>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
  }

  /// Navigates to now where any reading is there; without one of the IMU its last one holds on.
  [[gnu::noinline]] void advance(const S& now, const S& imu, const S& there) {
    Memory& m = *m_;
    const auto moved = S(0.0) < imu;
    ImuReading<S> next;
    const Vec3<S> w = m.gyroscope - m.x.gyroscope_bias;
    const Vec3<S> swing = cross(w, cross(w, m.c.accelerometer_position));
    next.specific_force = select3(moved, m.accelerometer - swing, m.last.specific_force);
    next.body_rate = select3(moved, m.gyroscope, m.last.body_rate);
    const auto any = S(0.0) < there;
    const S dt = select(any, time_since(now), S(0.0));
    if (estimator().kind == EstimatorKind::ekf) {
      const S half(0.5);
      const Vec3<S> f = half * (m.last.specific_force + next.specific_force);
      const Vec3<S> rate = half * (m.last.body_rate + next.body_rate);
      propagate(
          ErrorStep<S>(m.x.attitude, f - m.x.accelerometer_bias, rate - m.x.gyroscope_bias, dt),
          m.c.noise, m.ekf.P);
    }
    navigate(m.last, next, m.c.gravity, dt, m.x);
    m.last = next;
    m.time = select(any, now, m.time);
  }

  /// What is believed now, of readings that are so late.
  Moment<S> moment(const S& delay) const { return {m_->x, m_->last, m_->c.gravity, delay}; }

  [[gnu::noinline]] void fuse_ekf() {
    Memory& m = *m_;
    const EstimatorConstants<S>& c = m.c;
    if (news_.gnss) {
      fuse_position(m.gnss_position, c.antenna, moment(c.gnss_delay), c.gnss_position_variance,
                    m.has_gnss, m.x, m.ekf, m.innovations);
      if (estimator().fuses_velocity) {
        fuse_velocity(m.gnss_velocity, c.antenna, moment(c.gnss_delay), c.gnss_velocity_variance,
                      m.has_gnss, m.x, m.ekf, m.innovations);
      }
    }
    if (news_.barometer) {
      fuse_height(c.home_altitude - m.altitude, moment(c.barometer_delay), c.barometer_variance,
                  m.has_barometer, m.x, m.ekf, m.innovations);
    }
    if (news_.magnetometer) {
      fuse_direction(m.magnetometer, c.body_to_magnetometer, c.magnetic_field,
                     c.magnetometer_variance, m.has_magnetometer, m.x, m.ekf, m.innovations);
    }
  }

  void fuse_mahony(const S& imu) {
    Memory& m = *m_;
    const EstimatorConstants<S>& c = m.c;
    const MahonyGains<S>& k = c.mahony;
    align_up(m.last.specific_force, k, imu * c.imu_period, m.x);
    align(c.magnetometer_to_body * m.magnetometer, c.magnetic_field, k.magnetometer, k,
          m.has_magnetometer * c.magnetometer_period, m.x);
    const Vec3<S> arm = Rotation<S>(m.x.attitude) * c.antenna;
    const Vec3<S> place = fma(c.gnss_delay, m.x.velocity, m.gnss_position - arm);
    m.x.position = approached(m.x.position, place, m.has_gnss * k.position);
    m.x.velocity = approached(m.x.velocity, m.gnss_velocity, m.has_gnss * k.velocity);
    const S z = fma(c.barometer_delay, m.x.velocity.z, c.home_altitude - m.altitude);
    m.x.position.z = fma(m.has_barometer * k.altitude, z - m.x.position.z, m.x.position.z);
  }

  void look_at_error(const Estimate<S>& truth, const Mask& there) {
    Memory& m = *m_;
    const EstimationError<S> e = error_of(m.x, truth);
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
  Memory* m_ = nullptr;
  News news_;
};

}  // namespace montecopter
