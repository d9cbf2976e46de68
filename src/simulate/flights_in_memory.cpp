#include "simulate/flights_in_memory.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "scenario/load.hpp"
#include "simulate/simulate.hpp"

namespace montecopter {

FlightsInMemory::FlightsInMemory(Plan plan, const Kernel& kernel, std::vector<std::int64_t> rows,
                                 int threads)
    : plan_(std::move(plan)) {
  const Layout& layout = plan_.layout;
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    const Column& column = layout.columns[i];
    places_.emplace(
        column.name,
        Place{.column = i,
              .bytes = layout.row_bytes(column),
              .elements = layout.row_elements(column),
              .ticks = column.dims.empty() ? 1 : layout.dimension_size(column.dims[0])});
  }
  if (rows.empty()) {
    rows.resize(static_cast<std::size_t>(plan_.layout.samples));
    std::iota(rows.begin(), rows.end(), 0);
  }
  Progress progress;
  std::mutex mutex;
  simulate(plan_, rows, {.threads = threads, .kernel = &kernel}, progress, [&](const Block& block) {
    const std::lock_guard lock(mutex);
    blocks_.push_back(block);
  });
  std::sort(blocks_.begin(), blocks_.end(),
            [](const Block& a, const Block& b) { return a.rows.front() < b.rows.front(); });
}

const FlightsInMemory::Place& FlightsInMemory::place(std::string_view name) const {
  const auto found = places_.find(name);
  if (found == places_.end()) column_index(plan_.layout, name);  // which throws that there is none
  return found->second;
}

const std::byte* FlightsInMemory::row(const Place& place, std::int64_t sample) const {
  const auto behind =
      std::upper_bound(blocks_.begin(), blocks_.end(), sample,
                       [](std::int64_t row, const Block& b) { return row < b.rows.front(); });
  if (behind == blocks_.begin()) throw std::out_of_range("no such sample");
  const Block& block = *std::prev(behind);
  const auto index = static_cast<std::size_t>(sample - block.rows.front());
  return block.data.at(place.column).data() + index * place.bytes;
}

std::span<const double> FlightsInMemory::at(std::string_view signal, std::int64_t output,
                                            std::int64_t sample) const {
  if (std::ssize(plan_.layout.trace_samples) != plan_.layout.samples || output >= plan_.outputs) {
    throw std::out_of_range("no such trace");
  }
  const Place& column = place(signal);
  const std::int64_t width = column.elements / plan_.outputs;
  const auto* values = reinterpret_cast<const double*>(row(column, sample));
  return {values + output * width, static_cast<std::size_t>(width)};
}

std::span<const double> FlightsInMemory::reading(std::string_view name, std::int64_t tick,
                                                 std::int64_t sample) const {
  const Place& column = place(name);
  const std::int64_t width = column.elements / column.ticks;
  const auto* values = reinterpret_cast<const double*>(row(column, sample));
  return {values + tick * width, static_cast<std::size_t>(width)};
}

std::int64_t FlightsInMemory::readings(std::string_view name) const { return place(name).ticks; }

std::span<const std::byte> FlightsInMemory::bytes(std::string_view name,
                                                  std::int64_t sample) const {
  const Place& column = place(name);
  return {row(column, sample), column.bytes};
}

double FlightsInMemory::number(std::string_view column, std::int64_t sample) const {
  double value = 0;
  std::memcpy(&value, row(place(column), sample), sizeof(value));
  return value;
}

Status FlightsInMemory::status(std::int64_t sample) const {
  return static_cast<Status>(*row(place(status_column), sample));
}

int FlightsInMemory::flags(std::string_view column, std::int64_t sample) const {
  return std::to_integer<int>(*row(place(column), sample));
}

std::vector<std::uint64_t> FlightsInMemory::digests() const {
  const std::size_t column = column_index(plan_.layout, digest_column);
  std::vector<std::uint64_t> all;
  for (const Block& block : blocks_) {
    const auto& bytes = block.data[column];
    const auto* words = reinterpret_cast<const std::uint64_t*>(bytes.data());
    all.insert(all.end(), words, words + bytes.size() / sizeof(std::uint64_t));
  }
  return all;
}

Plan plan_of_text(const std::string& toml) {
  try {
    return make_plan(load_scenario_text(toml, "own.toml", "."));
  } catch (const Error& error) {
    throw Error(ExitCode::internal, std::string("internal error: ") + error.what());
  }
}

}  // namespace montecopter
