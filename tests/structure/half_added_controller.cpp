/// A controller, and with LACKS_LAW one that is half added: its law has another shape than a law of
/// its kind. Compiled by a test, never linked.

#include "dynamics/controllers/controller.hpp"

namespace montecopter {

struct ToyController : LoopTiming {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Holds the weight, whatever happens";

  template <class S>
  struct Gains {
    S thrust;  ///< per weight

    friend Gains operator*(const S& factor, const Gains& k) { return {factor * k.thrust}; }
  };

  Gains<double> fold(const KnownModel&) const { return {1.0}; }

#ifndef LACKS_LAW
  template <class S>
  static Wrench<S> wrench(const Gains<S>& k, const ControlView<S>& view) {
    return {k.thrust * (view.vehicle.mass * view.vehicle.gravity), {S(0.0), S(0.0), S(0.0)}};
  }
#endif
};

static_assert(require_controller<ToyController>() == 1);

}  // namespace montecopter
