/// Parts of controllers against Eigen, closed forms and each other.

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <random>

#include "dynamics/controllers/attitude_error.hpp"
#include "dynamics/controllers/flatness.hpp"
#include "dynamics/controllers/low_pass.hpp"
#include "dynamics/controllers/mellinger.hpp"
#include "support/four_lanes.hpp"

namespace montecopter {
namespace {

class Attitudes {
 public:
  Eigen::Quaterniond next() {
    Eigen::Vector4d v;
    for (int k = 0; k < 4; ++k) v[k] = normal_(random_);
    v.normalize();
    return {v[0], v[1], v[2], v[3]};
  }
  double number() { return normal_(random_); }

 private:
  std::mt19937_64 random_{7};
  std::normal_distribution<double> normal_;
};

Quat<double> of(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }
Eigen::Vector3d of(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

TEST_CASE("a quaternion comes back from its axes") {
  Attitudes attitudes;
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Quaterniond q = attitudes.next();
    const Quat<double> back = quaternion_of(axes_of(Rotation<double>(of(q))));
    const double same =
        std::fabs(back.w * q.w() + back.x * q.x() + back.y * q.y() + back.z * q.z());
    CHECK(same == Approx(1).margin(1e-14));  // a few roundings
  }
}

TEST_CASE("errors of attitude as rotation vectors are those of Eigen") {
  Attitudes attitudes;
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Quaterniond a = attitudes.next(), b = attitudes.next();
    const Eigen::AngleAxisd turn(a.conjugate() * b);
    Eigen::Vector3d expected = turn.angle() * turn.axis();
    if (turn.angle() > M_PI) expected = (turn.angle() - 2 * M_PI) * turn.axis();
    const Eigen::Vector3d got = of(rotation_vector(rotation_between(of(a), of(b))));
    CHECK((got - expected).norm() < 1e-12);  // roundings, larger near half a turn
  }
}

/// The published procedure, step by step: turn the thrust axis the shortest way, in the world, and
/// yaw by a share of what is then left.
Eigen::Vector3d published_error(const Eigen::Quaterniond& is, const Eigen::Quaterniond& wanted,
                                double yaw_weight) {
  const Eigen::Vector3d z = Eigen::Vector3d::UnitZ();
  const Eigen::Quaterniond reduced = Eigen::Quaterniond::FromTwoVectors(is * z, wanted * z) * is;
  Eigen::Quaterniond rest = reduced.conjugate() * wanted;
  if (rest.w() < 0) rest.coeffs() *= -1;
  const double w = std::min(rest.w(), 1.0), s = std::clamp(rest.z(), -1.0, 1.0);
  const Eigen::Quaterniond mixed =
      reduced * Eigen::Quaterniond(std::cos(yaw_weight * std::acos(w)), 0, 0,
                                   std::sin(yaw_weight * std::asin(s)));
  Eigen::Quaterniond error = is.conjugate() * mixed;
  if (error.w() < 0) error.coeffs() *= -1;
  return 2 * error.vec();
}

TEST_CASE("tilt comes before yaw as Brescianini and D'Andrea say") {
  Attitudes attitudes;
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Quaterniond is = attitudes.next(), wanted = attitudes.next();
    for (const double weight : {0.0, 0.4, 1.0}) {
      const Eigen::Vector3d got = of(tilt_first(rotation_between(of(is), of(wanted)), weight));
      // acos near 1 keeps half of the digits.
      CHECK((got - published_error(is, wanted, weight)).norm() < 1e-7);
    }
  }
}

TEST_CASE("with the whole yaw the error is the quaternion's own; upside down it is finite") {
  Attitudes attitudes;
  for (int i = 0; i < 1000; ++i) {
    const Quat<double> q = rotation_between(of(attitudes.next()), of(attitudes.next()));
    const Vec3<double> e = tilt_first(q, 1.0);
    CHECK((of(e) - 2 * Eigen::Vector3d(q.x, q.y, q.z)).norm() < 1e-14);
  }
  const Vec3<double> over = tilt_first(Quat<double>{0, 0.6, 0.8, 0}, 0.4);
  CHECK(over.x == 1.2);
  CHECK(over.y == 1.6);
  CHECK(over.z == 0);
}

/// Turns of any size about any axis, most of them small.
Eigen::Quaterniond turn_of_any_size(Attitudes& attitudes) {
  const Eigen::Vector3d axis(attitudes.number(), attitudes.number(), attitudes.number());
  const double angle = std::fmod(std::exp2(4 * attitudes.number()), M_PI);
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

template <class S>
BodyAxes<S> axes_of_turn(const Quat<S>& q) {
  return axes_of(Rotation<S>(q));
}

TEST_CASE("from axes, errors of attitude are those of Eigen and of quaternions") {
  Attitudes attitudes;
  for (int i = 0; i < 3000; ++i) {
    const Eigen::Quaterniond q = turn_of_any_size(attitudes);
    const Eigen::AngleAxisd turn(q);
    const BodyAxes<double> axes = axes_of_turn(of(q));
    // The roundings of a matrix, which count for more near half a turn.
    const double margin = turn.angle() < 3 ? 1e-14 : 1e-12;
    CHECK((of(rotation_vector(axes)) - turn.angle() * turn.axis()).norm() < margin);
    const Quat<double> none = {1, 0, 0, 0};
    for (const double weight : {0.0, 0.4, 1.0}) {
      const Vec3<double> expected = tilt_first(rotation_between(none, of(q)), weight);
      CHECK((of(tilt_first(axes, weight)) - of(expected)).norm() < margin);
    }
  }
  const Vec3<double> over = tilt_first(axes_of_turn(Quat<double>{0, 0.6, 0.8, 0}), 0.4);
  CHECK(of(over).norm() == Approx(2));  // half a turn about a level axis: no yaw is defined
}

TEST_CASE("lanes with errors of attitude of every size do not see each other") {
  Attitudes attitudes;
  for (int i = 0; i < 300; ++i) {
    double q[4][4];  // component, lane
    for (int lane = 0; lane < 4; ++lane) {
      const Eigen::Quaterniond turn = turn_of_any_size(attitudes);
      q[0][lane] = turn.w(), q[1][lane] = turn.x(), q[2][lane] = turn.y(), q[3][lane] = turn.z();
    }
    using S = FourDoubles;
    const BodyAxes<S> axes =
        axes_of_turn<S>({S::load(q[0]), S::load(q[1]), S::load(q[2]), S::load(q[3])});
    const Vec3<S> theta = rotation_vector(axes), tilt = tilt_first(axes, S(0.4));
    for (int lane = 0; lane < 4; ++lane) {
      const BodyAxes<double> own =
          axes_of_turn<double>({q[0][lane], q[1][lane], q[2][lane], q[3][lane]});
      const auto same = [&](const Vec3<S>& many, const Vec3<double>& one) {
        return many.x.lane(lane) == one.x && many.y.lane(lane) == one.y &&
               many.z.lane(lane) == one.z;
      };
      CHECK(same(theta, rotation_vector(own)));
      CHECK(same(tilt, tilt_first(own, 0.4)));
    }
  }
}

TEST_CASE("the low-pass is backward Euler's rule on its equation, in closed form") {
  // Backward Euler's rule takes a mode e^(s t) to 1 / (1 - s h) a step.
  const double cutoff = 2 * M_PI * 30, h = 1.0 / 960;
  const std::complex<double> s1 = std::polar(cutoff, 0.75 * M_PI), s2 = std::conj(s1);
  const std::complex<double> a = -s2 / (s2 - s1), b = s1 / (s2 - s1);
  LowPass<double> filter;
  filter.start({0, 0, 0});
  for (int k = 1; k <= 200; ++k) {
    filter.follow({1, -2, 0}, {cutoff, h});
    const auto z1 = std::pow(1.0 - s1 * h, -k), z2 = std::pow(1.0 - s2 * h, -k);
    const double value = 1 + std::real(a * z1 + b * z2);
    const double rate = std::real(s1 * a * z1 + s2 * b * z2);
    CHECK(filter.value.x == Approx(value).margin(1e-13));
    CHECK(filter.value.y == Approx(-2 * value).margin(1e-13));
    CHECK(filter.rate.x == Approx(rate).margin(1e-11));  // of a size of 100
    CHECK(filter.value.z == 0);
  }
}

TEST_CASE("30 Hz are the gains that FlightGoggles prints") {
  const double cutoff = 2 * M_PI * 30;
  const LowPassStep<double> step(cutoff, 0.25);
  CHECK(cutoff * cutoff == Approx(35530.58).epsilon(2e-7));  // 7 digits
  CHECK(step.pull / step.period == Approx(35530.58).epsilon(2e-7));
  // 1 / keep = 1 + gainQ h + gainP h^2
  CHECK((1 / step.keep - 1 - 35530.5758 * 0.0625) / 0.25 == Approx(266.573).epsilon(1e-5));
}

/// Waves on three axes and a turning heading.
Reference<double> waves(double t) {
  Reference<double> r;
  const double amplitude[3] = {2, 1.5, 0.7}, rate[3] = {1.1, 1.7, 0.9}, phase[3] = {0.1, 0.4, 2};
  double d[5][3];
  for (int k = 0; k < 3; ++k) {
    for (int n = 0; n < 5; ++n) {
      d[n][k] =
          amplitude[k] * std::pow(rate[k], n) * std::sin(rate[k] * t + phase[k] + n * M_PI / 2);
    }
  }
  const auto at = [&](int n) { return Vec3<double>{d[n][0], d[n][1], d[n][2]}; };
  r.position = at(0), r.velocity = at(1), r.acceleration = at(2), r.jerk = at(3), r.snap = at(4);
  r.set_heading(0.3 * std::sin(t), 0.3 * std::cos(t), -0.3 * std::sin(t));
  return r;
}

Eigen::Matrix3d attitude_along(double t) {
  const Reference<double> d = waves(t);
  const Eigen::Vector3d p = Eigen::Vector3d(0, 0, 9.81) - of(d.acceleration);
  const Eigen::Vector3d y = p.cross(of(d.nose())).normalized();
  Eigen::Matrix3d R;
  R << y.cross(p.normalized()), y, p.normalized();
  return R;
}

TEST_CASE("a body along a pull is the published one, seen from the actual body") {
  Attitudes attitudes;
  for (double t = 0; t < 6; t += 0.37) {
    const Reference<double> d = waves(t);
    const Eigen::Quaterniond actual = attitudes.next();
    const Vec3<double> p_W = Vec3<double>{0, 0, 9.81} - d.acceleration;
    const BodyAxes<double> b = pointed_along(p_W, d, Rotation<double>(of(actual)));
    Eigen::Matrix3d seen;
    seen << of(b.x), of(b.y), of(b.z);
    const Eigen::Matrix3d expected = actual.toRotationMatrix().transpose() * attitude_along(t);
    CHECK((seen - expected).norm() < 1e-14);  // a few roundings of nine numbers up to 1
  }
}

TEST_CASE("the turn along a trajectory is the derivative of its attitude") {
  const double h = 1e-4;
  const auto turning = [&](double t) -> Eigen::Vector3d {
    const Eigen::Matrix3d w =
        (attitude_along(t + h) - attitude_along(t - h)) / (2 * h) * attitude_along(t).transpose();
    return Eigen::Vector3d(w(2, 1) - w(1, 2), w(0, 2) - w(2, 0), w(1, 0) - w(0, 1)) / 2;
  };
  for (double t = 0; t < 6; t += 0.37) {
    const Turn<double> turn = turn_along(waves(t), 9.81);
    const Eigen::Matrix3d R = attitude_along(t);
    // Central differences: h^2 times derivatives of a size of 10.
    CHECK((of(turn.rate) - turning(t)).norm() < 1e-6);
    // Both are derivatives in the body: what the angular acceleration stands for is of the body's
    // components.
    const auto in_body = [&](double at) -> Eigen::Vector3d {
      return attitude_along(at).transpose() * of(turn_along(waves(at), 9.81).rate);
    };
    const Eigen::Vector3d growth = (in_body(t + h) - in_body(t - h)) / (2 * h);
    CHECK((R.transpose() * of(turn.angular_acceleration) - growth).norm() < 1e-5);
  }
}

TEST_CASE("Mellinger's moment is Lee's where nothing is ahead, but for the gyroscopic one") {
  Attitudes random;
  const KnownVehicle<double> vehicle = {1.3, 9.81, {0.02, 0.03, 0.04, 0.001, -0.002, 0.003}};
  LeeController::Gains<double> k{};
  k.attitude = {1.5, 1.2, 0.6}, k.rate = {0.3, 0.2, 0.1};
  Reference<double> hover{};
  hover.set_heading(0.7, 0.0, 0.0);
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> w = {random.number(), random.number(), random.number()};
    const Feedback<double> x = {{0, 0, 0}, {0, 0, 0}, of(random.next()), w};
    const ControlView<double> view = {vehicle, x, hover, {}, 0};
    const Wrench<double> lee = LeeController::wrench(k, view);
    const Wrench<double> other = MellingerController::wrench(k, view);
    const Vec3<double> gyroscopic = cross(w, vehicle.inertia * w);
    CHECK(other.thrust == Approx(lee.thrust).margin(1e-14));
    CHECK((of(other.moment) + of(gyroscopic) - of(lee.moment)).norm() < 1e-14);
  }
}

}  // namespace
}  // namespace montecopter
