#pragma once
/// The control law of a controller for one pack of samples: it turns feedback and reference into
/// commands. ControlLoop calls it at updates, or ContinuousControl at every stage of the
/// integrator. Each call finds the controller's type by its index in the list and calls its control
/// law. The wrench of a wrench law is then allocated to the rotors. Compiled once per type of
/// lanes, not once per vehicle.

#include <algorithm>
#include <array>

#include "core/base/numbers_of.hpp"
#include "dynamics/controllers/controller.hpp"
#include "simulate/lanes/gather.hpp"

namespace montecopter {

static_assert(index_of<CommandTable, Controller>() == ControlPlan{}.kind);

/// Most control numbers in a sample's row, for any control law.
inline constexpr int most_control_row = gains_offset + most_gains +
                                        numbers_of<Allocation<double, max_rotors>>() +
                                        numbers_of<HeldTrim<double>>();

/// Memory of a controller between updates, with room for any control law.
template <class S>
using ControlMemory = std::array<S, most_control_memory>;

template <class S>
class ExternalLaw;

template <class S>
class ControlLaw {
 public:
  using Flying = decltype(S(0.0) < S(0.0));
  using Commands = std::array<S, max_rotors>;
  using Memory = ControlMemory<S>;

  /// `pending` has room for control().pending.law_numbers() packs, or is null if that is 0.
  ControlLaw(const FlightPlan& plan, const LaneIo* lanes, int count, S* pending = nullptr)
      : plan_(plan), lanes_(lanes), count_(count), pending_(pending) {
    if (!control().is_closed()) return;
    const NumbersPart& row = plan.parts->control;
    const int gains = control().pending.gains();
    gather_numbers(lanes, count, row, control().kept(), row_.data());
    if (gains > 0) gather_numbers(lanes, count, row, gains, pending_gains(), control().kept());
  }

  const PathConstants<S>& path() const { return basis().path; }

  /// Sets the gains to this factor times the initial gains.
  void scale_gains(const S& factor) { gain_factor_ = factor; }

  /// Chooses the allocation of each lane: 0 to all rotors, or that of an event.
  void reallocate(const S& index) {
    if (!all(index == used_allocation_)) take_allocations(index);
  }

  /// Hover commands according to the controller's model, or the commands of the trim if the sample
  /// starts in one.
  void hover(Commands& commands) const {
    if (control().trimmed) return hold(commands);
    with_alternative<Controller>(control().kind, [&]<class C>() {
      if constexpr (is_wrench_law<C> || is_program_law<C>) hover_by_weight(commands);
      if constexpr (is_command_law<C>) hover_by<C>(commands);
    });
  }

  /// Initialises the memory before the first update.
  [[gnu::noinline]] void start(const Feedback<S>& x, Memory& memory) const {
    with_alternative<Controller>(control().kind, [&]<class C>() {
      if constexpr (C::law_form == LawForm::wrench_with_memory) {
        const S zero(0.0);
        auto& m = memory_of<C>(memory);
        m.allocated = m.allocated_before = {vehicle().mass * vehicle().gravity, {zero, zero, zero}};
        m.unallocated = {zero, zero, zero};
        m.law.start(x, vehicle());
        if (control().trimmed) {
          m.allocated = m.allocated_before = trim().wrench();
          m.law.hold(gains<C>(), x, vehicle(), control().form, trim());
        }
        pending().fill(numbers_in(m.allocated));
      } else if constexpr (is_command_law<C>) {
        auto& m = memory_of<C>(memory);
        m.start(x, vehicle());
        if (control().trimmed) m.hold(gains<C>(), x, vehicle(), control().form, trim());
        if constexpr (DesignedLaw<C>) pending().fill(m.before.data());
      }
    });
  }

  /// Commands at step n for a reference, or for a row of set-points if the controller follows them.
  /// Advances the memory by an update. Returns the lanes in which no command is at a limit.
  [[gnu::noinline]] Flying update(std::int64_t n, const Feedback<S>& x, const Reference<S>& d,
                                  Memory& memory, Commands& commands) const {
    const ControlView<S> view = {vehicle(),      x, d, set_point(n), period(), pending(),
                                 pending_gains()};
    Flying unsaturated = S(0.0) == S(0.0);
    with_alternative<Controller>(control().kind, [&]<class C>() {
      if constexpr (is_wrench_law<C> || is_command_law<C>) {
        unsaturated = update_by<C>(view, memory, commands);
      }
    });
    return unsaturated;
  }

  /// Commands at any time for a reference, for a control law without memory.
  [[gnu::noinline]] void evaluate(const Feedback<S>& x, const Reference<S>& d,
                                  Commands& commands) const {
    const ControlView<S> view = {vehicle(), x, d, {}, S(0.0)};
    with_alternative<Controller>(control().kind, [&]<class C>() {
      if constexpr (C::law_form == LawForm::wrench)
        rotors().command(wrench<C>(view), commands.data());
    });
  }

 private:
  friend class ExternalLaw<S>;  // calls a program instead, for the same row
  static constexpr int max = static_cast<int>(max_rotors);

  const ControlPlan& control() const { return plan_.control; }

  // --- the row of the sample -------------------------------------------------------------------

  const ControlBasis<S>& basis() const { return struct_at<ControlBasis<S>>(row_.data()); }
  const KnownVehicle<S>& vehicle() const { return basis().vehicle; }
  template <class C>
  const GainsOf<C, S>& gains() const {
    return struct_at<GainsOf<C, S>>(row_.data() + gains_offset);
  }
  AllocatedRotors<S, max> rotors() const {
    return {struct_at<Allocation<S, max>>(row_.data() + control().allocation), control().rotors,
            control().quadratic_rotors};
  }

  PendingCommands<S> pending() const {
    return {pending_, control().pending.updates, control().pending.law_width};
  }
  S* pending_gains() const {
    return pending_ + control().pending.updates * control().pending.law_width;
  }
  static S* numbers_in(Wrench<S>& wrench) {
    static_assert(sizeof(wrench) == 4 * sizeof(S));
    return reinterpret_cast<S*>(&wrench);
  }

  const HeldTrim<S>& trim() const { return struct_at<HeldTrim<S>>(row_.data() + control().trim); }

  template <class C>
  static auto& memory_of(Memory& memory) {
    return struct_at<ControlMemoryOf<C, S>>(memory.data());
  }

  [[gnu::noinline]] void take_allocations(const S& index) {
    std::array<S, numbers_of<Allocation<double, max_rotors>>()> other;
    const int size = control().allocation_size();
    S* const used = row_.data() + control().allocation;
    for (int k = 0; k <= control().reallocations; ++k) {
      const auto takes = index == S(static_cast<double>(k));
      gather_numbers(lanes_, count_, plan_.parts->control, size, other.data(),
                     control().allocation_at(k));
      for (int i = 0; i < size; ++i) used[i] = select(takes, other[i], used[i]);
    }
    used_allocation_ = index;
  }

  // --- updates ---------------------------------------------------------------------------------

  /// The control law of one type with everything that it calls, in a function of its own, so that
  /// it shares registers with no other.
  template <class C>
  [[gnu::noinline, gnu::flatten]] Flying update_by(const ControlView<S>& view, Memory& memory,
                                                   Commands& commands) const {
    if constexpr (C::law_form == LawForm::wrench) {
      return rotors().command(wrench<C>(view), commands.data());
    } else if constexpr (C::law_form == LawForm::wrench_with_memory) {
      return remember<C>(view, memory_of<C>(memory), commands);
    } else {
      const S* factor = plan_.events.change_gains ? &gain_factor_ : nullptr;
      return C::command(gains<C>(), factor, view, Actuators<S, max>{control().form, rotors()},
                        memory_of<C>(memory), commands.data());
    }
  }

  // --- hover -----------------------------------------------------------------------------------

  void hover_by_weight(Commands& commands) const {
    for (int i = 0; i < control().rotors; ++i) {
      const AllocatedRotor<S>& r = rotors().allocation.rotor[i];
      commands[i] = command_for(r, r.per_thrust * (vehicle().mass * vehicle().gravity));
    }
  }

  template <class C>
  void hover_by(Commands& commands) const {
    const auto& hover = C::hover(gains<C>());
    if (control().form.is_wrench()) {
      rotors().command({hover[0], {hover[1], hover[2], hover[3]}}, commands.data());
    } else {
      for (int i = 0; i < control().rotors; ++i) commands[i] = hover[i];
    }
  }

  void hold(Commands& commands) const {
    if (control().form.is_wrench()) {
      rotors().command(trim().wrench(), commands.data());
    } else {
      for (int i = 0; i < control().rotors; ++i) commands[i] = trim().command[i];
    }
  }

  // --- control laws to a wrench ----------------------------------------------------------------

  /// Gains after the events so far. `changed` holds them if they differ from the initial gains.
  template <class C>
  const GainsOf<C, S>& gains_now(GainsOf<C, S>& changed) const {
    if (!plan_.events.change_gains) return gains<C>();
    return changed = gain_factor_ * gains<C>();
  }

  template <class C>
  Wrench<S> wrench(const ControlView<S>& view) const {
    GainsOf<C, S> changed;
    return C::wrench(gains_now<C>(changed), view);
  }

  template <class C>
  Flying remember(const ControlView<S>& view, WrenchMemory<C, S>& m, Commands& commands) const {
    GainsOf<C, S> changed;
    const PastWrenches<S> past = {applied(m.allocated, m.allocated_before), m.unallocated};
    const Wrench<S> wanted = C::wrench(gains_now<C>(changed), view, past, m.law);
    m.allocated_before = m.allocated;
    const Flying unsaturated = rotors().command(wanted, commands.data(), &m.allocated);
    m.unallocated = wanted.moment - m.allocated.moment;
    if (view.pending.any()) view.pending.exchange(numbers_in(m.allocated));
    return unsaturated;
  }

  /// Mean wrench over the period that ends now: with a delay it is older.
  Wrench<S> applied(const Wrench<S>& now, const Wrench<S>& before) const {
    const S older(static_cast<double>(control().release_after()) /
                  static_cast<double>(control().every));
    return {fma(older, before.thrust - now.thrust, now.thrust),
            fma(older, before.moment - now.moment, now.moment)};
  }

  S period() const { return S(static_cast<double>(control().every) * plan_.step_s); }

  /// The row of set-points that applies at step n.
  SetPoint set_point(std::int64_t n) const {
    if (control().follows_path) return {};
    const std::int64_t* first = plan_.command_steps;
    const auto row = std::upper_bound(first, first + plan_.command_rows, n) - first - 1;
    return {control().set_point, plan_.commands + row * control().set_point_width};
  }

  const FlightPlan& plan_;
  const LaneIo* lanes_;
  int count_;
  std::array<S, most_control_row> row_;  ///< all but the gains on commands that wait
  S* pending_;  ///< commands of the control law that do not act yet, then the gains on them
  S gain_factor_ = S(1.0), used_allocation_ = S(0.0);
};

}  // namespace montecopter
