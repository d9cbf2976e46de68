/// Rows of traces: which lane gets which numbers, and which lanes are reported as not finite.

#include "simulate/lanes/trace_rows.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support/four_lanes.hpp"

using namespace montecopter;

TEST_CASE("A row of a signal goes to its lane, and one bad number anywhere reports that lane") {
  constexpr int row = 2, untraced = 1, bad_lane = 2;
  const int numbers = GENERATE(range(1, 17)), bad = GENERATE_COPY(range(0, numbers));
  const double value = GENERATE(std::numeric_limits<double>::infinity(), -std::nan(""));
  std::vector<FourDoubles> values;
  for (int i = 0; i < numbers; ++i) {
    const double lanes[] = {i + 0.25, i + 100.0, i == bad ? value : i + 200.0, i + 300.0};
    values.push_back(FourDoubles::load(lanes));
  }
  // The third of three lanes is the bad one; the fourth is not there.
  std::vector<LaneIo> lanes(3);
  std::vector<std::vector<double>> traces(lanes.size(), std::vector<double>(16 * 4, -1.0));
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i].traces[0] = traces[i].data();
  lanes[untraced].traces[0] = nullptr;

  const FourDoubles sum = store_trace(0, row, values.data(), numbers,
                                      FourDoubles(1.0) == FourDoubles(1.0), lanes.data(), 3);
  for (int lane = 0; lane < 3; ++lane) CHECK(std::isnan(sum.lane(lane)) == (lane == bad_lane));
  for (int at = 0; at < 16 * 4; ++at) {
    const int i = at - row * numbers;
    const bool in_row = i >= 0 && i < numbers;
    const std::size_t place = static_cast<std::size_t>(at);
    CHECK(traces[0][place] == (in_row ? i + 0.25 : -1.0));
    CHECK(traces[untraced][place] == -1.0);
    if (in_row && i == bad) {
      CHECK_FALSE(std::isfinite(traces[bad_lane][place]));
    } else {
      CHECK(traces[bad_lane][place] == (in_row ? i + 200.0 : -1.0));
    }
  }
}
