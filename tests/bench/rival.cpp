/// The rival a good engineer would write: Boost.Odeint's classical Runge-Kutta on a plain array,
/// the inverses precomputed, the standard library's normal distribution. Same physics and
/// parameters as the kernel benchmark.

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "bench.hpp"
#include "rival_lee.hpp"

namespace montecopter::bench {
namespace {

using State = std::array<double, 17>;

struct Quad {
  double thrust = 1.91e-6, torque = 2.6e-7, arm = 0.08, inverse_lag = 50, rotor_inertia = 6.62e-6;
  double drag = 0.1, moment_c = 0.003, g = 9.81;
  std::array<double, 3> rotor_drag = {0.5, 0.4, 0.1}, wind = {3, 1, 0};
  std::array<double, 3> J = {0.0049, 0.0049, 0.0069},
                        inverse_J = {1 / 0.0049, 1 / 0.0049, 1 / 0.0069};
  std::array<double, 4> command = {1133.15, 1133.15, 1133.15, 1133.15};
  std::array<double, 3> force{}, moment{};

  void operator()(const State& x, State& d, double) const {
    static constexpr double rx[4] = {1, -1, -1, 1}, ry[4] = {-1, -1, 1, 1},
                            spin[4] = {1, -1, 1, -1};
    double lift = 0, mx = 0, my = 0, mz = 0, h = 0;
    for (int i = 0; i < 4; ++i) {
      const double w = x[13 + i];
      d[13 + i] = (command[i] - w) * inverse_lag;
      const double s = w * std::fabs(w);
      lift += thrust * s;
      mx -= ry[i] * arm * thrust * s;
      my += rx[i] * arm * thrust * s;
      mz += spin[i] * (torque * s + rotor_inertia * d[13 + i]);
      h -= spin[i] * rotor_inertia * w;
    }
    const double qw = x[6], qx = x[7], qy = x[8], qz = x[9];
    const double R[3][3] = {
        {1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy - qw * qz), 2 * (qx * qz + qw * qy)},
        {2 * (qx * qy + qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz - qw * qx)},
        {2 * (qx * qz - qw * qy), 2 * (qy * qz + qw * qx), 1 - 2 * (qx * qx + qy * qy)}};
    const double a[3] = {x[3] - wind[0], x[4] - wind[1], x[5] - wind[2]};
    const double speed = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    double push[3];
    for (int k = 0; k < 3; ++k) {
      push[k] = -rotor_drag[k] * (R[0][k] * a[0] + R[1][k] * a[1] + R[2][k] * a[2]);
    }
    push[2] -= lift;
    for (int k = 0; k < 3; ++k) {
      d[k] = x[3 + k];
      d[3 + k] = R[k][0] * push[0] + R[k][1] * push[1] + R[k][2] * push[2] - drag * speed * a[k] +
                 force[k];
    }
    d[5] += g;
    const double p = x[10], q = x[11], r = x[12];
    d[6] = -0.5 * (qx * p + qy * q + qz * r);
    d[7] = 0.5 * (qw * p + qy * r - qz * q);
    d[8] = 0.5 * (qw * q + qz * p - qx * r);
    d[9] = 0.5 * (qw * r + qx * q - qy * p);
    const double rate = moment_c * std::sqrt(p * p + q * q + r * r);
    const double L[3] = {J[0] * p, J[1] * q, J[2] * r + h};
    d[10] = inverse_J[0] * (mx - rate * p + moment[0] - (q * L[2] - r * L[1]));
    d[11] = inverse_J[1] * (my - rate * q + moment[1] - (r * L[0] - p * L[2]));
    d[12] = inverse_J[2] * (mz - rate * r + moment[2] - (p * L[1] - q * L[0]));
  }
};

/// What every flight is asked for: how far, fast, tilted and high it was, and whether it diverged.
class Extremes {
 public:
  explicit Extremes(const State& start)
      : start_(start), lowest_z_(start[2]), highest_z_(start[2]) {}

  /// Whether the state is finite.
  bool look(const State& x) {
    const double moved[3] = {x[0] - start_[0], x[1] - start_[1], x[2] - start_[2]};
    keep(moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2], position_error2_);
    keep(x[3] * x[3] + x[4] * x[4] + x[5] * x[5], speed2_);
    keep(x[10] * x[10] + x[11] * x[11] + x[12] * x[12], rate2_);
    keep(x[7] * x[7] + x[8] * x[8], sine2_half_tilt_);
    keep(x[2], lowest_z_);
    highest_z_ = std::min(x[2], highest_z_);
    double sum = 0;
    for (const double component : x) sum += component;
    return std::isfinite(sum);
  }

  double sum() const {
    return position_error2_ + speed2_ + rate2_ + sine2_half_tilt_ + lowest_z_ + highest_z_;
  }

 private:
  static void keep(double x, double& most) { most = std::max(x, most); }

  State start_;
  double position_error2_ = 0, speed2_ = 0, rate2_ = 0, sine2_half_tilt_ = 0;
  double lowest_z_, highest_z_;
};

/// The sensors of quad_with_sensors(), as one writes them down.
class Sensors {
 public:
  explicit Sensors(bool biases) : biases_(biases) {}

  template <class Normal>
  void read(long n, const Quad& quad, const State& x, Normal& normal) {
    if (n % 4 != 0) return;
    State rate;
    quad(x, rate, 0.0);
    rate[5] -= quad.g;
    double f[3], b[3];
    to_body(x, &rate[3], f);
    to_body(x, field, b);
    for (int k = 0; k < 3; ++k) {
      if (biases_) {
        acceleration_bias[k] = 0.99996 * acceleration_bias[k] + 4.5e-4 * normal();
        rate_bias[k] = 0.99996 * rate_bias[k] + 9e-6 * normal();
      }
      store(f[k] + acceleration_bias[k] + 0.5 * normal());
      store(x[10 + k] + rate_bias[k] + 0.07 * normal());
      store(b[k] + 2e-6 * normal());
    }
    const double altitude = 100 - x[2] + 0.14 * normal();
    const double height = 6356766.0 * altitude / (6356766.0 + altitude);
    const double temperature = 288.15 - 0.0065 * height;
    store(altitude);
    store(101325 * std::pow(temperature / 288.15, 5.25588));
    store(temperature);
    if (n % 50 != 0) return;
    double position[3];
    for (int k = 0; k < 3; ++k) store(position[k] = x[k] + 1.0 * normal());
    for (int k = 0; k < 3; ++k) store(x[3 + k] + 0.1 * normal());
    store(47.0 + position[0] * degrees_per_metre);
    store(8.0 + position[1] * degrees_per_metre / 0.682);
    store(100 - position[2]);
  }

  double last() const { return readings.empty() ? 0 : readings.back(); }

 private:
  /// R^T a.
  static void to_body(const State& x, const double* a, double* out) {
    const double w = x[6], i = x[7], j = x[8], k = x[9];
    out[0] =
        (1 - 2 * (j * j + k * k)) * a[0] + 2 * (i * j + w * k) * a[1] + 2 * (i * k - w * j) * a[2];
    out[1] =
        2 * (i * j - w * k) * a[0] + (1 - 2 * (i * i + k * k)) * a[1] + 2 * (j * k + w * i) * a[2];
    out[2] =
        2 * (i * k + w * j) * a[0] + 2 * (j * k - w * i) * a[1] + (1 - 2 * (i * i + j * j)) * a[2];
  }
  void store(double reading) { readings.push_back(reading); }

  static constexpr double degrees_per_metre = 180 / 3.14159265358979 / 6371000;

  bool biases_;
  double field[3] = {2.1e-5, 1.3e-6, 4.3e-5};
  double acceleration_bias[3] = {}, rate_bias[3] = {};
  std::vector<double> readings;
};

}  // namespace

double run_rival(long steps, const RivalFlight& flight) {
  const double h = 1e-3;
  Quad quad;
  State x{};
  x[2] = -3, x[6] = 1;
  for (int i = 13; i < 17; ++i) x[i] = 1133.15;
  boost::numeric::odeint::runge_kutta4<State> stepper;
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  const double force_sd = std::sqrt(5e-4 / h), moment_sd = std::sqrt(1.25e-7 / h);
  const auto draw = [&] { return normal(engine); };
  Sensors sensors(flight.biases);
  RivalLee controller;
  Extremes extremes(x);
  for (long n = 0; n < steps; ++n) {
    const double t = static_cast<double>(n) * h;
    if (flight.controller && n % 2 == 0) quad.command = controller.look(t, x);
    if (flight.noise) {
      for (double& f : quad.force) f = force_sd * draw();
      for (double& m : quad.moment) m = moment_sd * draw();
    }
    if (flight.sensors) sensors.read(n, quad, x, draw);
    stepper.do_step([&](const State& s, State& d, double at) { quad(s, d, at); }, x, t, h);
    const double scale = 1 / std::sqrt(x[6] * x[6] + x[7] * x[7] + x[8] * x[8] + x[9] * x[9]);
    for (int k = 6; k < 10; ++k) x[k] *= scale;
    if (!extremes.look(x)) break;
  }
  return x[0] + x[13] + extremes.sum() + sensors.last() + controller.error2();
}

}  // namespace montecopter::bench
