/// Every ground of the list that pushes, over lanes: what a lane feels has the bits of the same
/// sample alone. The force on one point, and what Contact makes of it for a vehicle.

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "dynamics/vehicles/contact.hpp"
#include "support/random_lanes.hpp"

namespace montecopter {
namespace {

/// `use.template operator()<S>(random)` returns the vectors that samples feel.
template <class Use>
void check_lanes(Use use) {
  const auto felt = [&]<class S>(int first, int lane) {
    RandomLanes<S> random(23, first);
    std::vector<double> numbers;
    for (const Vec3<S>& v : use.template operator()<S>(random)) {
      const std::vector<double> one = lane_of<S>(v, lane);
      numbers.insert(numbers.end(), one.begin(), one.end());
    }
    return numbers;
  };
  for (int i = 0; i < 4; ++i) {
    const std::vector<double> together = felt.template operator()<FourDoubles>(0, i);
    CAPTURE(i);
    CHECK(same_bits(together, felt.template operator()<OneDouble>(i, 0)));
    CHECK_FALSE(same_bits(together, felt.template operator()<FourDoubles>(0, (i + 1) % 4)));
    CHECK(std::count(together.begin(), together.end(), 0.0) < 3 * std::ssize(together) / 4);
  }
}

template <class Use>
void for_each_pushing(Use use) {
  for_each_type<Ground>([&]<class G>() {
    if constexpr (PushingGround<G>) use.template operator()<G>();
  });
}

TEST_CASE("a lane of the force of every ground that pushes has the bits of the sample alone") {
  int grounds = 0;
  for_each_pushing([&]<class G>() {
    CAPTURE(G::type_name);
    check_lanes([]<class S>(RandomLanes<S>& random) {
      using Constants = typename G::template Constants<S>;
      std::vector<Vec3<S>> forces;
      for (int n = 0; n < 200; ++n) {
        const auto c = random.template filled<Constants>(0.5, 1.5);
        const S depth = random.between(-0.2, 1);
        forces.push_back(G::force(c, depth, random.vector(1)));
      }
      return forces;
    });
    ++grounds;
  });
  CHECK(grounds == pushing_grounds);
  CHECK(grounds > 0);
}

TEST_CASE("a lane of contact with every ground that pushes has the bits of the sample alone") {
  for_each_pushing([&]<class G>() {
    CAPTURE(G::type_name);
    check_lanes([]<class S>(RandomLanes<S>& random) {
      Contact<S> contact{index_of<G, Ground>(), max_contact_points, {}};
      std::vector<Vec3<S>> changes;
      for (int n = 0; n < 100; ++n) {
        contact.c = random.template filled<ContactConstants<S>>(0.5, 1.5);
        State<S, 1> state{}, rate{};
        state.set_position(random.vector(1));
        state.set_velocity(random.vector(1));
        state.set_attitude(random.attitude());
        state.set_body_rate(random.vector(1));
        rate.set_velocity(random.vector(1));
        rate.set_body_rate(random.vector(1));
        contact.push(Rotation<S>(state.attitude()), state, rate);
        changes.push_back(rate.velocity()), changes.push_back(rate.body_rate());
      }
      return changes;
    });
  });
}

}  // namespace
}  // namespace montecopter
