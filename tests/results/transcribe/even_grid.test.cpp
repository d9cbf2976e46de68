/// Recorded rows on even times: values between them in closed form, and nothing where nothing was
/// recorded.

#include "results/transcribe/even_grid.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace montecopter;
using namespace montecopter::transcribe;

namespace {

logs::RecordedSignal signal(const std::string& name, std::vector<std::string> components,
                            std::vector<double> time_s, std::vector<double> values) {
  logs::RecordedSignal made;
  made.name = name;
  made.components = std::move(components);
  made.time_s = std::move(time_s);
  made.values = std::move(values);
  return made;
}

logs::RecordedSignal voltage(std::vector<double> time_s, std::vector<double> values) {
  return signal("battery_voltage", {""}, std::move(time_s), std::move(values));
}

}  // namespace

TEST_CASE("values of a straight line lie on it between its rows") {
  // v = 10 + 2 t at unevenly recorded times.
  const auto line = voltage({0, 0.11, 0.19, 0.3}, {10, 10.22, 10.38, 10.6});
  const std::vector<double> found =
      resample(line, {.start_s = 0, .rate_hz = 20, .times = 7}, Resampling::linear);
  for (std::size_t k = 0; k < 7; ++k) {
    CHECK(found[k] == Approx(10 + 2 * 0.05 * static_cast<double>(k)).epsilon(1e-12));
  }
}

TEST_CASE("a command holds until the next one, and a reading stays at its time") {
  const auto steps = voltage({0, 0.1, 0.2}, {1, 2, 3});
  const EvenGrid fine{.start_s = 0, .rate_hz = 20, .times = 5};
  CHECK(resample(steps, fine, Resampling::hold) == std::vector<double>{1, 1, 2, 2, 3});
  // Steps of 25 ms from 0.01 s on: only the first and the last are within half a step of a reading.
  const auto near =
      resample(steps, {.start_s = 0.01, .rate_hz = 40, .times = 5}, Resampling::nearest);
  CHECK(near[0] == 1);
  CHECK(std::isnan(near[1]));
  CHECK(std::isnan(near[2]));
  CHECK(std::isnan(near[3]));
  CHECK(near[4] == 2);
}

TEST_CASE("there is nothing before the first row, behind the last, or in a gap") {
  // Every 0.1 s but for a gap of 0.4 s, which is more than 2.5 intervals.
  const auto gappy = voltage({0.1, 0.2, 0.3, 0.7, 0.8, 0.9}, {1, 2, 3, 7, 8, 9});
  const auto found =
      resample(gappy, {.start_s = 0, .rate_hz = 20, .times = 21}, Resampling::linear);
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double t = 0.05 * static_cast<double>(k);
    const bool is_there = (t > 0.099 && t < 0.301) || (t > 0.699 && t < 0.901);
    CAPTURE(t, found[k]);
    CHECK(std::isnan(found[k]) != is_there);
    if (is_there) CHECK(found[k] == Approx(10 * t).epsilon(1e-12));
  }
}

TEST_CASE("attitudes between two rows have norm 1, and q and -q are one") {
  const double half = 0.2;  // of a turn by 0.4 rad about x, and back by the other sign
  const auto turn = signal("attitude", {"w", "x", "y", "z"}, {0, 1},
                           {1, 0, 0, 0, -std::cos(half), -std::sin(half), 0, 0});
  const auto found = resample(turn, {.start_s = 0, .rate_hz = 2, .times = 3}, Resampling::linear);
  // Halfway between two unit vectors is the middle of the arc, by symmetry.
  CHECK(found[4] == Approx(std::cos(half / 2)).epsilon(1e-12));
  CHECK(found[5] == Approx(std::sin(half / 2)).epsilon(1e-12));
}

TEST_CASE("readings are recognised by their names, and commands hold") {
  CHECK(resampling_of(signal("imu.gyroscope", {"x", "y", "z"}, {}, {})) == Resampling::nearest);
  CHECK(resampling_of(signal("command", {"0"}, {}, {})) == Resampling::hold);
  CHECK(resampling_of(signal("position", {"x", "y", "z"}, {}, {})) == Resampling::linear);
  CHECK(name_of(Resampling::nearest) == "nearest");
}

TEST_CASE("a signal's own grid reaches from its first row to its last, at its usual rate") {
  std::vector<double> times, values;
  for (int k = 0; k <= 100; ++k) {
    times.push_back(5 + 0.02 * k);
    values.push_back(k);
  }
  const auto even = voltage(times, values);
  CHECK(mean_rate_hz(even) == Approx(50).epsilon(1e-9));
  const EvenGrid grid = own_grid(even, 5);
  CHECK(grid.times == 101);
  CHECK(grid.rate_hz == Approx(50).epsilon(1e-9));
  CHECK(mean_rate_hz(voltage({1}, {1})) == 0);
}
