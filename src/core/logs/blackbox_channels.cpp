#include "core/logs/blackbox_channels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/index.hpp"
#include "core/base/text.hpp"
#include "core/logs/columns.hpp"
#include "core/logs/signal_rows.hpp"
#include "core/numerics/angles.hpp"

namespace montecopter::logs {
namespace {

constexpr double standard_gravity_m_s2 = 9.80665;
constexpr double quaternion_unit = 32767;

struct Scaling {
  double offset = 0, factor = 1;
};

/// "0x3f800000": the bits of a float.
std::optional<double> number_of_bits(const BlackboxHeader& header, const std::string& name) {
  const auto at = header.texts.find(name);
  if (at == header.texts.end() || !at->second.starts_with("0x")) return std::nullopt;
  const std::string& text = at->second;
  std::uint32_t bits = 0;
  const auto [end, problem] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return std::bit_cast<float>(bits);
}

/// "Betaflight 4.4.2 (23d066d08) STM32F7X2" and later; units of batteries and GNSS were others in
/// earlier versions, and are in what others make of it.
bool is_betaflight_4(const BlackboxHeader& header) {
  constexpr std::string_view name = "Betaflight ";
  const auto at = header.texts.find("Firmware revision");
  if (at == header.texts.end() || !at->second.starts_with(name)) return false;
  const char* text = at->second.data() + name.size();
  int version = 0;
  std::from_chars(text, at->second.data() + at->second.size(), version);
  return version >= 4;
}

/// Finds how to scale what a source shows; or else `missing` says what the header does not tell.
class Scaler {
 public:
  explicit Scaler(const BlackboxHeader& header) : header_(header) {}

  std::optional<Scaling> of(BlackboxScale scale) {
    switch (scale) {
      case BlackboxScale::gyroscope:
        return positive(number_of_bits(header_, "gyro_scale"), "gyro_scale", rad_per_deg / finer());
      case BlackboxScale::set_point:
        return Scaling{0, rad_per_deg / finer()};
      case BlackboxScale::standard_g: {
        const auto counts = header_.number("acc_1G");
        return positive(counts ? std::optional(1 / *counts) : counts, "acc_1G",
                        standard_gravity_m_s2);
      }
      case BlackboxScale::quaternion:
        return Scaling{0, 1 / quaternion_unit};
      case BlackboxScale::motor:
        return motor();
      case BlackboxScale::rotor: {
        const auto poles = header_.number("motor_poles");
        return positive(poles ? std::optional(2 / *poles) : poles, "motor_poles",
                        100 * rad_s_per_rpm);
      }
      case BlackboxScale::hundredth:
        return since_4(1e-2);
      case BlackboxScale::tenth:
        return since_4(1e-1);
      case BlackboxScale::degree_e7:
        return Scaling{0, 1e-7};
    }
    return std::nullopt;
  }

  const std::string& missing() const { return missing_; }

 private:
  double finer() const {
    return header_.number("blackbox_high_resolution").value_or(0) > 0 ? 10 : 1;
  }

  std::optional<Scaling> positive(std::optional<double> number, const char* name, double factor) {
    if (number && *number > 0 && std::isfinite(*number)) return Scaling{0, *number * factor};
    missing_ = fmt::format("the header does not give {}", name);
    return std::nullopt;
  }

  std::optional<Scaling> since_4(double factor) {
    if (is_betaflight_4(header_)) return Scaling{0, factor};
    missing_ = "its unit is known only since Betaflight 4.0";
    return std::nullopt;
  }

  /// motorOutput since Betaflight 3.1; before that commands ran from minthrottle to maxthrottle.
  std::optional<Scaling> motor() {
    std::optional<double> low = header_.number("minthrottle"), high = header_.number("maxthrottle");
    if (const auto at = header_.texts.find("motorOutput"); at != header_.texts.end()) {
      const std::string_view text = at->second;
      const std::size_t comma = std::min(text.find(','), text.size());
      low = parse_double(text.substr(0, comma));
      high = parse_double(text.substr(std::min(comma + 1, text.size())));
    }
    if (low && high && *low < *high) return Scaling{*low, 1 / (*high - *low)};
    missing_ = "the header does not give motorOutput";
    return std::nullopt;
  }

  const BlackboxHeader& header_;
  std::string missing_;
};

/// Places of the fields in the frame; empty if one is not there.
std::vector<std::size_t> places_of(const BlackboxFields& fields, std::string_view wanted) {
  const auto place = [&](std::string_view name) {
    return first_index_if(fields, [&](const BlackboxField& field) { return field.name == name; });
  };
  std::vector<std::size_t> places;
  if (const std::size_t star = wanted.find('*'); star != wanted.npos) {
    for (int i = 0;; ++i) {
      const std::size_t at = place(fmt::format("{}{}]", wanted.substr(0, star), i));
      if (at == fields.size()) return places;
      places.push_back(at);
    }
  }
  for (const std::string_view name : words_of(wanted)) {
    places.push_back(place(name));
    if (places.back() == fields.size()) return {};
  }
  return places;
}

std::string source_name(const BlackboxSource& source) {
  return std::string(source.fields.substr(0, source.fields.find_first_of("[ ")));
}

/// w of a quaternion of norm 1 whose other components have 16 bits: it may come out just below 0.
double last_component(const double* xyz) {
  const double square = 1 - xyz[0] * xyz[0] - xyz[1] * xyz[1] - xyz[2] * xyz[2];
  return std::sqrt(std::max(0.0, square));
}

}  // namespace

void BlackboxChannel::cut_back() {
  signal.time_s.resize(sure_rows);
  signal.values.resize(sure_rows * signal.width());
}

void BlackboxChannel::take(double time_s, std::span<const std::int32_t> values) {
  std::vector<double> row;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::int32_t bits = values[fields[i]];
    const double number = is_signed[i] ? static_cast<double>(bits)
                                       : static_cast<double>(static_cast<std::uint32_t>(bits));
    row.push_back((number - offset) * factor);
  }
  ColumnRule rule;
  rule.kind = kind_of(source->signal);
  if (source->scale == BlackboxScale::quaternion) {
    row.insert(row.begin(), last_component(row.data()));
    rule.world = WorldAxes::nwu;
  }
  rule.body = BodyAxes::flu;
  turn_axes(rule, row.data());
  signal.time_s.push_back(time_s);
  signal.values.insert(signal.values.end(), row.begin(), row.end());
}

std::vector<BlackboxChannel> blackbox_channels(const BlackboxHeader& header,
                                               RecordedFlight& flight) {
  std::vector<BlackboxChannel> channels;
  Scaler scaler(header);
  for (const BlackboxSource& source : blackbox_sources) {
    const auto frame = header.frames.find(source.frame);
    if (frame == header.frames.end()) continue;
    BlackboxChannel channel;
    channel.source = &source;
    channel.fields = places_of(frame->second, source.fields);
    if (channel.fields.empty()) continue;
    const auto scaling = scaler.of(source.scale);
    if (!scaling) {
      flight.remarks.push_back(fmt::format("{} ({}) is left out: {}", source.signal,
                                           source_name(source), scaler.missing()));
      continue;
    }
    channel.offset = scaling->offset, channel.factor = scaling->factor;
    for (const std::size_t place : channel.fields) {
      channel.is_signed.push_back(frame->second[place].is_signed);
    }
    channel.signal =
        empty_signal(*kind_of(source.signal), source_name(source), channel.fields.size());
    channels.push_back(std::move(channel));
  }
  return channels;
}

}  // namespace montecopter::logs
