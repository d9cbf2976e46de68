/// Every ground of the list that pushes, over lanes: what a lane feels has the bits of the same
/// sample alone. The force on one point, and what Contact makes of it for a vehicle.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
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
    // Some are in the ground; without friction two components of three are zero.
    CHECK(std::count(together.begin(), together.end(), 0.0) < 9 * std::ssize(together) / 10);
  }
}

template <class Use>
void for_each_pushing(Use use) {
  for_each_type<Ground>([&]<class G>() {
    if constexpr (G::pushes) use.template operator()<G>();
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

TEST_CASE("contact with every ground that pushes asks the law of its own type") {
  for_each_pushing([&]<class G>() {
    CAPTURE(G::type_name);
    using Law = typename G::template Constants<OneDouble>;
    RandomLanes<OneDouble> random(29, 0);
    Contact<OneDouble> contact{index_of<G, Ground>(), 1, {}};
    contact.c = random.template filled<ContactConstants<OneDouble>>(0.5, 1.5);
    const OneDouble zero(0.0), one(1.0), depth(0.75);
    contact.c.slope_north = contact.c.slope_east = zero;
    contact.c.down = {zero, zero, one};
    contact.c.along = {one, zero, zero};
    contact.c.across = {zero, one, zero};
    contact.c.point[0] = {zero, zero, zero};
    Law law;
    std::memcpy(static_cast<void*>(&law), contact.c.law.data(), sizeof(law));
    State<OneDouble, 1> state{};
    state.set_position({zero, zero, contact.c.ground_z + depth});
    Vec3<OneDouble> velocity = random.vector(1);
    velocity.z = abs(velocity.z);  // into the ground, which cannot pull
    state.set_velocity(velocity);
    state.set_attitude({OneDouble(1.0), zero, zero, zero});
    Vec3<OneDouble> F_W, M_B;
    contact.find_loads(Rotation<OneDouble>(state.attitude()), state, F_W, M_B);
    const Vec3<OneDouble> wanted = G::force(law, depth, state.velocity());
    CHECK(F_W.x.lane(0) == Approx(wanted.x.lane(0)).epsilon(1e-14));
    CHECK(F_W.y.lane(0) == Approx(wanted.y.lane(0)).epsilon(1e-14));
    CHECK(F_W.z.lane(0) == Approx(wanted.z.lane(0)).epsilon(1e-14));
    CHECK(F_W.z.lane(0) < 0);
  });
}

}  // namespace
}  // namespace montecopter
