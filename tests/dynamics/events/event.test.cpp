#include "dynamics/events/event.hpp"

#include <catch2/catch.hpp>

#include "dynamics/alternatives.hpp"

using namespace montecopter;

namespace {

struct Words : Trigger {
  static constexpr std::string_view type_name = "words", doc = "An event for tests";

  static constexpr auto fields() { return Trigger::fields(); }
  template <class S>
  struct Constants {
    S factor;
  };
  Constants<double> fold(double) const { return {1.0}; }
};

/// Does nothing to a flight.
struct Idle : Words {};

/// Its gains change.
struct Retuned : Words {
  template <class S>
  static S gain_factor_of(const Constants<S>& c) {
    return c.factor;
  }
};

/// The same, misspelt.
struct Misspelt : Words {
  template <class S>
  static S gain_factor(const Constants<S>& c) {
    return c.factor;
  }
};

/// Weakens a rotor, but does not say which.
struct NoRotor : Words {
  template <class S>
  static S effectiveness_of(const Constants<S>& c) {
    return c.factor;
  }
};

/// Weakens one.
struct OneRotor : NoRotor {
  unsigned rotor_bits() const { return 1; }
};

static_assert(EventKind<Retuned>);
static_assert(EventKind<OneRotor>);
static_assert(!EventKind<Idle>);
static_assert(!EventKind<Misspelt>);
static_assert(!EventKind<NoRotor>);

}  // namespace

// Each of the list does what its name says.
static_assert(WeakensRotor<RotorFailure> && !HoldsRotor<RotorFailure>);
static_assert(HoldsRotor<RotorStuck> && !WeakensRotor<RotorStuck>);
static_assert(SilencesSensor<SensorOutage>);
static_assert(DropsMass<MassDrop>);
static_assert(ScalesGains<GainChange>);
static_assert(WeakensBattery<BatterySag>);
static_assert(AddsDrag<Parachute> && !WeakensRotor<Parachute>);
static_assert(ReplacesDrag<DragChange> && !AddsDrag<DragChange>);
static_assert(EndsFlight<EndFlight> && !EndsFlight<AllRotorsOff>);
static_assert(DragsRotor<RotorFailure> && DragsRotor<AllRotorsOff> && !DragsRotor<RotorStuck>);

TEST_CASE("an event's place is where the list has it") {
  for (int kind = 0; kind < static_cast<int>(list_size<Event>); ++kind) {
    int found = -1;
    with_alternative<Event>(kind, [&]<class E>() { found = index_of<E, Event>(); });
    CHECK(found == kind);
  }
}

TEST_CASE("an event's own numbers are those of its keys") {
  MassDrop drop;
  drop.mass_kg = 0.5;
  CHECK(drop.fold(2.0).lost_fraction == 0.25);  // a fraction of the vehicle's mass
  BatterySag sag;
  sag.voltage_drop_v = 1.5, sag.resistance_factor = 3.0;
  const auto c = sag.fold(2.0);
  CHECK(BatterySag::battery_fault_of(c).drop == 1.5);
  CHECK(BatterySag::battery_fault_of(c).factor == 3.0);
  Parachute parachute;
  parachute.drag_area_m2 = 3.0, parachute.inflation_s = 2.0;
  const auto canopy = parachute.fold(2.0);  // half the area per mass, and a quarter of it half-way
  CHECK(Parachute::drag_of(canopy, 1.0) == 0.1875);
  CHECK(Parachute::drag_of(canopy, 2.0) == 0.75);
  CHECK(Parachute::drag_of(canopy, 9.0) == 0.75);
}
