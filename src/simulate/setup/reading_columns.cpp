#include "simulate/setup/reading_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "plan/outcome.hpp"
#include "plan/sensor_columns.hpp"

namespace montecopter {

void narrow_to_float(const std::vector<double>& values, std::byte* out) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto narrow = static_cast<float>(values[i]);
    std::memcpy(out + i * sizeof(float), &narrow, sizeof(float));
  }
}

ReadingColumns::ReadingColumns(const Plan& plan, const PreparedSensors& prepared)
    : plan_(plan), prepared_(prepared) {
  if (plan.layout.trace_samples.empty()) return;
  for (const SensorColumn& column : sensor_columns(plan.scenario)) {
    // Registers come after the readings that they are made of.
    const std::size_t reading = column.registers ? readings_ - 1 : readings_++;
    if (column.recorded == 0) continue;
    const SensorTimes& times = plan.time.sensors[static_cast<std::size_t>(column.sensor)];
    columns_.push_back({column_index(plan.layout, column.name), reading, column.sensor,
                        column.registers, static_cast<std::size_t>(column.width()),
                        static_cast<std::size_t>(montecopter::readings(times, plan.time)),
                        column.recorded});
  }
}

bool ReadingColumns::is_in_block(const Place& place) const {
  return !place.registers && column(place).element == Element::f64 && place.recorded == 1;
}

std::byte* ReadingColumns::row_in(Block& block, const Place& place, std::size_t trace_row) const {
  return block.data[place.column].data() + trace_row * plan_.layout.row_bytes(column(place));
}

void ReadingColumns::prepare(Readings& readings, Block& block, std::size_t trace_row) const {
  readings.places.resize(readings_);
  readings.wide.resize(readings_);
  for (const Place& place : columns_) {
    if (place.registers) continue;
    const std::size_t count = place.width * place.count;
    double* memory = nullptr;
    if (is_in_block(place)) {
      // Blocks of std::byte come from operator new, aligned for any number.
      memory = reinterpret_cast<double*>(row_in(block, place, trace_row));
    } else {
      readings.wide[place.reading].resize(count);
      memory = readings.wide[place.reading].data();
    }
    std::fill(memory, memory + count, stored_nan);
    readings.places[place.reading] = memory;
  }
}

void ReadingColumns::finish(const Readings& readings, const double* row, Block& block,
                            std::size_t trace_row) const {
  for (const Place& place : columns_) {
    std::byte* out = row_in(block, place, trace_row);
    if (is_in_block(place)) continue;
    const std::vector<double> kept = thinned(readings.places[place.reading], place);
    if (place.registers) {
      store_registers(kept.data(), row, place, out);
    } else if (column(place).element == Element::f32) {
      narrow_to_float(kept, out);
    } else {
      std::memcpy(out, kept.data(), kept.size() * sizeof(double));
    }
  }
}

/// The stored readings, every `recorded`-th one.
std::vector<double> ReadingColumns::thinned(const double* readings, const Place& place) {
  std::vector<double> kept;
  for (std::size_t k = 0; k < place.count; k += static_cast<std::size_t>(place.recorded)) {
    kept.insert(kept.end(), readings + k * place.width, readings + (k + 1) * place.width);
  }
  return kept;
}

/// Stores registers, high byte first, two's complement.
void ReadingColumns::store_registers(const double* readings, const double* row, const Place& place,
                                     std::byte* out) const {
  const auto sensor = static_cast<std::size_t>(place.sensor);
  const std::array<double, 3> digit = resolutions(prepared_.sensors[sensor], row);
  const std::size_t bytes = plan_.layout.row_bytes(column(place));
  for (std::size_t k = 0; 2 * k < bytes; ++k) {
    const double reading = readings[k];
    const double digits = reading == reading ? std::rint(reading / digit[k % 3]) : 0.0;
    // An infinite number of digits has no integer. Only absurd scenarios have one.
    const auto word = static_cast<std::int16_t>(clamp(digits, -32768.0, 32767.0));
    const auto bits = static_cast<std::uint16_t>(word);
    out[2 * k] = static_cast<std::byte>(bits >> 8);
    out[2 * k + 1] = static_cast<std::byte>(bits & 0xff);
  }
}

}  // namespace montecopter
