/// The grammar of output.traces.

#include "scenario/derived/traces.hpp"

#include <catch2/catch.hpp>

#include "core/base/error.hpp"

namespace montecopter {
namespace {

std::vector<std::int64_t> traced(const char* text, std::int64_t samples) {
  return trace_samples(parse_traces(text).value(), samples);
}

TEST_CASE("the four forms") {
  using Samples = std::vector<std::int64_t>;
  CHECK(traced("none", 5).empty());
  CHECK(traced("all", 3) == Samples{0, 1, 2});
  CHECK(traced("first:2", 5) == Samples{0, 1});
  CHECK(traced("first:9", 3) == Samples{0, 1, 2});
  CHECK(traced("first:0", 3).empty());
  CHECK(traced("every:2", 5) == Samples{0, 2, 4});
  CHECK(traced("every:10", 5) == Samples{0});
  CHECK(traced("every:1", 2) == Samples{0, 1});
}

TEST_CASE("with a sweep, first:N counts in every point, the others through all rows") {
  using Samples = std::vector<std::int64_t>;
  const auto rows = [](const char* text) {
    return trace_samples(parse_traces(text).value(), 5, 3);
  };
  CHECK(rows("first:2") == Samples{0, 1, 5, 6, 10, 11});
  CHECK(rows("first:9").size() == 15);
  CHECK(rows("first:0").empty());
  CHECK(rows("every:4") == Samples{0, 4, 8, 12});
  CHECK(rows("all").size() == 15);
  CHECK(rows("none").empty());
}

TEST_CASE("auto is all, then the first ones, then some evenly, within 64 MiB") {
  const auto count = [](double bytes, std::int64_t samples, std::int64_t points) {
    return trace_count(decided(parse_traces("auto").value(), bytes, samples, points), samples,
                       points);
  };
  constexpr double mib = 1024 * 1024;
  CHECK(count(mib, 64, 1) == 64);
  CHECK(count(mib, 65, 1) == 64);
  CHECK(count(mib, 1'000'000'000, 1) == 64);
  CHECK(count(mib, 21, 3) == 63);
  CHECK(count(mib, 22, 3) == 63);  // 21 of each point
  CHECK(count(mib, 1, 64) == 64);
  CHECK(count(mib, 1, 65) == 33);  // every:2
  CHECK(count(mib, 2, 100) == 50);
  CHECK(count(1e12, 1, 1) == 1);
  CHECK(count(1e12, 100, 10) == 1);
  CHECK(trace_count(parse_traces("auto").value(), 5) == 0);  // not decided
  for (const char* other : {"all", "none", "first:3", "every:7"}) {
    const TraceRule rule = parse_traces(other).value();
    const TraceRule same = decided(rule, 1e12, 50);
    CHECK((same.kind == rule.kind && same.number == rule.number));
  }
}

TEST_CASE("nothing else") {
  for (const char* bad :
       {"", "ALL", "first", "first:", "first:-1", "first:1.0", "first: 1", "every:0", "every:+1",
        "last:3", "first:1:2", "first:99999999999999999999"}) {
    CHECK_FALSE(parse_traces(bad).has_value());
  }
}

TEST_CASE("absurd numbers of traces are refused before memory is taken") {
  const std::int64_t samples = 4'000'000'000'000'000;
  CHECK(trace_count(parse_traces("all").value(), samples) == samples);
  CHECK_THROWS_AS(traced("all", samples), Error);
  CHECK(traced("every:100000000000000", samples).size() == 40);
}

}  // namespace
}  // namespace montecopter
