#include "dynamics/rotors/inflow_table.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "core/numerics/elementary.hpp"
#include "dynamics/rotors/blade.hpp"
#include "dynamics/rotors/blade_element.hpp"

namespace montecopter {
namespace {

/// Coefficients at a node. The last three are quotients by the advance ratio: without edgewise
/// flow, those of a small one.
RotorCoefficients coefficients_at(const Blade& blade, const TipFlow& tip, double inflow,
                                  double advance, InducedVelocities& induced) {
  RotorCoefficients c = blade_loads(blade, tip, inflow, advance, induced);
  if (advance > 0) return c;
  constexpr double small = 0.01;
  const RotorCoefficients near = blade_loads(blade, tip, inflow, small, induced);
  c.drag = near.drag, c.roll = near.roll, c.pitch = near.pitch;
  return c;
}

InflowTable table_of(const Blade& blade, const TipFlow& tip) {
  InflowTable table;
  InducedVelocities first{};  // of a row, where the next row starts
  for (int i = 0; i <= InflowTable::inflow_cells; ++i) {
    InducedVelocities induced = first;
    for (int k = 0; k <= InflowTable::advance_cells; ++k) {
      const RotorCoefficients c = coefficients_at(blade, tip, InflowTable::inflow_of(i),
                                                  InflowTable::advance_of(k), induced);
      if (k == 0) first = induced;
      double* at = table.at(i, k);
      at[0] = c.thrust, at[1] = c.torque, at[2] = c.drag, at[3] = c.roll, at[4] = c.pitch;
    }
  }
  return table;
}

/// Results for a blade that are asked for often.
struct Known {
  Blade blade;
  TipFlow tip;
  std::optional<RotorCoefficients> still;
  std::shared_ptr<const InflowTable> table;
};

/// The blades of the last calls. Only time depends on it, no result does.
class KnownBlades {
 public:
  RotorCoefficients still(const Blade& blade, const TipFlow& tip) {
    const std::lock_guard lock(mutex_);
    Known& known = of(blade, tip);
    InducedVelocities induced{};
    if (!known.still) known.still = blade_loads(blade, tip, 0, 0, induced);
    return *known.still;
  }
  std::shared_ptr<const InflowTable> table(const Blade& blade, const TipFlow& tip) {
    const std::lock_guard lock(mutex_);
    Known& known = of(blade, tip);
    if (!known.table) known.table = std::make_shared<const InflowTable>(table_of(blade, tip));
    return known.table;
  }

 private:
  Known& of(const Blade& blade, const TipFlow& tip) {
    for (Known& known : known_) {
      if (known.blade == blade && known.tip == tip) return known;
    }
    constexpr std::size_t most = 32;
    if (known_.size() == most) known_.pop_front();
    known_.push_back({blade, tip, std::nullopt, nullptr});
    return known_.back();
  }

  std::mutex mutex_;
  std::deque<Known> known_;
};

KnownBlades& known_blades() {
  static KnownBlades known;
  return known;
}

/// The flow at the reference speed. The air is rounded so that samples in nearly the same air share
/// a table. The lift slope of a section changes by at most 0.5 % from one density to the next.
TipFlow reference_flow(const BladeElementRotor& law, const Air<double>& air) {
  constexpr double density_step = 0.05, temperature_step = 5;
  Air<double> rounded = air;
  rounded.density_kg_m3 = density_step * max(round_to_even(air.density_kg_m3 / density_step), 1.0);
  rounded.temperature_k = temperature_step * round_to_even(air.temperature_k / temperature_step);
  return tip_flow(law.radius_m(), law.reference_speed(), rounded);
}

}  // namespace

std::shared_ptr<const InflowTable> inflow_table_of(const BladeElementRotor& law,
                                                   const Air<double>& air) {
  return known_blades().table(blade_of(law), reference_flow(law, air));
}

bool BladeElementRotor::has_blades_of(const BladeElementRotor& other) const {
  return diameter_m == other.diameter_m && reference_speed() == other.reference_speed() &&
         blade_of(*this) == blade_of(other);
}

Load<double> BladeElementRotor::still_air_load(double speed_rad_s, double air_density_kg_m3) const {
  const RotorCoefficients still =
      known_blades().still(blade_of(*this), reference_flow(*this, sea_level_air()));
  LawCoefficients<double> c{};
  fold(air_density_kg_m3, c);
  const double square = speed_rad_s * abs(speed_rad_s);
  return {c[0] * square * still.thrust, c[1] * square * still.torque};
}

KnownRange BladeElementRotor::known_range() const {
  const Blade blade = blade_of(*this);
  double chord = 0;
  for (const BladeSection& section : blade.section) {
    if (section.radius <= 0.75) chord = section.chord;
  }
  // Edgewise flow was compared with no measurement. J = V / (n D) is pi times the inflow over the
  // speed of the tips.
  KnownRange range = {.lowest_advance_ratio = std::numbers::pi * InflowTable::least_inflow,
                      .highest_advance_ratio = std::numbers::pi * InflowTable::most_inflow,
                      .highest_edgewise_ratio = edgewise_ratio_of_axial_tables,
                      .knows_vortex_ring = true,
                      .chord_m = chord * radius_m()};
  // The usual airfoil was fitted to 82 propellers at Reynolds numbers of 3700 to 133 000. Over a
  // further factor of 2.6 its lift slope changes by 11 % (2.6^0.113 = 1.11).
  if (airfoil == Airfoil{})
    range.lowest_reynolds = 3700 / 2.6, range.highest_reynolds = 133e3 * 2.6;
  return range;
}

}  // namespace montecopter
