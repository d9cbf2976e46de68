#pragma once
/// The list of controllers, and what a type needs to be one. There are four ways:
///
/// * OpenLoop: rows of commands over time, which are given;
/// * WrenchLaw: a closed loop to the thrust and the moment that are to push the vehicle, which
///   allocation.hpp distributes over its rotors;
/// * CommandLaw: a closed loop that commands the actuators by itself, of any vehicle;
/// * ProgramLaw: a closed loop whose control law is a program of the user's, which is loaded to fly
///   (simulate/lanes/external_law.hpp).
///
/// A closed loop has keys after LoopTiming; Gains<S>, what its control law needs of a sample;
/// fold(), which makes them of the keys; and the control law, over lanes. With a Memory<S>, its
/// control law advances at every update; without one it may also be evaluated within the
/// integrator's stages. hold() of that memory is what it is in a trim. A type that is added here
/// flies: simulate/ identifies it by its index in the list.
///
/// What else differs from type to type is declared by the type and asked for by a concept:
/// FollowsSetPoints, Filters, DesignedLaw, HasGainPairs, and LoopTiming::limit_pairs(), of which
/// the default is that there are none. Nothing outside asks for a type of the list by its name, but
/// what computes gains: src/dynamics/linear/ (lqr), and src/vehicle/tune/, where set_gains() of
/// law_gains.cpp has those that `montecopter tune` proposes (TunedLaw lists the types) and
/// gain_search.cpp the filter of indi.

#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

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
concept OpenLoop = std::derived_from<C, TimedRows>;

template <class C>
concept ClosedLoop = std::derived_from<C, LoopTiming> &&
    requires(const C& controller, const KnownModel& known) {
  { controller.fold(known) } -> std::same_as<GainsOf<C>>;
};

/// A control law that filters or integrates.
template <class C>
concept Stateful = requires(MemoryOf<C>& memory, const Feedback<double>& x,
                            const KnownVehicle<double>& vehicle) {
  memory.start(x, vehicle);
};

/// What it filters and integrates can go on from the trim that a sample starts in.
template <class C>
concept HoldsTrim = requires(MemoryOf<C>& memory, const GainsOf<C>& gains,
                             const Feedback<double>& x, const KnownVehicle<double>& vehicle,
                             const CommandForm& form, const HeldTrim<double>& trim) {
  memory.hold(gains, x, vehicle, form, trim);
};

template <class C>
concept StatelessWrenchLaw = ClosedLoop<C> && !Stateful<C> &&
                             requires(const GainsOf<C>& k, const ControlView<double>& view) {
  { C::wrench(k, view) } -> std::same_as<Wrench<double>>;
};
template <class C>
concept WrenchLawWithMemory = ClosedLoop<C> && Stateful<C> &&
    requires(const GainsOf<C>& k, const ControlView<double>& view, const PastWrenches<double>& past,
             MemoryOf<C>& memory) {
  { C::wrench(k, view, past, memory) } -> std::same_as<Wrench<double>>;
};

/// `factor * gains` is what an event makes of them.
template <class C>
concept WrenchLaw = (StatelessWrenchLaw<C> ||
                     WrenchLawWithMemory<C>)&&requires(double factor, const GainsOf<C>& k) {
  { factor* k } -> std::same_as<GainsOf<C>>;
};

/// Returns the lanes in which no command is at a limit. `gain_factor` is what an event makes of
/// the gains, or null.
template <class C>
concept CommandLaw = ClosedLoop<C> && Stateful<C> &&
    requires(const GainsOf<C>& k, const double* gain_factor, const ControlView<double>& view,
             const Actuators<double, max_rotors>& actuators, MemoryOf<C>& memory,
             double* commands) {
  { C::command(k, gain_factor, view, actuators, memory, commands) } -> std::convertible_to<bool>;
  { C::hover(k)[0] } -> std::convertible_to<double>;
};

/// Its gains are the parameters of the program.
template <class C>
concept ProgramLaw = ClosedLoop<C> && std::derived_from<C, ProgramController> &&
    requires(const C& controller) {
  { C::program_names } -> std::convertible_to<ProgramNames>;
  { C::is_process } -> std::convertible_to<bool>;
  { C::why_not_repeatable } -> std::convertible_to<std::string_view>;
  { controller.named() } -> std::same_as<std::vector<ProgramWord>>;
};

template <class C>
concept HasSetPoints = requires(const C& controller) {
  controller.set_points;
}
|| requires(const C& controller) { controller.set_point_table(); };
/// A controller that follows set-points, always or in place of a trajectory, and says whether it
/// follows body rates and thrusts only: no other set-points, and no trajectory.
template <class C>
concept FollowsSetPoints = HasSetPoints<C> && requires(const C& controller) {
  { controller.set_point_table() } -> std::same_as<const SetPointTable*>;
  { C::follows_only_body_rates } -> std::convertible_to<bool>;
};

/// A controller that says what its low-passes cut off, which is below half the rate of its updates.
/// Every control law with a memory does, if only that it has none.
template <class C>
concept Filters = requires(const C& controller) {
  { controller.cutoffs()[0] } -> std::convertible_to<Cutoff>;
};

template <class C>
concept HasDesign = requires {
  C::designed_gains;
};
/// A regulator whose gains the analysis designs from the vehicle, its rate and its delay (design/,
/// simulate/setup/control_rows.cpp), and leaves in the known model.
template <class C>
concept DesignedLaw = HasDesign<C> && ClosedLoop<C> && requires(const C& controller) {
  { C::designed_gains } -> std::convertible_to<GainsOf<C> KnownModel::*>;
  { C::noun } -> std::convertible_to<std::string_view>;
  { controller.command_weights } -> std::convertible_to<std::vector<double>>;
  { controller.rotor_speed_rad_s } -> std::convertible_to<std::optional<double>>;
  { controller.main_rotor_keys()[0] } -> std::convertible_to<GivenKey>;
};

template <class C>
concept HasKeyGroups = requires {
  C::exactly_one_each;
};
/// A control law with gains that may be given as moments or as angular accelerations.
template <class C>
concept HasGainPairs = HasKeyGroups<C> && requires(const C& controller) {
  { controller.gain_pairs()[0] } -> std::convertible_to<GainPair>;
};

template <class C>
concept ControllerKind = requires {
  requires(OpenLoop<C> || WrenchLaw<C> || CommandLaw<C> || ProgramLaw<C>);
  requires(HasSetPoints<C> == FollowsSetPoints<C>);
  requires(!Stateful<C> || Filters<C>);
  requires(!Stateful<C> || HoldsTrim<C>);
  requires(HasDesign<C> == DesignedLaw<C>);
  requires(HasKeyGroups<C> == HasGainPairs<C>);
};

template <class C>
constexpr bool require_controller() {
  static_assert(ControllerKind<C>, "this type of the list is no ControllerKind");
  return true;
}
static_assert(holds_for_all<Controller>([]<class C>() { return require_controller<C>(); }));

/// Memory of a WrenchLawWithMemory: its own, and the allocated parts of the last wrench and of that
/// before it.
template <class C, class S>
struct WrenchMemory {
  Wrench<S> allocated, allocated_before;
  Vec3<S> unallocated;  ///< moment [N m], FRD
  MemoryOf<C, S> law;
};

template <class C, class S>
struct ControlMemoryOf {};
template <WrenchLawWithMemory C, class S>
struct ControlMemoryOf<C, S> {
  using Type = WrenchMemory<C, S>;
};
template <CommandLaw C, class S>
struct ControlMemoryOf<C, S> {
  using Type = MemoryOf<C, S>;
};

/// Numbers that a control law remembers of each update whose commands wait: it counts what acts.
template <class C>
constexpr int pending_width(int commands) {
  if constexpr (requires { C::counts_applied_wrench; }) return 4;
  return HasDesign<C> ? commands : 0;
}

/// Numbers of a sample's gains, and of what a controller remembers.
template <class C>
constexpr int gains_size() {
  if constexpr (ClosedLoop<C>) return numbers_of<GainsOf<C>>();
  return 0;
}
template <class C>
constexpr int control_memory_size() {
  if constexpr (Stateful<C>) {
    return numbers_of<typename ControlMemoryOf<C, double>::Type>();
  }
  return 0;
}
inline constexpr int most_gains = largest_of<Controller>([]<class C>() { return gains_size<C>(); });
inline constexpr int most_control_memory =
    largest_of<Controller>([]<class C>() { return control_memory_size<C>(); });

}  // namespace montecopter
