/// Velocities and body rates from slopes of positions and attitudes, against closed forms.

#include "flights/identify/derived_states.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace montecopter::identify {
namespace {

logs::RecordedSignal signal_of(const char* name, std::size_t width) {
  logs::RecordedSignal signal;
  signal.name = name;
  signal.components.assign(width, "");
  return signal;
}

/// A position along x at 100 Hz for a second.
template <class Position>
logs::RecordedSignal position_of(Position&& x_at) {
  logs::RecordedSignal position = signal_of("position", 3);
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.01 * k;
    position.time_s.push_back(t);
    position.values.insert(position.values.end(), {x_at(t), 0, 1});
  }
  return position;
}

TEST_CASE("the slope of a parabola is exact") {
  const auto velocity =
      slope_of_position(position_of([](double t) { return 2 + 3 * t - 4 * t * t; }));
  REQUIRE(velocity.has_value());
  CHECK(std::isnan(velocity->values[3]));  // one value before it
  for (std::size_t k = 2; k <= 98; ++k) {
    // The first and last ones are one-sided, and as exact.
    CHECK(velocity->values[3 * k] == Approx(3 - 8 * velocity->time_s[k]).margin(1e-12));
    CHECK(velocity->values[3 * k + 2] == Approx(0).margin(1e-12));
  }
}

TEST_CASE(
    "a changing acceleration is off by a tenth of its rate times the square of the half window") {
  constexpr double w = 6;  // rad/s, of a sine of 1 m
  const auto velocity = slope_of_position(position_of([](double t) { return std::sin(w * t); }));
  REQUIRE(velocity.has_value());
  for (std::size_t k = 5; k <= 95; ++k) {
    const double t = velocity->time_s[k], jerk = -w * w * w * std::cos(w * t);
    // Discrete sums of eleven values: sum t^4 / sum t^2 = 0.178 (10 rows)^2 instead of 0.15.
    const double bias = jerk / 6 * 17.8 * 1e-4;
    CHECK(velocity->values[3 * k] == Approx(w * std::cos(w * t) + bias).margin(2e-3));
  }
}

TEST_CASE("a constant rotation has its rate, whatever the signs of the quaternions") {
  logs::RecordedSignal attitude = signal_of("attitude", 4);
  constexpr double rate = 3;
  for (int k = 0; k <= 200; ++k) {
    const double t = 0.005 * k, sign = k % 3 == 0 ? -1 : 1;
    attitude.time_s.push_back(t);
    attitude.values.insert(attitude.values.end(),
                           {sign * std::cos(rate * t / 2), 0, sign * std::sin(rate * t / 2), 0});
  }
  const auto body_rate = slope_of_attitude(attitude);
  REQUIRE(body_rate.has_value());
  for (std::size_t k = 5; k <= 195; ++k) {
    // Sines differ from their parabolas by (1.5 rad/s 0.025 s)^2 / 10.
    CHECK(body_rate->values[3 * k + 1] == Approx(rate).epsilon(2e-4));
    CHECK(body_rate->values[3 * k] == Approx(0).margin(1e-12));
  }
}

TEST_CASE("the slowest signals have slopes though their stamps jitter") {
  logs::RecordedSignal position = signal_of("position", 3), attitude = signal_of("attitude", 4);
  for (int k = 0; k <= 100; ++k) {
    const double jitter = (k * 7 % 5 - 2) * 2e-4;  // of 40 Hz and 80 Hz, to 0.4 and 0.2 ms
    const double t = 0.025 * k + jitter, s = 0.0125 * k + 0.5 * jitter;
    position.time_s.push_back(t);
    position.values.insert(position.values.end(), {1 + 2 * t - t * t, 0, 0});
    attitude.time_s.push_back(s);
    attitude.values.insert(attitude.values.end(), {1, 0, 0, 0});
  }
  const auto velocity = slope_of_position(position);
  const auto body_rate = slope_of_attitude(attitude);
  REQUIRE((velocity.has_value() && body_rate.has_value()));
  for (std::size_t k = 2; k <= 98; ++k) {
    CHECK(velocity->values[3 * k] == Approx(2 - 2 * velocity->time_s[k]).margin(1e-10));
    CHECK(body_rate->values[3 * k] == Approx(0).margin(1e-12));
  }
}

TEST_CASE("no slope crosses a gap or a jump, and slow signals have none") {
  logs::RecordedSignal position = position_of([](double t) { return t < 0.5 ? 0.0 : 10.0; });
  position.jumps_s = {0.5};
  const auto velocity = slope_of_position(position);
  REQUIRE(velocity.has_value());
  for (std::size_t k = 2; k <= 98; ++k) {
    const bool is_beside = k >= 48 && k <= 51;
    CHECK(std::isnan(velocity->values[3 * k]) == is_beside);
    if (!is_beside) CHECK(velocity->values[3 * k] == Approx(0).margin(1e-10));
  }
  for (double& t : position.time_s) t *= 4;  // 25 Hz
  CHECK_FALSE(slope_of_position(position).has_value());
}

}  // namespace
}  // namespace montecopter::identify
