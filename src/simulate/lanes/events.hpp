#pragma once
/// The events of one pack of samples: which are active, and their total effect on rotors, sensors,
/// mass, gains and battery. Flight calls update() at the start of every step. EventEffects,
/// sensors, controller and battery ask for their part. A condition stays met once it was met.
/// Compiled once per type of lanes, not once per vehicle.

#include <array>
#include <limits>

#include "dynamics/alternatives.hpp"
#include "simulate/lanes/gather.hpp"

namespace montecopter {

/// Quantities that conditions of events compare with their thresholds, of one pack of samples.
template <class S>
struct EventView {
  S altitude;
  S speed2, sine2_half_tilt, distance2;  ///< squares, which compare equally well
};

template <class S>
class Events {
 public:
  using Active = decltype(S(0.0) < S(0.0));
  template <class E>
  using Constants = typename E::template Constants<S>;

  [[gnu::noinline]] Events(const FlightPlan& plan, const LaneIo* lanes, int count)
      : plan_(plan.events), step_s_(plan.step_s) {
    for (int i = 0; i < plan_.count; ++i) {
      events_[i] = gather_struct<S>(lanes, count, plan.parts->events, i);
    }
  }

  /// Finds the events active in step n. Must be called for every step in turn: an event has begun
  /// once its condition was met.
  [[gnu::noinline]] void update(std::int64_t n, const EventView<S>& view) {
    const S t(static_cast<double>(n) * step_s_), before = t - S(0.5 * step_s_);
    const S never(std::numeric_limits<double>::infinity());
    for (int i = 0; i < plan_.count; ++i) {
      const EventPlan& event = plan_.events[i];
      EventConstants<S>& c = events_[i];
      if (event.watched != WatchedQuantity::time) {
        const S x = watched(event.watched, view);
        const auto begins = event.above ? c.threshold < x : x < c.threshold;
        c.start = select(begins & (c.start == never), before, c.start);
      }
      active_[i] = select(t < c.start, S(0.0), select(t < c.start + c.duration, S(1.0), S(0.0)));
    }
  }

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
        if (event.rotor == rotor || event.rotor == all_rotors)
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
        if (event.rotor == rotor) stuck = select(active, S(1.0), stuck);
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
        use.template operator()<E>(plan_.events[i], own_constants<E>(events_[i]),
                                   S(0.0) < active_[i]);
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

  static const S& watched(WatchedQuantity what, const EventView<S>& view) {
    switch (what) {
      case WatchedQuantity::time:
      case WatchedQuantity::altitude:
        break;
      case WatchedQuantity::speed:
        return view.speed2;
      case WatchedQuantity::tilt:
        return view.sine2_half_tilt;
      case WatchedQuantity::distance:
        return view.distance2;
    }
    return view.altitude;
  }

  const EventSuitePlan& plan_;
  double step_s_;
  std::array<EventConstants<S>, max_events> events_;
  std::array<S, max_events> active_;  ///< 1: active in this step, else 0
};

}  // namespace montecopter
