#include "core/base/remaining_time.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace montecopter {
namespace {

TEST_CASE("the time that is left falls by a second a second, although work comes in lumps") {
  // Two threads; each block of 64 takes 10 s; 1280 samples take 100 s. The time since the start
  // divided by what is done would say 200, 100, 150, 100, 133 s.
  RemainingTime remaining;
  double before = 0;
  for (double now_s = 10; now_s < 100; now_s += 0.2) {
    const double done = 128 * std::floor(now_s / 10 + 1e-9);
    const double left = remaining.at(now_s, whole_time(done / 64 * 10, done, 1280, 2));
    CHECK(left == Approx(100 - now_s).margin(1e-9));
    if (now_s > 10) CHECK(left == Approx(before - 0.2).margin(1e-9));
    before = left;
  }
}

TEST_CASE("news is taken up little by little") {
  RemainingTime remaining;
  CHECK(remaining.at(0, 100) == 100);
  double left = remaining.at(0.2, 200);
  CHECK(left > 99);
  CHECK(left < 106);
  for (double now_s = 0.4; now_s < 30; now_s += 0.2) left = remaining.at(now_s, 200);
  CHECK(left == Approx(200 - 29.8).epsilon(0.01));
  CHECK(remaining.at(500, 200) == 0);  // later than was thought
}

}  // namespace
}  // namespace montecopter
