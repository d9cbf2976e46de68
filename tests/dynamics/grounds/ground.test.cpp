#include "dynamics/grounds/ground_setup.hpp"

#include <catch2/catch.hpp>

using namespace montecopter;

TEST_CASE("kernels know of a ground whether it pushes, stops, and how that feels") {
  const auto plan = [](const Ground& ground) { return plan_ground(ground, 4, 0.004); };
  CHECK(plan(NoGround()).contact_points == 0);
  CHECK(!is_pushing(plan(NoGround()).kind));
  CHECK(!plan(NoGround()).stops_vehicles);
  CHECK(plan(SpringDamperGround()).contact_points == 4);
  CHECK(is_pushing(plan(SpringDamperGround()).kind));
  CHECK(!plan(SpringDamperGround()).stops_vehicles);
  CHECK(plan(Sih2019Ground()).stops_vehicles);
  CHECK(plan(Sih2019Ground()).stop_gain_1_s == 0.0);
  CHECK(plan(Sih2022Ground()).stops_vehicles);
  CHECK(plan(Sih2022Ground()).stop_gain_1_s == -250.0);
  CHECK(plan(Sih2022Ground()).contact_points == 0);
}
