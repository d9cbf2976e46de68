#pragma once
/// The list of controllers. Each states its law_form (loop_timing.hpp):
///
/// * Form open_loop: given rows of commands over time.
/// * Forms wrench, wrench_with_memory: a closed loop that computes a thrust and a moment, which
///   allocation.hpp distributes over the rotors.
/// * Form command: a closed loop that commands the actuators of any vehicle directly. The lanes in
///   which no command is at a limit are returned by command().
/// * Form program: a closed loop whose control law is a program of the user's, which is loaded
///   for the flight (simulate/lanes/external_law.hpp).
///
/// A closed loop has keys after LoopTiming. It has Gains<S>, the numbers of a sample for its
/// control law, which an event turns into `factor * gains`, and fold(), which computes them from
/// the keys. It has the control law, over lanes. With a Memory<S>, its control law advances at
/// every update; without one it may also be evaluated within the integrator's stages. The value of
/// that memory in a trim is hold(). Its low-passes have the cut-offs of cutoffs(), below half the
/// rate of its updates. A type that is added here flies: simulate/ identifies it by its index in
/// the list.
///
/// A type declares its other properties itself: FollowsSetPoints, DesignedLaw, and
/// LoopTiming::limit_pairs() and gain_pairs(), which are empty by default. Only code that computes
/// gains uses a type of the list by its name. That is src/dynamics/linear/ (lqr) and
/// src/vehicle/tune/. There, set_gains() of law_gains.cpp has the laws that `montecopter tune`
/// proposes (TunedLaw lists the types), and gain_search.cpp the filter of indi.

#include <type_traits>
#include <variant>

#include "core/base/numbers_of.hpp"
#include "dynamics/alternatives.hpp"
#include "dynamics/controllers/ardupilot.hpp"
#include "dynamics/controllers/command_table.hpp"
#include "dynamics/controllers/external.hpp"
#include "dynamics/controllers/indi.hpp"
#include "dynamics/controllers/lee.hpp"
#include "dynamics/controllers/library.hpp"
#include "dynamics/controllers/lqr.hpp"
#include "dynamics/controllers/mellinger.hpp"
#include "dynamics/controllers/px4.hpp"
#include "dynamics/controllers/px4_mavlink.hpp"
#include "dynamics/controllers/rate.hpp"

namespace montecopter {

struct Controller : std::variant<CommandTable, LeeController, MellingerController, Px4Controller,
                                 IndiController, RateController, LqrController, LibraryController,
                                 ExternalController, ArdupilotController, Px4MavlinkController> {
  using variant::variant;
};

template <class C, class S = double>
using GainsOf = typename C::template Gains<S>;
template <class C, class S = double>
using MemoryOf = typename C::template Memory<S>;

template <class C>
inline constexpr bool is_closed_loop = C::law_form != LawForm::open_loop;
template <class C>
inline constexpr bool is_wrench_law =
    C::law_form == LawForm::wrench || C::law_form == LawForm::wrench_with_memory;
template <class C>
inline constexpr bool is_command_law = C::law_form == LawForm::command;
template <class C>
inline constexpr bool is_program_law = C::law_form == LawForm::program;
/// A control law that filters or integrates.
template <class C>
inline constexpr bool has_memory = C::law_form == LawForm::wrench_with_memory || is_command_law<C>;

/// A controller that follows set-points, always or in place of a trajectory, and says whether it
/// follows body rates and thrusts only: no other set-points, and no trajectory.
template <class C>
concept FollowsSetPoints = requires(const C& controller) {
  controller.set_point_table();
};

/// A regulator whose gains the analysis designs from the vehicle, its rate and its delay
/// (dynamics/linear/, simulate/setup/control_rows.cpp), and leaves in the known model.
template <class C>
concept DesignedLaw = requires {
  C::designed_gains;
};

/// Memory of a wrench law that has one: its own, and the allocated parts of the last wrench and of
/// that before it.
template <class C, class S>
struct WrenchMemory {
  Wrench<S> allocated, allocated_before;
  Vec3<S> unallocated;  ///< moment [N m], FRD
  MemoryOf<C, S> law;
};

/// Memory of a control law between updates.
template <class C, class S>
using ControlMemoryOf = std::conditional_t<is_command_law<C>, MemoryOf<C, S>, WrenchMemory<C, S>>;

/// Numbers that a control law remembers of each update whose commands wait: it counts what acts.
template <class C>
constexpr int pending_width(int commands) {
  if constexpr (requires { C::counts_applied_wrench; }) return 4;
  return DesignedLaw<C> ? commands : 0;
}

/// Number of doubles in a sample's gains, and in a controller's memory.
template <class C>
constexpr int gains_size() {
  if constexpr (is_closed_loop<C>) return numbers_of<GainsOf<C>>();
  return 0;
}
template <class C>
constexpr int control_memory_size() {
  if constexpr (has_memory<C>) {
    return numbers_of<ControlMemoryOf<C, double>>();
  }
  return 0;
}
inline constexpr int most_gains = largest_of<Controller>([]<class C>() { return gains_size<C>(); });
inline constexpr int most_control_memory =
    largest_of<Controller>([]<class C>() { return control_memory_size<C>(); });

}  // namespace montecopter
