/// What was renamed exists under its new name and under no other, draws as before, and is
/// understood in the scenarios of earlier results.

#include <catch2/catch.hpp>

#include "core/fields/renamed_metrics.hpp"
#include "dynamics/random/stream_names.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/text_of_today.hpp"
#include "scenario/describe/places.hpp"

namespace montecopter {
namespace {

TEST_CASE("renamed metrics are metrics, and the former names are none") {
  for (const Renamed& renamed : former_metrics) {
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

TEST_CASE("renamed keys are retired, and their successors are there") {
  for (const Renamed& renamed : renamed_keys) {
    const auto places = find_retired(scenario_places(), renamed.before);
    REQUIRE(places.size() == 1);
    CHECK(places[0]->path() == renamed.before);
    CHECK(places[0]->successor == renamed.now);
    CHECK_FALSE(find_places(scenario_places(), renamed.now).empty());
  }
}

TEST_CASE("a renamed key draws from the stream of its old path") {
  CHECK(stream_names::of_dispersion("vehicle.tail_rotor.profile_fraction") ==
        "disperse:vehicle.tail_rotor.profile_share");
  CHECK(stream_names::of_dispersion("vehicle.mass_kg") == "disperse:vehicle.mass_kg");
}

TEST_CASE("the scenario of an earlier result has the names of today") {
  CHECK(text_of_today(R"([vehicle.tail_rotor]
profile_share = 0.5

[window.late]
from_s = 1.0

[golden]
margins = ["saturated_share=1%", "saturated_share_late=2%", "saturated_share_own=3%"]

[disperse."vehicle.tail_rotor.profile_share"]
share = "all"

[requirement.few]
metric = "saturated_share_late"

[metrics.often]
formula = "share(airspeed, 1) + my_share"
)") == R"([vehicle.tail_rotor]
profile_fraction = 0.5

[window.late]
from_s = 1.0

[golden]
margins = ["saturated_fraction=1%", "saturated_fraction_late=2%", "saturated_share_own=3%"]

[disperse."vehicle.tail_rotor.profile_fraction"]
share = "all"

[requirement.few]
metric = "saturated_fraction_late"

[metrics.often]
formula = "fraction(airspeed, 1) + my_share"
)");
}

}  // namespace
}  // namespace montecopter
