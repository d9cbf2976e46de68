/// Controllers, and what is half added of them. The law of LACKS_LAW has another shape than a law
/// of its kind; LACKS_CUTOFFS filters and does not say what, and LACKS_TRIM not what a trim leaves
/// of that; LACKS_SET_POINTS has set-points and does not say which, LACKS_GAIN_PAIRS alternative
/// keys of a gain and not which is given; LACKS_MAIN_ROTOR is designed from the vehicle and does
/// not say which of its keys are about a main rotor; LACKS_REPEATABLE and LACKS_PROCESS are
/// programs that do not say whether flights are repeatable and whether they are processes. Compiled
/// by a test, never linked.

#include "dynamics/controllers/controller.hpp"

namespace montecopter {

struct ToyController : LoopTiming {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Holds the weight, whatever happens";
  static constexpr std::array<std::array<std::string_view, 2>, 1> exactly_one_each = {
      {{"gain_n_m", "gain_1_s2"}}};

  template <class S>
  struct Gains {
    S thrust;  ///< per weight

    friend Gains operator*(const S& factor, const Gains& k) { return {factor * k.thrust}; }
  };

  Gains<double> fold(const KnownModel&) const { return {1.0}; }

#ifndef LACKS_GAIN_PAIRS
  std::array<GainPair, 1> gain_pairs() const { return {{{exactly_one_each[0], {true, false}, 1}}}; }
#endif
#ifndef LACKS_LAW
  template <class S>
  static Wrench<S> wrench(const Gains<S>& k, const ControlView<S>& view) {
    return {k.thrust * (view.vehicle.mass * view.vehicle.gravity), {S(0.0), S(0.0), S(0.0)}};
  }
#endif
};

struct ToyFilter : LoopTiming {
  static constexpr std::string_view type_name = "toy_filter";
  static constexpr std::string_view doc = "Turns by the thrust of the update before";

  SetPointTable set_points;

  const SetPointTable* set_point_table() const { return &set_points; }
#ifndef LACKS_SET_POINTS
  static constexpr bool follows_only_body_rates = true;
#endif

  template <class S>
  using Gains = ToyController::Gains<S>;
  template <class S>
  struct Memory {
    S thrust;

    void start(const Feedback<S>&, const KnownVehicle<S>&) { thrust = S(0.0); }
#ifndef LACKS_TRIM
    void hold(const Gains<S>&, const Feedback<S>&, const KnownVehicle<S>&, const CommandForm&,
              const HeldTrim<S>& trim) {
      thrust = trim.command[0];
    }
#endif
  };

#ifndef LACKS_CUTOFFS
  static constexpr std::array<Cutoff, 0> cutoffs() { return {}; }
#endif

  Gains<double> fold(const KnownModel&) const { return {1.0}; }

  template <class S>
  static Wrench<S> wrench(const Gains<S>& k, const ControlView<S>& view, const PastWrenches<S>&,
                          Memory<S>& memory) {
    const S before = memory.thrust;
    memory.thrust = k.thrust * (view.vehicle.mass * view.vehicle.gravity);
    return {before, {S(0.0), S(0.0), S(0.0)}};
  }
};

struct ToyRegulator : LqrController {
  static constexpr std::string_view type_name = "toy_regulator";
#ifdef LACKS_MAIN_ROTOR
  static constexpr int main_rotor_keys = 0;
#endif
};

struct ToyProgram : ProgramController {
  static constexpr std::string_view type_name = "toy_program";
  static constexpr std::string_view doc = "Does what it likes";
  static constexpr ProgramNames program_names = {"toy", "toy", "Give toy = 1", "There is none"};
#ifndef LACKS_PROCESS
  static constexpr bool is_process = false;
#endif
#ifndef LACKS_REPEATABLE
  static constexpr std::string_view why_not_repeatable = "";
#endif

  std::vector<ProgramWord> named() const { return {}; }
};

static_assert(require_controller<ToyController>());
static_assert(require_controller<ToyFilter>());
static_assert(require_controller<ToyRegulator>());
static_assert(require_controller<ToyProgram>());

}  // namespace montecopter
