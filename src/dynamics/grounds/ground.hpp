#pragma once
/// Contact of a vehicle with the ground: the list of grounds, and the kernels' data about them
/// (GroundPlan). A ground has a height and does one of two things.
///
/// * It pushes. It has Constants<S>, fold(), and force(constants, depth, velocity), the force on
/// one
///   contact point. Contact (vehicles/contact.hpp) sums it up over the points of a vehicle. Steps
///   have to suit linear().
/// * It stops vehicles (simulate/lanes/ground_stop.hpp). Its rule is_held(state, rate, ground_z)
/// says
///   which. The gain from the velocity to the acceleration that accelerometers measure while the
///   vehicle is held is stop_gain_1_s(step_s).

#include <type_traits>
#include <variant>

#include "core/base/contract.hpp"
#include "core/base/numbers_of.hpp"
#include "dynamics/alternatives.hpp"
#include "dynamics/grounds/none.hpp"
#include "dynamics/grounds/sih2019.hpp"
#include "dynamics/grounds/sih2022.hpp"
#include "dynamics/grounds/spring_damper.hpp"
#include "dynamics/state.hpp"

namespace montecopter {

using Ground = std::variant<NoGround, Sih2019Ground, Sih2022Ground, SpringDamperGround>;

/// One that does nothing has no height, any other does one thing.
static_assert(holds_for_all<Ground>([]<class G>() {
  return std::is_base_of_v<GroundHeight, G> == (G::pushes != G::stops_vehicles) &&
         !(G::pushes && G::stops_vehicles);
}));

/// Numbers of a sample's constants.
template <class G>
constexpr int ground_constants() {
  if constexpr (G::pushes) return numbers_of<typename G::template Constants<double>>();
  return 0;
}
inline constexpr int most_ground_constants =
    largest_of<Ground>([]<class G>() { return ground_constants<G>(); });

/// Calls use(ground) if it is one that pushes.
template <class Use>
void if_it_pushes(const Ground& any, Use use) {
  std::visit(
      [&]<class G>(const G& ground) {
        if constexpr (G::pushes) use(ground);
      },
      any);
}

/// Whether the type at an index of the list pushes, of any index.
constexpr bool is_pushing(int kind) {
  bool pushing = false;
  for_each_type<Ground>([&]<class G>() {
    if (kind == index_of<G, Ground>()) pushing = G::pushes;
  });
  return pushing;
}

/// Types of the list that push.
inline constexpr int pushing_grounds = [] {
  int count = 0;
  for_each_type<Ground>([&]<class G>() { count += G::pushes ? 1 : 0; });
  return count;
}();

/// Calls use.template operator()<G>() for the type at index `kind` of the list, which pushes. Each
/// evaluation of a vehicle's equations does: where only one type pushes, nothing is compared.
template <class Use>
void with_pushing_ground(int kind, Use use) {
  expects(is_pushing(kind), "a ground that pushes");
  for_each_type<Ground>([&]<class G>() {
    if constexpr (G::pushes) {
      if (pushing_grounds == 1 || kind == index_of<G, Ground>()) use.template operator()<G>();
    }
  });
}

/// Calls use.template operator()<G>() for the type at index `kind` of the list, which stops
/// vehicles.
template <class Use>
void with_stopping_ground(int kind, Use use) {
  for_each_type<Ground>([&]<class G>() {
    if constexpr (G::stops_vehicles) {
      if (kind == index_of<G, Ground>()) use.template operator()<G>();
    }
  });
}

/// The kernels' data about the ground: plain data.
struct GroundPlan {
  int kind = index_of<NoGround, Ground>();  ///< index in Ground
  int contact_points = 0;                   ///< at which it pushes
  bool inclined = false;                    ///< in some sample
  bool stops_vehicles = false;              ///< is_held() of the type says which
  double stop_gain_1_s = 0.0;  ///< from the velocity to the acceleration that is measured then
};

}  // namespace montecopter
