/// What is said of a loop that a search has found. The searches themselves: tests/cli/tune.py.

#include "tune/gain_search.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace montecopter {
namespace {

TunedLoop with_bandwidths(double thrust, double roll, double pitch) {
  TunedLoop loop;
  for (const auto& [name, rad_s] :
       {std::pair("thrust", thrust), {"roll", roll}, {"pitch", pitch}}) {
    BrokenLoop axis;
    axis.name = name;
    axis.margins.bandwidth_rad_s = rad_s;
    loop.axes.push_back(axis);
  }
  return loop;
}

TEST_CASE("a loop has the lower bandwidth of roll and pitch, and none where one of them has none") {
  const double none = std::nan("");
  CHECK(with_bandwidths(1, 5, 7).bandwidth_rad_s() == 5);
  CHECK(with_bandwidths(1, 7, 5).bandwidth_rad_s() == 5);
  CHECK(with_bandwidths(none, 7, 5).bandwidth_rad_s() == 5);
  CHECK(std::isnan(with_bandwidths(1, none, 5).bandwidth_rad_s()));
  CHECK(std::isnan(with_bandwidths(1, 5, none).bandwidth_rad_s()));
  CHECK(std::isnan(with_bandwidths(1, none, none).bandwidth_rad_s()));
  CHECK(std::isnan(TunedLoop().bandwidth_rad_s()));
}

}  // namespace
}  // namespace montecopter
