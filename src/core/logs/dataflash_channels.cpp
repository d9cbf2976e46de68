#include "core/logs/dataflash_channels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/logs/signal_rows.hpp"
#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter::logs {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_rotors = 32;

/// Factor to SI of the unit that FMTU states; 0 for letters that are no unit here.
double si_of(char unit) {
  switch (unit) {
    case 'd':
    case 'h':
    case 'k':
      return rad_per_deg;
    case 'q':
      return rad_s_per_rpm;
    case 'G':
      return tesla_per_gauss;
    case '%':
      return 1e-2;
    default:
      // A, degrees of latitude and longitude, rad/s, m, m/s, m/s/s, Pa, rad, V, and microseconds.
      return std::string_view("ADUEmnoPrvY").find(unit) != std::string_view::npos ? 1 : 0;
  }
}

/// Largest angle with a meaning: beyond, its sine has no digit that counts.
constexpr double most_rad = 1e6;

/// Velocity from a speed over ground and a course clockwise from north.
std::vector<double> velocity_of(const std::vector<double>& numbers) {
  if (!(std::abs(numbers[1]) <= most_rad)) return {missing, missing, numbers[2]};
  double east = 0, north = 0;
  sincos(numbers[1], east, north);
  return {numbers[0] * north, numbers[0] * east, numbers[2]};
}

std::vector<std::string> fields_of(const DataflashSource& source, const DataflashFormat& format) {
  std::vector<std::string> names;
  if (source.shape != DataflashShape::channels) {
    for (const std::string_view name : words_of(source.fields)) names.emplace_back(name);
    return names;
  }
  for (int i = 1;; ++i) {
    std::string name = fmt::format("{}{}", source.fields, i);
    if (format.find(name) == nullptr) return names;
    names.push_back(std::move(name));
  }
}

/// Factor where no FMTU states the unit. Courses are in degrees beside speeds.
double default_factor(const DataflashSource& source, std::size_t part) {
  return source.shape == DataflashShape::course && part == 1 ? rad_per_deg : source.factor;
}

}  // namespace

std::optional<DataflashChannel> DataflashChannel::of(const DataflashSource& source,
                                                     const DataflashFormat& format,
                                                     const DataflashFormats& formats) {
  DataflashChannel channel;
  channel.source_ = &source;
  const std::vector<std::string> names = fields_of(source, format);
  if (names.empty()) return std::nullopt;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const DataflashField* field = format.find(names[i]);
    if (field == nullptr || !field->is_number()) return std::nullopt;
    const double si = si_of(field->unit);
    // Without FMTU no multiplier is known either: magnetometers were in milligauss, say.
    const double factor =
        si > 0 ? formats.factor(*field) * si : formats.factor(*field) * default_factor(source, i);
    channel.parts_.push_back({*field, factor});
  }
  const std::size_t width = channel.is_by_rotor() ? most_rotors : names.size();
  channel.signal_ = empty_signal(*kind_of(source.signal),
                                 fmt::format("{}.{}", format.name, names.front()), width);
  if (!source.unit.empty()) channel.signal_.unit = source.unit;
  return channel;
}

void DataflashChannel::take(double time_s, std::string_view message, int instance) {
  std::vector<double> numbers;
  for (const Part& part : parts_) numbers.push_back(part.field.raw(message) * part.factor);
  switch (source_->shape) {
    case DataflashShape::fields:
    case DataflashShape::channels:
    case DataflashShape::mixed:
      return add_row(time_s, numbers);
    case DataflashShape::angles: {
      const std::array<double, 4> q = quaternion_of(numbers.data());
      return add_row(time_s, {q.begin(), q.end()});
    }
    case DataflashShape::course:
      return add_row(time_s, velocity_of(numbers));
    case DataflashShape::by_rotor:
      if (instance >= 0 && static_cast<std::size_t>(instance) < most_rotors) {
        take_rotor(time_s, numbers.front(), static_cast<std::size_t>(instance));
      }
      return;
  }
}

/// A row is what the speed controllers report in turn, until one of them reports again.
void DataflashChannel::take_rotor(double time_s, double speed, std::size_t rotor) {
  if (!round_.empty() && !std::isnan(round_[rotor])) {
    add_row(round_s_, round_);
    round_.clear();
  }
  if (round_.empty()) round_.assign(most_rotors, missing), round_s_ = time_s;
  round_[rotor] = speed;
}

void DataflashChannel::add_row(double time_s, const std::vector<double>& row) {
  signal_.time_s.push_back(time_s);
  signal_.values.insert(signal_.values.end(), row.begin(), row.end());
}

RecordedSignal DataflashChannel::finish() {
  if (!round_.empty()) add_row(round_s_, round_);
  return std::move(signal_);
}

}  // namespace montecopter::logs
