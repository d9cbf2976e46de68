/// What was renamed exists under its new name and under no other, and draws as before.

#include <catch2/catch.hpp>

#include "core/fields/former_metrics.hpp"
#include "dynamics/random/stream_names.hpp"
#include "plan/metrics/metric.hpp"

namespace montecopter {
namespace {

TEST_CASE("renamed metrics are metrics, and the former names are none") {
  for (const FormerMetric& renamed : former_metrics) {
    int now = 0, before = 0;
    for (const MetricGroup& group : metric_groups()) {
      for (const FlightMetric& metric : group.metrics) {
        now += metric.name == renamed.now ? 1 : 0;
        before += metric.name == renamed.before ? 1 : 0;
      }
    }
    CHECK(now == 1);
    CHECK(before == 0);
  }
}

TEST_CASE("a former name leads to the metric of today, if that is there") {
  const std::vector<std::string> known = {"saturated_fraction", "saturated_fraction_late"};
  CHECK(current_metric("saturated_share", known) == "saturated_fraction");
  CHECK(current_metric("m_saturated_share_late", known) == "saturated_fraction_late");
  CHECK_FALSE(current_metric("saturated_share_own", known));  // no window of this name
  CHECK_FALSE(current_metric("saturated_shares", known));
  CHECK_FALSE(current_metric("max_position_error_m", known));
  CHECK(former_name("saturated_fraction_late") == "saturated_share_late");
  CHECK_FALSE(former_name("max_tilt_deg"));
}

TEST_CASE("a renamed key draws from the stream of its first path") {
  CHECK(stream_names::of_dispersion("vehicle.tail_rotor.profile_fraction") ==
        "disperse:vehicle.tail_rotor.profile_share");
  CHECK(stream_names::of_dispersion("vehicle.mass_kg") == "disperse:vehicle.mass_kg");
}

}  // namespace
}  // namespace montecopter
