#pragma once
/// The geometric controller of quad_under_control() in NED (Lee, Leok, McClamroch, CDC 2010), in
/// plain doubles and with the operations of ours: a circle with its derivatives, thrust and moment
/// with the desired rates in closed form, the inverse mixer that gives way in the order of
/// priority, and the sums of the tracking metrics.

#include <algorithm>
#include <array>
#include <cmath>

namespace montecopter::bench {

class RivalLee {
 public:
  /// Speeds of the rotors for a state p, v, q, omega, rotors at time t [s].
  std::array<double, 4> look(double t, const std::array<double, 17>& x) {
    const Circle d(t);
    const double qw = x[6], qx = x[7], qy = x[8], qz = x[9];
    const V r1 = {1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qw * qz), 2 * (qx * qz - qw * qy)};
    const V r2 = {2 * (qx * qy - qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qw * qx)};
    const V r3 = {2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx), 1 - 2 * (qx * qx + qy * qy)};
    const V w = {x[10], x[11], x[12]};
    V r3_rate, a, a_rate, a_accel, e_x, e_v, e_a, e_j;
    for (int k = 0; k < 3; ++k) {
      r3_rate[k] = w[1] * r1[k] - w[0] * r2[k];
      e_x[k] = x[k] - d.p[k];
      e_v[k] = x[3 + k] - d.v[k];
      a[k] = -kx * e_x[k] - kv * e_v[k] + d.a[k] - (k == 2 ? g : 0);
    }
    const double push = -dot(a, r3);
    for (int k = 0; k < 3; ++k) {
      e_a[k] = (k == 2 ? g : 0) - push * r3[k] - d.a[k];
      a_rate[k] = -kx * e_v[k] - kv * e_a[k] + d.j[k];
    }
    const double push_rate = -(dot(a_rate, r3) + dot(a, r3_rate));
    for (int k = 0; k < 3; ++k) {
      e_j[k] = -push_rate * r3[k] - push * r3_rate[k] - d.j[k];
      a_accel[k] = -kx * e_a[k] - kv * e_j[k] + d.s[k];
      a[k] = -a[k], a_rate[k] = -a_rate[k], a_accel[k] = -a_accel[k];
    }
    const double inverse = 1 / std::sqrt(dot(a, a));
    V c3, c2;
    for (int k = 0; k < 3; ++k) c3[k] = inverse * a[k];
    const V side = {0, c3[2], -c3[1]};  // c3 x north
    const double per_side = 1 / std::sqrt(dot(side, side));
    for (int k = 0; k < 3; ++k) c2[k] = per_side * side[k];
    const V c1 = cross(c2, c3);
    // From the derivatives of c1.a = 0, c2.a = 0 and c2.north = 0.
    const double grows = 2 * dot(c3, a_rate), w1 = -inverse * dot(c2, a_rate),
                 w2 = inverse * dot(c1, a_rate), w3 = per_side * w1 * c3[0];
    const double bend1 = -inverse * (dot(c2, a_accel) + grows * w1),
                 bend2 = inverse * (dot(c1, a_accel) - grows * w2);
    const V rate = {w1, w2, w3};
    const double spin1 = bend1 + w2 * w3;
    const V spin = {spin1, bend2 - w1 * w3, w1 * w2 + per_side * c3[0] * (spin1 + w2 * w3)};
    const V e_R = {(dot(c3, r2) - dot(c2, r3)) / 2, (dot(c1, r3) - dot(c3, r1)) / 2,
                   (dot(c2, r1) - dot(c1, r2)) / 2};
    V rate_ned, spin_ned;
    for (int k = 0; k < 3; ++k) {
      rate_ned[k] = rate[0] * c1[k] + rate[1] * c2[k] + rate[2] * c3[k];
      spin_ned[k] = spin[0] * c1[k] + spin[1] * c2[k] + spin[2] * c3[k];
    }
    const V desired = {dot(r1, rate_ned), dot(r2, rate_ned), dot(r3, rate_ned)};
    const V desired_spin = {dot(r1, spin_ned), dot(r2, spin_ned), dot(r3, spin_ned)};
    const V turn = cross(w, desired);
    const V momentum = {J[0] * w[0], J[1] * w[1], J[2] * w[2]};
    const V gyroscopic = cross(w, momentum);
    V moment;
    for (int k = 0; k < 3; ++k) {
      moment[k] = gyroscopic[k] + J[k] * (desired_spin[k] - turn[k]) - kR[k] * e_R[k] -
                  kw[k] * (w[k] - desired[k]);
    }
    count(e_x, e_v, std::atan2(r1[1], r1[0]));
    return mix(push, moment);
  }

  double error2() const {
    return position2_ + velocity2_ + heading2_ + most_[0] + most_[1] + most_[2] +
           static_cast<double>(saturated_);
  }

 private:
  using V = std::array<double, 3>;

  struct Circle {
    explicit Circle(double t) {
      const double radius = 2, turn = 1, sine = std::sin(turn * t), cosine = std::cos(turn * t);
      p = {radius * cosine, radius * sine, -3};
      v = {-radius * turn * sine, radius * turn * cosine, 0};
      for (int k = 0; k < 2; ++k) {
        a[k] = -turn * turn * p[k], j[k] = -turn * turn * v[k];
        s[k] = turn * turn * turn * turn * p[k];
      }
    }
    V p, v, a{}, j{}, s{};
  };

  static double dot(const V& a, const V& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static V cross(const V& a, const V& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
  using PerRotor = std::array<double, 4>;

  /// Speeds of a quadrotor X within the rotors' limits: the collective thrust comes first, then
  /// roll and pitch, then yaw.
  PerRotor mix(double push, const V& moment) {
    static constexpr double rx[4] = {1, -1, -1, 1}, ry[4] = {-1, -1, 1, 1},
                            spin[4] = {1, -1, 1, -1};
    PerRotor lift, tilt, yaw, speed;
    const double collective = std::clamp(mass * push / 4, 0.0, most_lift);
    lift.fill(collective);
    for (int i = 0; i < 4; ++i) {
      tilt[i] = (rx[i] * moment[1] - ry[i] * moment[0]) / (4 * arm);
      yaw[i] = spin[i] * moment[2] * thrust / (4 * torque);
    }
    const bool whole = collective == mass * push / 4;
    const bool tilts = add(tilt, lift), turns = add(yaw, lift);
    saturated_ += whole && tilts && turns ? 0 : 1;
    for (int i = 0; i < 4; ++i) speed[i] = std::sqrt(std::max(lift[i], 0.0) * (1 / thrust));
    return speed;
  }

  /// As much of `more` as every rotor can take; whether that is all.
  static bool add(const PerRotor& more, PerRotor& lift) {
    double share = 1;
    for (int i = 0; i < 4; ++i) {
      const double room = more[i] > 0 ? most_lift - lift[i] : lift[i];
      if (std::fabs(more[i]) * share > room) share = room / std::fabs(more[i]);
    }
    for (int i = 0; i < 4; ++i) lift[i] += share * more[i];
    return share == 1;
  }

  void count(const V& e_x, const V& e_v, double heading) {
    const double squares[3] = {dot(e_x, e_x), dot(e_v, e_v), heading * heading};
    position2_ += squares[0], velocity2_ += squares[1], heading2_ += squares[2];
    for (int k = 0; k < 3; ++k) most_[k] = std::max(most_[k], squares[k]);
  }

  static constexpr double mass = 1, g = 9.81, arm = 0.08, thrust = 1.91e-6, torque = 2.6e-7;
  static constexpr double most_lift = thrust * 2200 * 2200;  // [N]
  static constexpr double kx = 4, kv = 3;
  static constexpr V J = {0.0049, 0.0049, 0.0069}, kR = {0.5, 0.5, 0.2}, kw = {0.1, 0.1, 0.06};
  double position2_ = 0, velocity2_ = 0, heading2_ = 0, most_[3] = {};
  long saturated_ = 0;
};

}  // namespace montecopter::bench
