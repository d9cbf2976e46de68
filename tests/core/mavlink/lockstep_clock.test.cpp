#include "core/mavlink/lockstep_clock.hpp"

#include <catch2/catch.hpp>

using namespace montecopter::mavlink;

TEST_CASE("Times count up by the period, from half of one") {
  const LockstepClock clock(250);
  CHECK(clock.time_us(0) == 2000);
  CHECK(clock.time_us(1) == 6000);
  CHECK(clock.time_us(900000) == 3600002000);
  const LockstepClock third(300);
  CHECK(third.time_us(0) == 1667);
  CHECK(third.time_us(3) == 11667);
}

TEST_CASE("Either way of stamping tells to which update an answer belongs") {
  for (const double rate_hz : {250.0, 300.0, 400.0, 1000.0}) {
    const LockstepClock clock(rate_hz);
    for (const std::int64_t n : {std::int64_t{1}, std::int64_t{7}, std::int64_t{1000000}}) {
      for (const std::uint64_t start : {std::uint64_t{0}, clock.time_us(0)}) {
        CAPTURE(rate_hz, n, start);
        CHECK(clock.answers(n, clock.time_us(n) - start) == AnswerTime::now);
        CHECK(clock.answers(n, clock.time_us(n - 1) - start) == AnswerTime::earlier);
        CHECK(clock.answers(n, clock.time_us(n + 1)) == AnswerTime::ahead);
      }
    }
  }
}
