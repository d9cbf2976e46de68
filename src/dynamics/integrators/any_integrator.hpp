#pragma once
/// Whatever integrator a plan names, chosen at run time: of forms of a vehicle that fly with all of
/// them, so that their time loop is compiled once.

#include <type_traits>
#include <variant>

#include "dynamics/integrators/lane_integrator.hpp"
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

  /// To be called when the input of the next step differs from that of the last one.
  void input_changed() {
    if (auto* fixed = std::get_if<OdeintFixed<Vehicle>>(&methods_)) fixed->input_changed();
  }

 private:
  using OfPacks = std::variant<LaneIntegrator<Vehicle>, OdeintFixed<Vehicle>>;
  using OfOneLane =
      std::variant<LaneIntegrator<Vehicle>, OdeintFixed<Vehicle>, OdeintControlled<Vehicle>>;
  static constexpr bool is_one_lane = Lanes<S>::width == 1;
  using Methods = std::conditional_t<is_one_lane, OfOneLane, OfPacks>;

  /// Built in place: a method may point into itself.
  static Methods make(const StepControl& control) {
    switch (info(control.kind).stepping) {
      case Stepping::odeint:
        return Methods(std::in_place_type<OdeintFixed<Vehicle>>, control);
      case Stepping::controlled:
        if constexpr (is_one_lane) {
          return Methods(std::in_place_type<OdeintControlled<Vehicle>>, control);
        }
        break;
      case Stepping::lanes:
        break;
    }
    return Methods(std::in_place_type<LaneIntegrator<Vehicle>>, control);
  }

  Methods methods_;
};

}  // namespace montecopter
