#pragma once
/// The events of one pack of samples: which are active, and their total effect on rotors, sensors,
/// mass, gains and battery. Flight calls update() at the start of every step. EventEffects,
/// sensors, controller and battery ask for their part. A condition stays met once it was met.
/// Events that end the flight are never active: their start is the instant of the end. Compiled
/// once per type of lanes, not once per vehicle.

#include <array>
#include <limits>

#include "core/numerics/vec3.hpp"
#include "dynamics/alternatives.hpp"
#include "dynamics/tilt.hpp"
#include "simulate/lanes/flight_end.hpp"
#include "simulate/lanes/gather.hpp"

namespace montecopter {

/// Quantities that conditions of events compare with their thresholds, of one pack of samples.
template <class S>
struct EventView {
  Vec3<S> position;
  S speed2, sine2_half_tilt, distance2;  ///< squares, which compare equally well
  S charge = S(1.0), voltage = S(0.0);   ///< of the battery, after the previous step [1], [V]
  S error2 = S(0.0);                     ///< of the estimated position, squared [m2]
  S clearance = S(1.0);                  ///< of the lowest point above the ground [m]

  /// The quantities of the motion of a flight that began at `start_W`.
  static EventView of(const Vec3<S>& p_W, const Vec3<S>& v_WB_W, const Quat<S>& q_WB,
                      const Vec3<S>& start_W) {
    const Vec3<S> r_W = p_W - start_W;
    return {p_W, dot(v_WB_W, v_WB_W), montecopter::sine2_half_tilt(q_WB), dot(r_W, r_W)};
  }
};

template <class S>
class Events {
 public:
  using Active = decltype(S(0.0) < S(0.0));
  template <class E>
  using Constants = typename E::template Constants<S>;

  [[gnu::noinline]] Events(const FlightPlan& plan, const LaneIo* lanes, int count)
      : plan_(plan.events), step_s_(plan.step_s) {
    has_begun_.fill(S(0.0));
    for (int i = 0; i < plan_.count; ++i) {
      events_[i] = gather_struct<S>(lanes, count, plan.parts->events, i);
    }
  }

  /// Finds the events active in step n. Must be called for every step in turn: an event has begun
  /// once its condition was met.
  [[gnu::noinline]] void update(std::int64_t n, const EventView<S>& view) {
    const S t(static_cast<double>(n) * step_s_), before = t - S(0.5 * step_s_);
    was_up_ = select(S(0.0) < view.clearance, S(1.0), was_up_);
    for (int i = 0; i < plan_.count; ++i) {
      const EventPlan& event = plan_.events[i];
      EventConstants<S>& c = events_[i];
      if (event.watched != WatchedQuantity::time) {
        c.start = select(is_met(i, view), (event.ends ? t : before) + c.delay, c.start);
      }
      since_start_[i] = t - c.start;
      active_[i] = select(t < c.start, S(0.0), select(t < c.start + c.duration, S(1.0), S(0.0)));
      if (event.ends) active_[i] = S(0.0);
      begins_[i] = select(has_begun_[i] == S(0.0), active_[i], S(0.0));
      has_begun_[i] = max(has_begun_[i], active_[i]);
    }
  }

  /// When the first event ends the flight [s]; infinite while that is not known.
  S end_s() const {
    S first = never();
    for (int i = 0; i < plan_.count; ++i) {
      if (plan_.events[i].ends) first = min(first, events_[i].start);
    }
    return first;
  }

  /// Lanes whose flight event i ends, if a time has come.
  Active ends(int i, const S& time_s) const {
    const S start = plan_.events[i].ends ? events_[i].start : never(), end = end_s();
    return (start == end) & (select(time_s < end, S(0.0), S(1.0)) == S(1.0));
  }

  /// Whether an event may end a flight before `end_s`, the end of a step, where flights have this
  /// view.
  [[gnu::noinline]] bool may_end(double end_s, const EventView<S>& at_end,
                                 const Active& flying) const {
    S may(0.0);
    for (int i = 0; i < plan_.count; ++i) {
      if (!plan_.events[i].ends) continue;
      may = select(events_[i].start < S(end_s), S(1.0), may);
      if (is_of_motion(plan_.events[i].watched)) may = select(is_met(i, at_end), S(1.0), may);
    }
    return !all(select(flying, may, S(0.0)) == S(0.0));
  }

  /// Finds the instants of ends within a step that begins at `begin_s`, by conditions on the motion
  /// that hold only at its end. `at_end` is the view there.
  [[gnu::noinline]] void find_ends(double begin_s, const StepMotion<S>& motion,
                                   const EventView<S>& at_end, const Vec3<S>& start_W) {
    for (int i = 0; i < plan_.count; ++i) {
      if (!plan_.events[i].ends || !is_of_motion(plan_.events[i].watched)) continue;
      const S part = fraction_after<S>([&](const S& f) {
        const auto met = holds(i, EventView<S>::of(motion.position(f), motion.velocity(f),
                                                   motion.attitude(f), start_W));
        return select(met, S(1.0), S(0.0)) == S(0.0);
      });
      EventConstants<S>& c = events_[i];
      const S start = fma(part, S(step_s_), S(begin_s)) + c.delay;
      c.start = select(is_met(i, at_end), start, c.start);
    }
  }

  /// Lanes in which event i begins in this step.
  Active begins(int i) const { return S(0.0) < begins_[i]; }

  /// Lanes with an active event.
  Active any_active() const {
    S most(0.0);
    for (int i = 0; i < plan_.count; ++i) most = max(active_[i], most);
    return S(0.0) < most;
  }

  /// Fraction of a rotor's thrust and torque that is left [1].
  S effectiveness(int rotor) const {
    S left(1.0);
    for_each([&]<class E>(const EventPlan& event, const Constants<E>& c, const Active& active) {
      if constexpr (WeakensRotor<E>) {
        if ((event.rotors >> rotor & 1u) != 0)
          left = left * select(active, E::effectiveness_of(c), S(1.0));
      }
    });
    return left;
  }

  /// Lanes in which a rotor is stuck at its speed.
  Active is_stuck(int rotor) const {
    S stuck(0.0);
    for_each([&]<class E>(const EventPlan& event, const Constants<E>&, const Active& active) {
      if constexpr (HoldsRotor<E>) {
        if ((event.rotors >> rotor & 1u) != 0) stuck = select(active, S(1.0), stuck);
      }
    });
    return S(0.0) < stuck;
  }

  /// Lanes in which a sensor of the plan works.
  Active is_measuring(int sensor) const {
    S silenced(0.0);
    for_each([&]<class E>(const EventPlan& event, const Constants<E>&, const Active& active) {
      if constexpr (SilencesSensor<E>) {
        if ((event.sensors >> sensor & 1u) != 0) silenced = select(active, S(1.0), silenced);
      }
    });
    return silenced == S(0.0);
  }

  /// Initial mass divided by present mass.
  S mass_ratio() const {
    S kept(1.0);
    for_each([&]<class E>(const EventPlan&, const Constants<E>& c, const Active& active) {
      if constexpr (DropsMass<E>) kept = kept - select(active, E::lost_fraction_of(c), S(0.0));
    });
    return S(1.0) / kept;
  }

  /// Quadratic drag of open parachutes, per initial mass, over this step [1/m], or times the
  /// density.
  S added_drag() const {
    S drag(0.0);
    for_each([&]<class E>(const EventPlan&, const Constants<E>& c, const Active& active,
                          const S& since_start) {
      if constexpr (AddsDrag<E>) drag = drag + select(active, E::drag_of(c, since_start), S(0.0));
    });
    return drag;
  }

  /// Sets the drag that takes the place of the vehicle's, per initial mass [1/m], or times the
  /// density; and 0 where the vehicle keeps its own, else 1.
  void replaced_drag(Vec3<S>& drag, S& replaced) const {
    drag = {S(0.0), S(0.0), S(0.0)}, replaced = S(0.0);
    for_each([&]<class E>(const EventPlan&, const Constants<E>& c, const Active& active) {
      if constexpr (ReplacesDrag<E>) {
        const Vec3<S> own = E::body_drag_of(c);
        drag = {select(active, own.x, drag.x), select(active, own.y, drag.y),
                select(active, own.z, drag.z)};
        replaced = select(active, S(1.0), replaced);
      }
    });
  }

  /// Drag of a failed rotor on the squared velocity along its axis [kg/m], or times the density:
  /// the largest of its failures.
  S rotor_drag(int rotor) const {
    S drag(0.0);
    for_each([&]<class E>(const EventPlan& event, const Constants<E>& c, const Active& active) {
      if constexpr (DragsRotor<E>) {
        if ((event.rotors >> rotor & 1u) != 0)
          drag = max(drag, select(active, E::rotor_drag_of(c), S(0.0)));
      }
    });
    return drag;
  }

  /// The allocation that the controller uses: 0 to all rotors, else that of an event.
  S allocation() const {
    S index(0.0);
    for_each([&]<class E>(const EventPlan& event, const Constants<E>&, const Active& active) {
      if constexpr (LeavesOutRotor<E>) {
        index = select(active, S(static_cast<double>(event.allocation)), index);
      }
    });
    return index;
  }

  /// Whether event i, which may begin in some lanes, leaves the trajectory, and how.
  [[gnu::noinline]] bool diverts(int event, DiversionLaw<S>& law) const {
    bool diverts = false;
    with_alternative<Event>(plan_.events[event].kind, [&]<class E>() {
      if constexpr (LeavesTrajectory<E>) {
        law = E::diversion_of(own_constants<E>(events_[event]));
        diverts = true;
      }
    });
    return diverts;
  }

  /// Factor of the controller's gains.
  S gain_factor() const {
    S factor(1.0);
    for_each([&]<class E>(const EventPlan&, const Constants<E>& c, const Active& active) {
      if constexpr (ScalesGains<E>) factor = factor * select(active, E::gain_factor_of(c), S(1.0));
    });
    return factor;
  }

  /// Faults of the battery.
  BatteryFault<S> battery_fault() const {
    BatteryFault<S> all = {S(0.0), S(1.0)};
    for_each([&]<class E>(const EventPlan&, const Constants<E>& c, const Active& active) {
      if constexpr (WeakensBattery<E>) {
        const BatteryFault<S> own = E::battery_fault_of(c);
        all.drop = all.drop + select(active, own.drop, S(0.0));
        all.factor = all.factor * select(active, own.factor, S(1.0));
      }
    });
    return all;
  }

 private:
  /// Calls use.template operator()<E>(event, constants, active lanes) for every event, whose type
  /// is E, in their order.
  template <class Use>
  void for_each(Use use) const {
    for (int i = 0; i < plan_.count; ++i) {
      with_alternative<Event>(plan_.events[i].kind, [&]<class E>() {
        if constexpr (requires {
                        use.template operator()<E>(plan_.events[i], own_constants<E>(events_[i]),
                                                   S(0.0) < active_[i], since_start_[i]);
                      }) {
          use.template operator()<E>(plan_.events[i], own_constants<E>(events_[i]),
                                     S(0.0) < active_[i], since_start_[i]);
        } else {
          use.template operator()<E>(plan_.events[i], own_constants<E>(events_[i]),
                                     S(0.0) < active_[i]);
        }
      });
    }
  }

  template <class E>
  static Constants<E> own_constants(const EventConstants<S>& c) {
    if constexpr (event_numbers<E>() == 0) {
      return {};
    } else {
      return struct_at<Constants<E>>(c.own.data());
    }
  }

  static S never() { return S(std::numeric_limits<double>::infinity()); }

  /// Lanes in which the condition of event i holds.
  Active holds(int i, const EventView<S>& view) const {
    const S x = watched(plan_.events[i], view), &threshold = events_[i].threshold;
    return plan_.events[i].above ? threshold < x : x < threshold;
  }

  /// Lanes in which the condition of event i holds for the first time.
  Active is_met(int i, const EventView<S>& view) const {
    return holds(i, view) & (events_[i].start == never());
  }

  /// Whether a quantity is one of the motion, which is known within a step.
  static bool is_of_motion(WatchedQuantity watched) {
    return watched == WatchedQuantity::altitude || watched == WatchedQuantity::speed ||
           watched == WatchedQuantity::tilt || watched == WatchedQuantity::distance ||
           watched == WatchedQuantity::area;
  }

  /// The quantity of a condition. It is 1 inside an area, once another event has begun, and on the
  /// ground after a flight.
  S watched(const EventPlan& event, const EventView<S>& view) const {
    switch (event.watched) {
      case WatchedQuantity::time:
      case WatchedQuantity::altitude:
        break;
      case WatchedQuantity::area:
        return is_inside(event, view.position);
      case WatchedQuantity::event:
        return has_begun_[event.after];
      case WatchedQuantity::speed:
        return view.speed2;
      case WatchedQuantity::tilt:
        return view.sine2_half_tilt;
      case WatchedQuantity::distance:
        return view.distance2;
      case WatchedQuantity::charge:
        return view.charge;
      case WatchedQuantity::voltage:
        return view.voltage;
      case WatchedQuantity::estimate_error:
        return view.error2;
      case WatchedQuantity::touchdown:
        return select(S(0.0) < view.clearance, S(0.0), was_up_);
    }
    return -view.position.z;
  }

  /// 1 inside of an area, 0 outside: a line to the north crosses an odd number of edges.
  S is_inside(const EventPlan& event, const Vec3<S>& position) const {
    const S altitude = -position.z;
    S crossed(0.0);
    for (int i = event.first_edge; i < event.first_edge + event.edges; ++i) {
      const AreaEdge& edge = plan_.edges[i];
      const S begins_east = select(position.y < S(edge.east), S(1.0), S(0.0));
      const S ends_east = select(position.y < S(edge.next_east), S(1.0), S(0.0));
      const S north = fma(position.y - S(edge.east), S(edge.slope), S(edge.north));
      const auto crosses = (S(0.0) < abs(begins_east - ends_east)) & (position.x < north);
      crossed = select(crosses, S(1.0) - crossed, crossed);
    }
    const S too_low = select(altitude < S(event.low_m), S(1.0), S(0.0));
    const S too_high = select(S(event.high_m) < altitude, S(1.0), S(0.0));
    return crossed * (S(1.0) - max(too_low, too_high));
  }

  const EventSuitePlan& plan_;
  double step_s_;
  std::array<EventConstants<S>, max_events> events_;
  std::array<S, max_events> active_;  ///< 1: active in this step, else 0
  std::array<S, max_events> begins_, has_begun_;
  S was_up_ = S(0.0);                      ///< 1: it has been above the ground
  std::array<S, max_events> since_start_;  ///< time from half a step before the start [s]
};

}  // namespace montecopter
