/// How BlockFlyer::fly() makes a block. A thread of simulate(), or flights_in_memory, calls it with
/// the rows of one block. Its steps:
///   1. Size the columns of the block, in make_room().
///   2. Set every row up (SampleBuilder) and compute its margins if requested, in prepare(). It
///      also decides where its traces go: into the columns, or into separate memory if they are
///      narrowed or only metrics need them.
///   3. Fly all rows whose sweep points have the same flight plan, by one call of the kernel
///      (group_of()).
///   4. Put status, inputs, metrics and digest of every row into their columns, found by name when
///      the flyer was made, in collect(). Store traces of another type, in finish_traces().
///   5. Mark rows that have status ok and numbers that are not finite (finite_rows). The kernel has
///      already checked traces that it stores in the columns itself.
///   6. Judge every row by the requirements (plan/requirement_columns).

#include "simulate/block_flyer.hpp"

#include <algorithm>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/base/column_names.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/helicopter_limits.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "plan/invalid_reason.hpp"
#include "simulate/external/program.hpp"

namespace montecopter {
namespace {

bool is_traced(const Layout& layout, std::int64_t row) {
  return std::binary_search(layout.trace_samples.begin(), layout.trace_samples.end(), row);
}

}  // namespace

BlockFlyer::BlockFlyer(const Plan& plan, const PreparedFlights& prepared, const Kernel& kernel,
                       AnswerTimeLimit* time_limit)
    : plan_(plan),
      prepared_(prepared),
      kernel_(kernel),
      time_limit_(time_limit),
      builder_(plan, prepared),
      slots_(static_cast<std::size_t>(block_rows)),
      formulas_(plan, kernel.samples_at_once > 0 ? FormulaWay::from_traces : FormulaWay::in_flight),
      departures_(plan),
      rotor_validity_(plan),
      requirements_(plan),
      reading_columns_(plan, prepared.sensors),
      flight_memory_(
          static_cast<std::size_t>(prepared.flights.before_formulas() + formulas_.plan().memory)),
      status_(column_index(plan.layout, status_column)),
      t_end_(column_index(plan.layout, t_end_column)),
      digest_(column_index(plan.layout, digest_column)),
      sweep_point_(find_column(plan.layout, sweep_point_column)),
      sample_in_point_(find_column(plan.layout, "sample_in_point")),
      campaign_sample_(find_column(plan.layout, campaign_sample)),
      validity_(find_column(plan.layout, validity_column)),
      invalid_reason_(find_column(plan.layout, invalid_reason_column)),
      last_words_(find_column(plan.layout, last_words_column)) {
  require_loaded(plan);
  if (plan.scenario.output.margins && plan.margins_of_sample == nullptr) {
    throw Error(ExitCode::internal,
                Problem{"output.margins", "the plan has no function that computes margins", "",
                        "Call compute_margins() before flying it"});
  }
  const std::size_t state = static_cast<std::size_t>(prepared.state_size());
  for (Slot& slot : slots_) {
    slot.inputs.resize(plan.inputs());
    slot.row = prepared.make_row();
    slot.final_state.resize(state);
    slot.checkpoint_states.resize(state * checkpoint_count);
    slot.formula_sums.resize(formulas_.sums());
  }
  find_traces();
  find_numbers();
}

/// Finds the columns of signals, and the subset that only the kernel writes.
void BlockFlyer::find_traces() {
  known_finite_.columns.assign(plan_.layout.columns.size(), false);
  for (Index s = 0; s < signal_count; ++s) {
    const auto column = find_column(plan_.layout, signal_list[s].name);
    trace_columns_[s] = column;
    if (!column) continue;
    known_finite_.columns[*column] = plan_.layout.columns[*column].element == Element::f64;
  }
}

/// Finds the columns of inputs and metrics.
void BlockFlyer::find_numbers() {
  const auto column = [&](const std::string& name) { return column_index(plan_.layout, name); };
  for (const std::string& name : plan_.input_columns()) input_columns_.push_back(column(name));
  for (const PlannedMetric& metric : plan_.metrics()) {
    const std::size_t place = column(metric.column_name());
    if (metric.value == nullptr) {
      formula_columns_.push_back(place);
    } else {
      metric_columns_.push_back({place, metric.value, metric.window});
    }
  }
}

const Block& BlockFlyer::fly(std::span<const std::int64_t> rows) {
  begin(rows);
  for (FlightGroup& group : groups()) {
    kernel_.fly(group.plan, group.lanes.data(), static_cast<int>(group.lanes.size()), memory());
  }
  return finish();
}

void BlockFlyer::begin(std::span<const std::int64_t> rows) {
  traced_ = make_room(rows);
  group_count_ = 0;
  for (std::size_t i = 0, t = 0; i < rows.size(); ++i) {
    const bool traced = is_traced(plan_.layout, rows[i]);
    prepare(slots_[i], rows[i], traced ? std::optional(t++) : std::nullopt);
    slots_[i].io.last_words = room_for_last_words(i);
    FlightGroup& group = group_of(rows[i], i == 0 ? -1 : rows[i - 1]);
    if (!slots_[i].valid()) continue;
    group.lanes.push_back(slots_[i].io);
    group.slots.push_back(i);
  }
}

std::size_t BlockFlyer::trace_bytes() const {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < block_.rows.size(); ++i) {
    for (const std::vector<double>& wide : slots_[i].wide) bytes += wide.size() * sizeof(double);
  }
  for (std::size_t c = 0; c < block_.data.size(); ++c) {
    if (plan_.layout.columns[c].rows == Rows::trace_sample) bytes += block_.data[c].size();
  }
  return bytes;
}

const Block& BlockFlyer::finish() {
  for (const FlightGroup& group : groups()) {
    for (std::size_t k = 0; k < group.slots.size(); ++k) slots_[group.slots[k]].io = group.lanes[k];
  }
  const std::vector<std::int64_t>& rows = block_.rows;
  failed_ = steps_ = 0;
  known_finite_.rows.assign(rows.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    collect(slots_[i], i);
    collect_point(rows[i], i);
  }
  if (traced_ > 0) finish_traces(rows.size());
  failed_ += mark_infinite(plan_.layout, known_finite_, block_);
  requirements_.fill(block_);
  return block_;
}

/// The last group, or a new one if the prepared row belongs to a sweep point with other flights.
FlightGroup& BlockFlyer::group_of(std::int64_t row, std::int64_t row_before) {
  if (row_before >= 0 && plan_.point_of(row) == plan_.point_of(row_before)) {
    return groups_[group_count_ - 1];
  }
  const FlightPlan& plan = builder_.flights();
  if (group_count_ > 0 && fly_together(plan, groups_[group_count_ - 1].plan)) {
    return groups_[group_count_ - 1];
  }
  return add_group(plan);
}

FlightGroup& BlockFlyer::add_group(const FlightPlan& plan) {
  if (group_count_ == groups_.size()) groups_.emplace_back();
  FlightGroup& group = groups_[group_count_++];
  group.plan = plan;
  group.plan.formulas = formulas_.plan();
  for (Index s = 0; s < signal_count; ++s)
    group.plan.traced[s] = trace_columns_[s].has_value() || needs(s);
  group.plan.control.external.patience = time_limit_;
  group.lanes.clear();
  group.slots.clear();
  return group;
}

/// Whether the trace of a signal is needed for a metric.
bool BlockFlyer::needs(Index signal) const {
  return formulas_.needs(signal) || departures_.needs(signal) || rotor_validity_.needs(signal);
}

/// Sizes the block's columns; returns the number of traced rows.
std::size_t BlockFlyer::make_room(std::span<const std::int64_t> rows) {
  std::size_t traced = 0;
  for (const std::int64_t row : rows) traced += is_traced(plan_.layout, row) ? 1 : 0;
  block_.rows.assign(rows.begin(), rows.end());
  block_.data.resize(plan_.layout.columns.size());
  for (std::size_t c = 0; c < block_.data.size(); ++c) {
    const Column& column = plan_.layout.columns[c];
    const std::size_t count = column.rows == Rows::sample         ? rows.size()
                              : column.rows == Rows::trace_sample ? traced
                                                                  : 0;
    block_.data[c].resize(count * plan_.layout.row_bytes(column));
  }
  return traced;
}

void BlockFlyer::prepare(Slot& slot, std::int64_t row, std::optional<Index> trace_row) {
  slot.reason = builder_.build(row, slot.inputs, slot.row);
  slot.trace_row = trace_row;
  slot.margins = {};
  if (slot.valid() && plan_.scenario.output.margins) {
    slot.margins = plan_.margins_of_sample(plan_, builder_.scenario(), prepared_.flights.control,
                                           slot.row[&SampleParts::control]);
  }
  if (slot.valid() && rotor_validity_.is_on()) slot.monitored = monitored(slot);
  slot.io = {};
  slot.io.sample = plan_.counter_of(row);
  slot.io.number = plan_.number_of(row);
  slot.io.row = slot.row.data();
  slot.io.final_state = slot.final_state.data();
  slot.io.checkpoint_states = slot.checkpoint_states.data();
  slot.io.checkpoint_steps = slot.checkpoint_steps.data();
  slot.io.formula_sums = slot.formula_sums.data();
  for (Index s = 0; s < signal_count; ++s) {
    const bool stored = trace_row && trace_columns_[s];
    if (stored || needs(s)) slot.io.traces[s] = trace_memory(slot, s);
  }
  if (!trace_row || reading_columns_.empty()) return;
  reading_columns_.prepare(slot.readings, block_, *trace_row);
  if (slot.valid() && builder_.fold_sensors(row, slot.row)) {
    slot.io.readings = slot.readings.places.data();
  }
}

/// Where the kernel stores a trace: in the block itself, or in separate memory if it has to be
/// narrowed or only metrics need it.
double* BlockFlyer::trace_memory(Slot& slot, Index signal) {
  if (!slot.trace_row || !trace_columns_[signal]) {
    slot.wide[signal].resize(formulas_.trace_size(signal));
    return slot.wide[signal].data();
  }
  const Index c = *trace_columns_[signal];
  const Column& column = plan_.layout.columns[c];
  const auto count = static_cast<std::size_t>(plan_.layout.row_elements(column));
  double* memory = nullptr;
  if (column.element == Element::f64) {
    // Blocks of std::byte come from operator new, aligned for any number.
    memory = reinterpret_cast<double*>(block_.data[c].data()) + *slot.trace_row * count;
  } else {
    slot.wide[signal].resize(count);
    memory = slot.wide[signal].data();
  }
  if (!slot.valid()) std::fill(memory, memory + count, stored_nan);
  return memory;
}

void BlockFlyer::finish_traces(std::size_t rows) {
  for (std::size_t i = 0; i < rows; ++i) {
    const Slot& slot = slots_[i];
    if (!slot.trace_row || reading_columns_.empty()) continue;
    reading_columns_.finish(slot.readings, slot.io.row + prepared_.parts->sensors.first, block_,
                            *slot.trace_row);
  }
  for (Index s = 0; s < signal_count; ++s) {
    if (!trace_columns_[s]) continue;
    const Index c = *trace_columns_[s];
    const Column& column = plan_.layout.columns[c];
    if (column.element == Element::f64) continue;
    for (std::size_t i = 0; i < rows; ++i) {
      if (!slots_[i].trace_row) continue;
      narrow_to_float(slots_[i].wide[s], block_.data[c].data() +
                                             *slots_[i].trace_row * plan_.layout.row_bytes(column));
    }
  }
}

/// Zeros in the block, for the last words of a program that fails; null if there is no column.
char* BlockFlyer::room_for_last_words(std::size_t index) {
  if (!last_words_) return nullptr;
  std::byte* room = block_.data[*last_words_].data() + index * last_words_bytes;
  std::fill_n(room, last_words_bytes, std::byte{0});
  return reinterpret_cast<char*>(room);
}

void BlockFlyer::put(std::size_t column, std::size_t index, double value) {
  if (value != value) value = stored_nan;  // the bits of a computed one are not fixed
  std::memcpy(block_.data[column].data() + index * sizeof(double), &value, sizeof(double));
}

void BlockFlyer::put_whole(std::size_t column, std::size_t index, std::int64_t value) {
  std::memcpy(block_.data[column].data() + index * sizeof(value), &value, sizeof(value));
}

/// Stores the number of a row among all samples, its sweep point and its number there. Stores
/// nothing if all samples are flown, or if there is no sweep.
void BlockFlyer::collect_point(std::int64_t row, std::size_t index) {
  const std::int64_t number = plan_.number_of(row);
  if (campaign_sample_) put_whole(*campaign_sample_, index, number);
  if (!sweep_point_ || !sample_in_point_) return;
  put_whole(*sweep_point_, index, plan_.point_of(row));
  put_whole(*sample_in_point_, index, number % plan_.samples_per_point);
}

void BlockFlyer::collect(const Slot& slot, std::size_t index) {
  const LaneIo& io = slot.io;
  const ValidityFractions validity = slot.valid() && rotor_validity_.is_on()
                                         ? rotor_validity_.compute(slot.monitored, io)
                                         : ValidityFractions{};
  Status status = slot.valid() ? io.status : Status::invalid_input;
  if (status == Status::ok && rotor_validity_.is_invalid(validity)) status = Status::invalid;
  failed_ += status == Status::ok ? 0 : 1;
  steps_ += io.steps_flown;
  block_.data[status_][index] = static_cast<std::byte>(status);
  known_finite_.rows[index] = slot.valid() && io.traces_are_finite;
  if (validity_) block_.data[*validity_][index] = validity_bits(slot, validity);
  if (invalid_reason_) {
    block_.data[*invalid_reason_][index] = static_cast<std::byte>(slot.reason);
  }
  put(t_end_, index, slot.valid() ? flown_s(io) : 0.0);
  for (std::size_t d = 0; d < slot.inputs.size(); ++d)
    put(input_columns_[d], index, slot.inputs[d]);
  collect_metrics(slot, validity, index);
  collect_digest(slot,
                 block_.data[digest_].data() + index * checkpoint_count * sizeof(std::uint64_t));
}

void BlockFlyer::collect_metrics(const Slot& slot, const ValidityFractions& validity,
                                 std::size_t index) {
  const LaneIo& io = slot.io;
  const double step_s = plan_.time.step_s;
  std::vector<Departures> departures(1);
  if (slot.valid()) departures = departures_.compute(io);
  const FlownSample flown = {io,
                             io.row + prepared_.parts->initial_state.first,
                             io.final_state,
                             flown_s(io),
                             static_cast<double>(prepared_.flights.control.every) * step_s,
                             slot.margins,
                             departures[0],
                             validity};
  for (const MetricColumn& metric : metric_columns_) {
    double value = stored_nan;
    if (slot.valid() && metric.window < 0) value = metric.value(flown);
    if (slot.valid() && metric.window >= 0) value = value_in_window(metric, flown, departures);
    put(metric.column, index, value);
  }
  std::vector<double> formulas(formulas_.count(), stored_nan);
  if (slot.valid() && formulas_.count() > 0) formulas = formulas_.compute(io);
  for (std::size_t k = 0; k < formulas.size(); ++k) put(formula_columns_[k], index, formulas[k]);
}

/// Time of the last state.
double BlockFlyer::flown_s(const LaneIo& io) const {
  return static_cast<double>(io.steps_flown) * plan_.time.step_s + io.end.after_s;
}

/// The metric of a window. NaN if the flight ended before the window, or, for metrics counted at
/// control updates, if none happened in it.
double BlockFlyer::value_in_window(const MetricColumn& metric, const FlownSample& flown,
                                   const std::vector<Departures>& departures) const {
  const auto window = static_cast<std::size_t>(metric.window);
  const double begins_s = static_cast<double>(plan_.time.windows[window].first) * plan_.time.step_s;
  if (flown.flown_s < begins_s) return stored_nan;
  FlightTotals totals{};
  totals.extremes = flown.totals.windows[window].extremes;
  totals.tracking = flown.totals.windows[window].tracking;
  TrackingSums& tracking = totals.tracking;
  if (tracking.updates == 0) {  // sums become 0 / 0
    tracking.most_position2 = tracking.most_velocity2 = tracking.most_heading2 = stored_nan;
  }
  return metric.value({totals, flown.initial_position, flown.final_state, flown.flown_s,
                       flown.controller_period_s, flown.margins, departures[window + 1]});
}

/// The sample's own rotors and surroundings, which compute() needs once it has flown.
MonitoredSample BlockFlyer::monitored(Slot& slot) const {
  WorldConstants<double> world;
  const std::span<double> numbers = slot.row[&SampleParts::world];
  std::memcpy(&world, numbers.data(), numbers.size_bytes());
  return rotor_validity_.sample(builder_.scenario(), world, prepared_.flights.world);
}

/// The bits of the limits that were exceeded. A flight that never began has exceeded none.
std::byte BlockFlyer::validity_bits(const Slot& slot, const ValidityFractions& fractions) const {
  unsigned bits = 0;
  for (std::size_t k = 0; k < fractions.each.size() && rotor_validity_.is_on(); ++k) {
    if (fractions.each[k] > 0) bits |= 1u << k;
  }
  const auto* helicopter = std::get_if<Helicopter>(&*plan_.scenario.vehicle);
  const std::size_t limits = helicopter != nullptr ? limits_of(*helicopter).size() : 0;
  for (std::size_t k = 0; k < limits; ++k) {
    if (slot.valid() && slot.io.exceeded_limits[k]) bits |= 1u << k;
  }
  return static_cast<std::byte>(bits);
}

/// XXH3-64 over the step (int64) and the state p, v, q, omega, act (doubles), little-endian.
void BlockFlyer::collect_digest(const Slot& slot, std::byte* out) const {
  const auto used = static_cast<std::size_t>(prepared_.state_size());
  std::vector<std::byte> bytes(sizeof(std::int64_t) + used * sizeof(double));
  for (std::size_t k = 0; k < checkpoint_count; ++k) {
    std::uint64_t hash = 0;
    if (slot.valid()) {
      std::memcpy(bytes.data(), &slot.checkpoint_steps[k], sizeof(std::int64_t));
      std::memcpy(bytes.data() + sizeof(std::int64_t), &slot.checkpoint_states[k * used],
                  used * sizeof(double));
      hash = XXH3_64bits(bytes.data(), bytes.size());
    }
    std::memcpy(out + k * sizeof(hash), &hash, sizeof(hash));
  }
}

}  // namespace montecopter
