#include "physics/fly.hpp"

#include <cstring>
#include <numeric>
#include <stdexcept>

#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"

namespace montecopter {

Plan plan_of(const std::string& scenario_text) {
  return make_plan(load_scenario_text(scenario_text, "test.toml", MONTECOPTER_SCENARIOS));
}

std::vector<std::string> all_integrators() {
  return {integrator_names.begin(), integrator_names.end()};
}

Flown::Flown(const std::string& scenario_text, std::string_view kernel)
    : Flown(plan_of(scenario_text), kernel) {}

Flown::Flown(Plan plan, std::string_view kernel, std::vector<std::int64_t> rows)
    : plan_(std::move(plan)) {
  if (rows.empty()) {
    rows.resize(static_cast<std::size_t>(plan_.layout.samples));
    std::iota(rows.begin(), rows.end(), 0);
  }
  SimulateOptions options;  // one thread, so blocks come in order
  options.kernel = &choose_kernel(kernel);
  Progress progress;
  simulate(plan_, rows, options, progress, [&](const Block& block) { blocks_.push_back(block); });
}

const std::byte* Flown::row(std::size_t column, std::int64_t sample) const {
  const auto block = static_cast<std::size_t>(sample / block_rows);
  const auto index = static_cast<std::size_t>(sample % block_rows);
  return blocks_.at(block).data.at(column).data() +
         index * plan_.layout.row_bytes(plan_.layout.columns[column]);
}

std::span<const double> Flown::at(std::string_view signal, std::int64_t output,
                                  std::int64_t sample) const {
  if (plan_.scenario.output.traces != "all" || output >= plan_.outputs) {
    throw std::out_of_range("no such trace");
  }
  const std::size_t column = column_index(plan_.layout, signal);
  const std::size_t width = static_cast<std::size_t>(
      plan_.layout.row_elements(plan_.layout.columns[column]) / plan_.outputs);
  const auto* values = reinterpret_cast<const double*>(row(column, sample));
  return {values + static_cast<std::size_t>(output) * width, width};
}

std::span<const double> Flown::reading(std::string_view name, std::int64_t tick,
                                       std::int64_t sample) const {
  const std::size_t column = column_index(plan_.layout, name);
  const auto width = static_cast<std::size_t>(
      plan_.layout.row_elements(plan_.layout.columns[column]) / readings(name));
  const auto* values = reinterpret_cast<const double*>(row(column, sample));
  return {values + static_cast<std::size_t>(tick) * width, width};
}

std::int64_t Flown::readings(std::string_view name) const {
  const Column& column = plan_.layout.columns[column_index(plan_.layout, name)];
  return plan_.layout.dimension_size(column.dims[0]);
}

std::span<const std::byte> Flown::bytes(std::string_view name, std::int64_t sample) const {
  const std::size_t column = column_index(plan_.layout, name);
  return {row(column, sample), plan_.layout.row_bytes(plan_.layout.columns[column])};
}

double Flown::number(std::string_view column, std::int64_t sample) const {
  double value = 0;
  std::memcpy(&value, row(column_index(plan_.layout, column), sample), sizeof(value));
  return value;
}

Status Flown::status(std::int64_t sample) const {
  return static_cast<Status>(*row(column_index(plan_.layout, "status"), sample));
}

int Flown::flags(std::string_view column, std::int64_t sample) const {
  return static_cast<int>(*row(column_index(plan_.layout, column), sample));
}

std::vector<std::uint64_t> Flown::digests() const {
  const std::size_t column = column_index(plan_.layout, "digest");
  std::vector<std::uint64_t> all;
  for (const Block& block : blocks_) {
    const auto& bytes = block.data[column];
    const auto* words = reinterpret_cast<const std::uint64_t*>(bytes.data());
    all.insert(all.end(), words, words + bytes.size() / sizeof(std::uint64_t));
  }
  return all;
}

}  // namespace montecopter
