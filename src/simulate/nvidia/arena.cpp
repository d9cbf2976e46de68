#include "simulate/nvidia/arena.hpp"

#include <type_traits>
#include <vector>

#include "dynamics/alternatives.hpp"
#include "dynamics/trajectories/path.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter::nvidia {
namespace {

constexpr std::size_t line = 64;  ///< [byte] to which everything is aligned

std::size_t aligned(std::size_t bytes) { return (bytes + line - 1) / line * line; }

/// Allocates a region piece by piece. Without `host` it only counts.
class Region {
 public:
  Region(std::byte* host, std::uint64_t card) : host_(host), card_(card) {}

  /// The address on the card of this many numbers.
  template <class T>
  T* room(std::size_t count) {
    const std::size_t at = size_;
    size_ += aligned(count * sizeof(T));
    return reinterpret_cast<T*>(card_ + at);
  }
  /// The address on the card of these numbers, which are copied there.
  template <class T>
  T* put(const T* values, std::size_t count) {
    if (host_ != nullptr && count > 0) std::memcpy(host_ + size_, values, count * sizeof(T));
    return room<T>(count);
  }
  std::size_t size() const { return size_; }

 private:
  std::byte* host_;
  std::uint64_t card_;
  std::size_t size_ = 0;
};

std::size_t count_of(std::int64_t numbers) { return static_cast<std::size_t>(numbers); }

std::size_t outputs(const FlightPlan& plan) { return count_of(plan.steps / plan.output_every + 1); }

int rotors_of(std::type_identity<Multirotor>, const FlightPlan& plan) {
  return plan.multirotor.rotors;
}
int rotors_of(std::type_identity<Helicopter>, const FlightPlan&) {
  return HelicopterDynamics<double>::rotor_count();
}
std::size_t rotor_count(const FlightPlan& plan) {
  int count = 0;
  with_alternative<Vehicle>(plan.vehicle,
                            [&]<class V>() { count = rotors_of(std::type_identity<V>(), plan); });
  return count_of(count);
}

/// Number of values in a row of a trace.
std::size_t components(const FlightPlan& plan, int signal) {
  switch (signal_list[static_cast<std::size_t>(signal)].shape) {
    case SignalShape::number:
      return 1;
    case SignalShape::vector:
    case SignalShape::angles:
      return 3;
    case SignalShape::quaternion:
      return 4;
    case SignalShape::per_rotor:
      return rotor_count(plan);
    case SignalShape::per_control:
      return count_of(plan.controls);
  }
  return 0;
}

std::size_t trace_numbers(const FlightPlan& plan, int signal) {
  return outputs(plan) * components(plan, signal);
}

std::size_t state_numbers(const FlightPlan& plan) {
  return count_of(plan.parts->initial_state.size);
}

/// Calls use() with the number of values in each column of a lane's readings.
template <class Use>
void each_reading(const FlightPlan& plan, const LaneIo& lane, Use use) {
  if (lane.readings == nullptr) return;
  for (int i = 0; i < plan.sensors.count; ++i) {
    const SensorPlan& sensor = plan.sensors.sensors[i];
    for (int c = 0; c < sensor.columns; ++c) {
      const int column = sensor.first_column + c;
      double* there = lane.readings[column];
      if (there == nullptr) continue;
      use(column, there,
          count_of(plan.steps / sensor.every + 1) * count_of(sensor.width[count_of(c)]));
    }
  }
}

PieceTable stage_pieces(const PieceTable& table, std::size_t axes, Region& in) {
  PieceTable there = table;
  there.starts = in.put(table.starts, table.pieces);
  there.ends = in.put(table.ends, table.pieces);
  there.coefficients = in.put(table.coefficients, table.pieces * axes * path_terms);
  return there;
}

/// The plan with copies of the arrays that it points to.
FlightPlan stage_plan(const FlightPlan& plan, Region& in) {
  FlightPlan there = plan;
  const std::size_t rows = count_of(plan.command_rows);
  const int width = plan.control.is_closed() ? plan.control.set_point_width : plan.controls;
  there.parts = in.put(plan.parts, 1);
  there.commands = in.put(plan.commands, rows * count_of(width));
  there.command_steps = in.put(plan.command_steps, rows);
  there.checkpoints = in.put(plan.checkpoints, checkpoint_count);
  there.sensors.sensors = in.put(plan.sensors.sensors, count_of(plan.sensors.count));
  there.events.edges = in.put(plan.events.edges, count_of(plan.events.edge_count));
  for (int i = 0; i < plan.winds.count; ++i) {
    WindSeries& series = there.winds.winds[count_of(i)].series;
    series.numbers = in.put(series.numbers, count_of(series.size));
  }
  if (plan.multirotor.inflow_table != nullptr) {
    there.multirotor.inflow_table = in.put(plan.multirotor.inflow_table, 1);
  }
  there.control.path.track = stage_pieces(plan.control.path.track, 3, in);
  there.control.path.turns = stage_pieces(plan.control.path.turns, 1, in);
  there.control.external = {};  // programs do not fly on a card
  return there;
}

/// The regions that are allocated together.
struct Regions {
  Region in, both, out;
};

/// A lane with its places on the card.
LaneIo stage_lane(const FlightPlan& plan, const LaneIo& lane, Regions& regions) {
  LaneIo there = lane;
  there.row = regions.in.put(lane.row, count_of(plan.parts->size));
  there.final_state = regions.out.room<double>(state_numbers(plan));
  there.checkpoint_states = regions.out.room<double>(state_numbers(plan) * checkpoint_count);
  there.checkpoint_steps = regions.out.room<std::int64_t>(checkpoint_count);
  there.last_words = nullptr;
  there.formula_sums = nullptr;
  for (int s = 0; s < signal_count; ++s) {
    const bool is_stored = plan.traced[s] && lane.traces[s] != nullptr;
    there.traces[s] = is_stored ? regions.out.room<double>(trace_numbers(plan, s)) : nullptr;
  }
  if (lane.readings == nullptr) return there;
  std::vector<double*> columns(count_of(plan.sensors.columns), nullptr);
  each_reading(plan, lane, [&](int column, const double* values, std::size_t numbers) {
    columns[count_of(column)] = regions.both.put(values, numbers);
  });
  there.readings = regions.in.put(columns.data(), columns.size());
  return there;
}

/// Stages a plan and its lanes, or only counts.
LaunchArguments stage_all(const FlightPlan& plan, std::span<const LaneIo> lanes, std::byte* host,
                          Regions& regions) {
  LaunchArguments staged;
  const FlightPlan plan_there = stage_plan(plan, regions.in);
  staged.plan = reinterpret_cast<std::uint64_t>(regions.in.put(&plan_there, 1));
  LaneIo* const first = regions.both.room<LaneIo>(lanes.size());
  staged.lanes = reinterpret_cast<std::uint64_t>(first);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const LaneIo there = stage_lane(plan, lanes[i], regions);
    if (host != nullptr) std::memcpy(host + i * sizeof(LaneIo), &there, sizeof(there));
  }
  return staged;
}

/// The copy of an address on the card.
template <class T>
const T* back(const T* there, const std::byte* host, std::uint64_t card) {
  return reinterpret_cast<const T*>(host + (reinterpret_cast<std::uint64_t>(there) - card));
}

/// Collects the results of one lane, which is `there` on the card.
void collect_lane(const FlightPlan& plan, const LaneIo& there, const std::byte* host,
                  std::uint64_t card, LaneIo& lane) {
  const auto take = [&](auto* to, const auto* from, std::size_t count) {
    std::memcpy(to, back(from, host, card), count * sizeof(*to));
  };
  take(lane.final_state, there.final_state, state_numbers(plan));
  take(lane.checkpoint_states, there.checkpoint_states, state_numbers(plan) * checkpoint_count);
  take(lane.checkpoint_steps, there.checkpoint_steps, checkpoint_count);
  for (int s = 0; s < signal_count; ++s) {
    if (there.traces[s] != nullptr) take(lane.traces[s], there.traces[s], trace_numbers(plan, s));
  }
  if (lane.readings != nullptr) {
    double* const* columns = back(there.readings, host, card);
    each_reading(plan, lane, [&](int column, double* values, std::size_t numbers) {
      take(values, columns[column], numbers);
    });
  }
  static_cast<FlightTotals&>(lane) = there;
  lane.status = there.status;
  lane.steps_flown = there.steps_flown;
  for (std::size_t i = 0; i < std::size(lane.exceeded_limits); ++i) {
    lane.exceeded_limits[i] = there.exceeded_limits[i];
  }
  lane.traces_are_finite = there.traces_are_finite;
}

}  // namespace

ArenaSize arena_size(const FlightPlan& plan, std::span<const LaneIo> lanes) {
  Regions regions = {{nullptr, 0}, {nullptr, 0}, {nullptr, 0}};
  (void)stage_all(plan, lanes, nullptr, regions);
  return {regions.in.size(), regions.both.size(), regions.out.size(),
          plan.memory() <= most_near_numbers
              ? 0
              : count_of(plan.memory()) * lanes.size() * sizeof(double)};
}

LaunchArguments stage(const FlightPlan& plan, std::span<const LaneIo> lanes, const ArenaSize& size,
                      std::byte* host, std::uint64_t card) {
  const std::size_t both = size.in, out = size.in + size.both;
  Regions regions = {{host, card}, {host + both, card + both}, {host + out, card + out}};
  LaunchArguments staged = stage_all(plan, lanes, host + both, regions);
  if (size.memory > 0) staged.memory = card + size.staged();
  return staged;
}

void collect(const FlightPlan& plan, std::span<LaneIo> lanes, const ArenaSize& size,
             const std::byte* host, std::uint64_t card) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    LaneIo there;
    std::memcpy(&there, host + size.in + i * sizeof(LaneIo), sizeof(there));
    collect_lane(plan, there, host, card, lanes[i]);
  }
}

}  // namespace montecopter::nvidia
