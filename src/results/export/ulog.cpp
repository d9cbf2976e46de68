#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/version.hpp"
#include "core/numerics/angles.hpp"
#include "results/export/flight_log.hpp"
#include "results/export/little_endian.hpp"
#include "results/export/px4_topics.hpp"

namespace montecopter {
namespace {

constexpr double ticks_per_s = 1e6;
/// Half a second [us]: the most that a reader skips after damaged bytes.
constexpr std::uint64_t sync_interval_us = 500'000;

/// A message: its size in 2 bytes, without this header, then its type.
std::string message(char type, const std::string& content) {
  std::string bytes;
  append_number(bytes, static_cast<std::uint16_t>(content.size()));
  return bytes + type + content;
}

/// "ULog", 01 12 35 (hexadecimal), version 1, and when logging began [us]: the flights begin at 0.
std::string file_header() {
  std::string bytes("ULog\x01\x12\x35\x01", 8);
  append_number(bytes, std::uint64_t{0});
  return bytes;
}

/// Flag bits: no flag is set and nothing is appended; 8 + 8 + 3 * 8 bytes.
std::string flag_bits() { return message('B', std::string(40, '\0')); }

/// A synchronization message: eight fixed bytes of the definition, which a reader searches after
/// damaged bytes.
std::string sync() { return message('S', std::string("\x2F\x73\x13\x20\x25\x0C\xBB\x12", 8)); }

std::string keyed(char type, const std::string& key, const std::string& value) {
  return message(type, static_cast<char>(key.size()) + key + value);
}

std::string info(const std::string& name, const std::string& value) {
  return keyed('I', fmt::format("char[{}] {}", value.size(), name), value);
}

/// A parameter message. PX4's parameters are float, and their names have no dots. The length of a
/// key is one byte: longer names lose their beginning.
std::string parameter(const LoggedInput& input) {
  std::string name = input.path;
  std::replace_if(
      name.begin(), name.end(),
      [](char c) {
        return !(('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
                 c == '_' || c == '-');
      },
      '/');
  constexpr std::size_t longest = 200;
  if (name.size() > longest) name = name.substr(name.size() - longest);
  std::string value;
  append_number(value, static_cast<float>(input.value));
  return keyed('P', "float " + name, value);
}

const char* type_name(UlogType type) {
  switch (type) {
    case UlogType::f32:
      return "float";
    case UlogType::f64:
      return "double";
    case UlogType::i32:
      break;
  }
  return "int32_t";
}

/// "esc_report:esc_rpm" -> "esc_report".
std::string nested_message(const UlogField& field) {
  return field.nested.substr(0, field.nested.find(':'));
}

std::string field_text(const UlogField& field) {
  const std::string type = field.nested.empty() ? type_name(field.type) : nested_message(field);
  const std::string size = field.is_array ? fmt::format("[{}]", field.columns.size()) : "";
  return type + size + " " + field.name + ";";
}

/// The format of a topic, after the formats of its nested messages.
std::string formats_of(const UlogTopic& topic) {
  std::string formats, text = topic.name + ":uint64_t timestamp;";
  for (const UlogField& field : topic.fields) {
    text += field_text(field);
    if (field.nested.empty()) continue;
    const std::string inner = field.nested.substr(field.nested.find(':') + 1);
    formats +=
        message('F', fmt::format("{}:{} {};", nested_message(field), type_name(field.type), inner));
  }
  return formats + message('F', text);
}

std::string subscription(const UlogTopic& topic, std::uint16_t id) {
  std::string content;
  append_number(content, topic.instance);
  append_number(content, id);
  return message('A', content + topic.name);
}

/// A motor command: 0 at min and 1 at max; for a reversible motor -1 at min and 1 at max.
double motor_share(double command, const MotorRange& range) {
  if (range.min < 0 && range.max > 0) return command / (command < 0 ? -range.min : range.max);
  return (command - range.min) / (range.max - range.min);
}

std::int32_t whole(double value) {
  if (std::isnan(value)) return 0;
  const double rounded = std::nearbyint(value);
  constexpr double most = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp(rounded, -most, most));
}

class UlogWriter {
 public:
  UlogWriter(const LoggedSample& logged, const ByteSink& sink)
      : logged_(logged), sink_(sink), topics_(ulog_topics(logged)) {
    for (const UlogTopic& topic : topics_) {
      ticks_.push_back(ticks_of(logged.file, topic.source, ticks_per_s));
    }
  }

  void write() {
    sink_(file_header());
    sink_(flag_bits());
    write_definitions();
    for (std::size_t id = 0; id < topics_.size(); ++id) {
      sink_(subscription(topics_[id], static_cast<std::uint16_t>(id)));
    }
    std::vector<TopicSource> sources;
    for (const UlogTopic& topic : topics_) sources.push_back(topic.source);
    take_rows(logged_.file, logged_.trace, sources,
              [&](std::size_t topic, std::size_t time, std::span<const double> row) {
                write_sync(ticks_[topic][time]);
                sink_(data(topic, time, row));
              });
  }

 private:
  void write_definitions() {
    std::set<std::string> defined;  // instances of a topic share the format of the first
    for (const UlogTopic& topic : topics_) {
      if (defined.insert(topic.name).second) sink_(formats_of(topic));
    }
    sink_(info("sys_name", "montecopter"));
    sink_(info("ver_sw", version));
    sink_(info("montecopter_scenario", logged_.scenario.substr(0, 1000)));
    std::string number;
    append_number(number, logged_.sample);
    sink_(keyed('I', "int64_t montecopter_sample", number));
    for (const LoggedInput& input : inputs_of(logged_)) sink_(parameter(input));
  }

  /// Writes a synchronization message before the first data of every half second except the first.
  void write_sync(std::uint64_t time_us) {
    if (time_us < next_sync_us_) return;
    sink_(sync());
    next_sync_us_ = (time_us / sync_interval_us + 1) * sync_interval_us;
  }

  std::string data(std::size_t topic, std::size_t time, std::span<const double> row) const {
    std::string content;
    append_number(content, static_cast<std::uint16_t>(topic));
    append_number(content, ticks_[topic][time]);
    for (const UlogField& field : topics_[topic].fields) append_field(content, field, row);
    return message('D', content);
  }

  void append_field(std::string& out, const UlogField& field, std::span<const double> row) const {
    if (field.rule == FieldRule::zero) {
      append_number(out, std::int32_t{0});
      return;
    }
    for (std::size_t k = 0; k < field.columns.size(); ++k) {
      double value = row[field.columns[k]] * field.factor;
      if (field.rule == FieldRule::motor_share) value = motor_share(value, logged_.motors[k]);
      if (field.rule == FieldRule::rpm) value *= rpm_per_rad_s;
      if (field.type == UlogType::f32) append_number(out, static_cast<float>(value));
      if (field.type == UlogType::f64) append_number(out, value);
      if (field.type == UlogType::i32) append_number(out, whole(value));
    }
  }

  const LoggedSample& logged_;
  const ByteSink& sink_;
  std::vector<UlogTopic> topics_;
  std::vector<std::vector<std::uint64_t>> ticks_;
  std::uint64_t next_sync_us_ = sync_interval_us;
};

}  // namespace

void export_ulog(const LoggedSample& logged, const ByteSink& sink) {
  UlogWriter(logged, sink).write();
}

}  // namespace montecopter
