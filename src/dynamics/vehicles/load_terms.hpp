#pragma once
/// Forces and moments on a vehicle by term: what each does by itself at a state, where the
/// equations of motion only have their sum (docs/models.md 1.14). The forces add up to mass times
/// v', the moments to J omega' + omega x J omega.
///
/// A vehicle adds its own terms (add_loads() of multirotor_dynamics.hpp and
/// helicopter_dynamics.hpp), the inputs of a step theirs (simulate/lanes/flight_inputs.hpp). Only
/// flights that record them ask.

#include <array>
#include <string_view>

#include "core/numerics/vec3.hpp"
#include "dynamics/vehicles/contact.hpp"

namespace montecopter {

/// Terms in the order of the signals (scenario/model/signal_list.hpp).
enum class ForceTerm { thrust, drag, gravity, noise, disturbance, contact, surface };
inline constexpr int force_terms = 7;
enum class MomentTerm { rotors, aero, gyroscopic, noise, disturbance, contact, surface };
inline constexpr int moment_terms = 7;

/// A term and the name of its signals between "force_" or "moment_" and "_body" or "_world".
template <class Term>
struct TermName {
  Term term;
  std::string_view name;
};
inline constexpr std::array<TermName<ForceTerm>, force_terms> force_term_names = {{
    {ForceTerm::thrust, "thrust"},
    {ForceTerm::drag, "drag"},
    {ForceTerm::gravity, "gravity"},
    {ForceTerm::noise, "noise"},
    {ForceTerm::disturbance, "disturbance"},
    {ForceTerm::contact, "contact"},
    {ForceTerm::surface, "surface"},
}};
inline constexpr std::array<TermName<MomentTerm>, moment_terms> moment_term_names = {{
    {MomentTerm::rotors, "rotors"},
    {MomentTerm::aero, "aero"},
    {MomentTerm::gyroscopic, "gyroscopic"},
    {MomentTerm::noise, "noise"},
    {MomentTerm::disturbance, "disturbance"},
    {MomentTerm::contact, "contact"},
    {MomentTerm::surface, "surface"},
}};

/// Every term has a signal in body and one in world axes.
inline constexpr int load_signals = 2 * (force_terms + moment_terms);

/// Forces [N] and moments about the centre of mass [N m] at one state.
template <class S>
class LoadTerms {
 public:
  explicit LoadTerms(const Quat<S>& attitude) : R_WB_(attitude) {
    const Vec3<S> none = {S(0.0), S(0.0), S(0.0)};
    in_body_.fill(none);
    in_world_.fill(none);
  }

  void add_body(ForceTerm term, const Vec3<S>& F_B) { add(index(term), F_B, R_WB_ * F_B); }
  void add_world(ForceTerm term, const Vec3<S>& F_W) { add(index(term), R_WB_.inverse(F_W), F_W); }
  void add_body(MomentTerm term, const Vec3<S>& M_B) { add(index(term), M_B, R_WB_ * M_B); }

  /// Terms in the order of the signals: each in body axes, then in world axes.
  const Vec3<S>& at(int signal) const {
    const auto term = static_cast<std::size_t>(signal / 2);
    return signal % 2 == 0 ? in_body_[term] : in_world_[term];
  }

 private:
  static constexpr std::size_t index(ForceTerm term) { return static_cast<std::size_t>(term); }
  static constexpr std::size_t index(MomentTerm term) {
    return static_cast<std::size_t>(force_terms) + static_cast<std::size_t>(term);
  }
  [[gnu::noinline]] void add(std::size_t term, const Vec3<S>& in_body, const Vec3<S>& in_world) {
    in_body_[term] = in_body_[term] + in_body;
    in_world_[term] = in_world_[term] + in_world;
  }

  Rotation<S> R_WB_;
  std::array<Vec3<S>, force_terms + moment_terms> in_body_, in_world_;
};

/// Load of a ground that pushes.
template <class S, class StateType>
[[gnu::noinline]] void add_contact(const Contact<S>& ground, const Rotation<S>& R_WB,
                                   const StateType& state, LoadTerms<S>& loads) {
  Vec3<S> F_W, M_B;
  ground.find_loads(R_WB, state, F_W, M_B);
  loads.add_world(ForceTerm::contact, F_W);
  loads.add_body(MomentTerm::contact, M_B);
}

}  // namespace montecopter
