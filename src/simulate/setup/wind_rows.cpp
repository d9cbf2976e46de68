#include "simulate/setup/wind_rows.hpp"

#include <cstring>
#include <string>

#include "core/base/numbers_of.hpp"
#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"
#include "dynamics/winds/wind_table.hpp"
#include "scenario/derived/random_streams.hpp"
#include "simulate/setup/step_times.hpp"

namespace montecopter {
namespace {

/// Calls use(index in the scenario, place among the varying winds, wind) for every varying wind.
template <class Use>
void for_each_varying(const Scenario& scenario, Use use) {
  int place = 0;
  for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
    std::visit(
        [&]<class W>(const W& wind) {
          if constexpr (W::varies) use(i, place++, wind);
        },
        scenario.wind[i]);
  }
}

/// Velocity of a wind that is a function of time and place.
template <class W>
Vec3<double> velocity_at(const W& wind, const WindPoint<double>& at, double step_s) {
  if constexpr (std::is_same_v<W, GridWind>) {  // its lanes look up one by one
    const std::array<double, 3> v =
        WindGrid(at.series.numbers).at({at.position.x, at.position.y, at.position.z});
    return wind.scale * Vec3<double>{v[0], v[1], v[2]};
  } else {
    return W::velocity(wind.fold(step_s), at);
  }
}

}  // namespace

WindSuitePlan plan_winds(const Scenario& scenario, WindTables& tables) {
  WindSuitePlan suite{};
  for_each_varying(scenario, [&]<class W>(std::size_t i, int place, const W& wind) {
    std::vector<double>& table = tables.emplace_back();
    WindPlan& plan = suite.winds[static_cast<std::size_t>(place)];
    plan.kind = static_cast<int>(scenario.wind[i].index());
    plan.constants = suite.row;
    plan.stream = random_stream(scenario.monte_carlo, StreamPurpose::wind,
                                stream_names::of_wind(i, W::type_name));
    if constexpr (MeasuredWind<W>) {
      table = wind_table(wind);
      plan.series = {table.data(), std::ssize(wind.rows), std::ssize(table)};
    }
    suite.row += wind_constants<W>();
    suite.count = place + 1;
  });
  return suite;
}

unsigned active_winds(const Scenario& scenario, const Varies& dispersed) {
  unsigned active = 0;
  for_each_varying(scenario, [&]<class W>(std::size_t i, int place, const W& wind) {
    const std::string strength = "wind." + std::to_string(i) + "." + W::strength;
    if (!wind.is_still() || dispersed(strength)) active |= 1u << place;
  });
  return active;
}

void take_pulses(const Scenario& scenario, const Varies& dispersed, PulseSuitePlan& pulses) {
  pulses.forces = pulses.torques = 0;
  for (std::size_t i = 0; i < scenario.disturbance.size(); ++i) {
    std::visit(
        [&]<class P>(const P& pulse) {
          const auto& push = pulse.push();
          const bool pushes = push[0] != 0 || push[1] != 0 || push[2] != 0;
          if (!pushes && !dispersed("disturbance." + std::to_string(i) + "." + P::strength)) return;
          (P::is_force ? pulses.forces : pulses.torques) |= 1u << i;
        },
        scenario.disturbance[i]);
  }
}

bool fold_winds(const Scenario& scenario, double step_s, double* row) {
  bool sound = true;
  for_each_varying(scenario, [&]<class W>(std::size_t, int, const W& wind) {
    sound = sound && wind.is_sound();
    const auto constants = wind.fold(step_s);
    std::memcpy(row, &constants, sizeof(constants));
    row += wind_constants<W>();
  });
  return sound;
}

Vec3<double> wind_at_start(const Scenario& scenario, const WindSuitePlan& suite,
                           const Vec3<double>& steady, const Vec3<double>& position,
                           double ground_z) {
  Vec3<double> sum = steady;
  for_each_varying(scenario, [&]<class W>(std::size_t, int place, const W& wind) {
    if constexpr (!Turbulent<W>) {
      const WindSeries& series = suite.winds[static_cast<std::size_t>(place)].series;
      constexpr double any_step_s = 1.0;  // only random processes depend on the step
      sum = sum + velocity_at(wind, WindPoint<double>{0.0, position, ground_z - position.z, series},
                              any_step_s);
    }
  });
  return sum;
}

void fold_pulses(const Scenario& scenario, double step_s, double* row) {
  const double mass = std::visit([](const auto& v) { return v.mass_kg; }, *scenario.vehicle);
  for (const Disturbance& disturbance : scenario.disturbance) {
    std::visit(
        [&]<class P>(const P& pulse) {
          const auto& push = pulse.push();
          const double divisor = P::is_force ? mass : 1.0;
          const PulseConstants<double> c{before_step_at(pulse.start_s, step_s),
                                         before_step_at(pulse.start_s + pulse.duration_s, step_s),
                                         {push[0] / divisor, push[1] / divisor, push[2] / divisor}};
          std::memcpy(row, &c, sizeof(c));
        },
        disturbance);
    row += numbers_of<PulseConstants<double>>();
  }
}

}  // namespace montecopter
