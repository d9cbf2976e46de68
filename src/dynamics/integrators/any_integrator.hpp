#pragma once
/// Whatever integrator a plan names, chosen at run time: of forms of a vehicle that fly with all of
/// them, so that their time loop is compiled once.

#include <cstddef>
#include <type_traits>
#include <variant>

#include "core/base/contract.hpp"
#include "dynamics/integrators/lane_integrator.hpp"
#include "dynamics/integrators/methods.hpp"
#include "dynamics/integrators/odeint_controlled.hpp"
#include "dynamics/integrators/odeint_fixed.hpp"

namespace montecopter {

/// Integrators with step control only where a pack is one sample.
template <class Vehicle>
class AnyIntegrator {
 public:
  using S = typename Vehicle::S;
  using Input = typename Vehicle::Input;
  using StateType = typename Vehicle::StateType;

  explicit AnyIntegrator(const StepControl& control) : methods_(make(control)) {}

  /// The state after h seconds with the input held, quaternion normalised. False if an integrator
  /// with step control did not get there. `next` may be `state`.
  bool step(const Vehicle& vehicle, double h, const Input& input, const StateType& state,
            StateType& next) {
    bool stepped = false;
    with_method(methods_,
                [&](auto& method) { stepped = method.step(vehicle, h, input, state, next); });
    return stepped;
  }

  /// The rates that the body starts this step with.
  void start_rate(const Vehicle& vehicle, double h, const Input& input, const StateType& state,
                  StateType& rate) const {
    if (const auto* lanes = std::get_if<LaneIntegrator<Vehicle>>(&methods_)) {
      lanes->start_rate(vehicle, h, input, state, rate);
    } else {
      vehicle.derivative(state, input, rate);
    }
  }

  /// Call this when the input of the next step differs from the input of the last one.
  void input_changed() {
    if (auto* fixed = std::get_if<OdeintFixed<Vehicle>>(&methods_)) fixed->input_changed();
  }

 private:
  using OfPacks = std::variant<LaneIntegrator<Vehicle>, OdeintFixed<Vehicle>>;
  using OfOneLane =
      std::variant<LaneIntegrator<Vehicle>, OdeintFixed<Vehicle>, OdeintControlled<Vehicle>>;
  static constexpr bool is_one_lane = Lanes<S>::width == 1;
  using Methods = std::conditional_t<is_one_lane, OfOneLane, OfPacks>;

  static constexpr bool is_stepped(Stepping stepping) {
    return [stepping]<class... Families>(const std::variant<Families...>*) {
      return ((Families::stepping == stepping) || ...);
    }(static_cast<const Methods*>(nullptr));
  }
  static_assert(holds_for_all<IntegratorKinds>([]<class I>() {
    return is_stepped(I::stepping) || (I::stepping == Stepping::controlled && !is_one_lane);
  }));

  /// Built in place: a method may point into itself.
  template <std::size_t i = 0>
  static Methods make(const StepControl& control) {
    using Family = std::variant_alternative_t<i, Methods>;
    const Stepping wanted = info(control.kind).stepping;
    if constexpr (i + 1 < std::variant_size_v<Methods>) {
      if (wanted != Family::stepping) return make<i + 1>(control);
    }
    expects(wanted == Family::stepping, "an integrator that steps packs of this width");
    return Methods(std::in_place_type<Family>, control);
  }

  Methods methods_;
};

}  // namespace montecopter
