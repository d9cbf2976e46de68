/// Logs of the Crazyflie's micro SD card deck, as a table of all variables.
///
/// Bitcraze defines the format in crazyflie-firmware, tools/usdlog: versions 1 and 2,
/// little-endian. The header has 0xBC, the version and the number of events. Each event has its
/// number, name and variables as "name(type)". Then come events with number, time and values. The
/// file ends with a CRC-32 of all before.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/logs/read_log.hpp"

namespace montecopter::logs {
namespace {

constexpr std::size_t most_variables = 1000, checksum_bytes = 4;

std::uint32_t crc32_of(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// A value of this type at the start of the bytes; there are enough.
template <class Number>
double value_of(std::string_view bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  return static_cast<double>(number);
}

struct NumberType {
  char letter;
  std::size_t size;
  double (*value)(std::string_view bytes);
};

constexpr auto number_types = std::to_array<NumberType>({
    {'b', 1, value_of<std::int8_t>},
    {'B', 1, value_of<std::uint8_t>},
    {'h', 2, value_of<std::int16_t>},
    {'H', 2, value_of<std::uint16_t>},
    {'i', 4, value_of<std::int32_t>},
    {'I', 4, value_of<std::uint32_t>},
    {'q', 8, value_of<std::int64_t>},
    {'Q', 8, value_of<std::uint64_t>},
    {'f', 4, value_of<float>},
    {'d', 8, value_of<double>},
});

struct Variable {
  const NumberType* type = nullptr;
  std::size_t column = 0;
};

struct Event {
  std::vector<Variable> variables;
  std::size_t bytes = 0;
};

/// Bytes that are read from the front.
class Bytes {
 public:
  explicit Bytes(std::string_view all) : all_(all) {}
  std::size_t left() const { return all_.size() - at_; }
  std::size_t at() const { return at_; }
  std::string_view take(std::size_t count) {
    const std::string_view taken = all_.substr(at_, count);
    at_ += taken.size();
    return taken;
  }
  /// A text that ends with 0; nullopt if it does not end.
  std::optional<std::string> text() {
    const std::size_t end = all_.find('\0', at_);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string text(take(end - at_));
    take(1);
    return text;
  }

 private:
  std::string_view all_;
  std::size_t at_ = 0;
};

class CrazyflieTable {
 public:
  CrazyflieTable(std::string_view bytes, const std::string& path) : path_(path), bytes_(bytes) {
    const bool is_whole =
        bytes.size() > checksum_bytes && crc32_of(bytes.substr(0, bytes.size() - checksum_bytes)) ==
                                             static_cast<std::uint32_t>(value_of<std::uint32_t>(
                                                 bytes.substr(bytes.size() - checksum_bytes)));
    if (is_whole) bytes_ = Bytes(bytes.substr(0, bytes.size() - checksum_bytes));
    if (!is_whole) remarks.push_back("its checksum is wrong: it may have been cut");
    read_header();
    read_events();
  }

  std::vector<std::string> names = {"timestamp"};
  std::string csv;
  std::vector<std::string> remarks;

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ExitCode::refused, Problem{path_, "cannot use this log", why});
  }

  double whole(std::size_t size) {
    if (bytes_.left() < size) refuse("it ends within its header");
    const std::string_view taken = bytes_.take(size);
    return size == 2 ? value_of<std::uint16_t>(taken) : value_of<std::uint8_t>(taken);
  }

  std::string text() {
    const auto found = bytes_.text();
    if (!found) refuse("it ends within its header");
    return printable(*found);
  }

  void read_header() {
    whole(1);
    version_ = whole(2);
    const double events = whole(2);
    for (double k = 0; k < events; ++k) {
      const double number = whole(2);
      const std::string event = text();
      const double variables = whole(2);
      for (double v = 0; v < variables; ++v) add_variable(events_[number], event, text());
    }
    if (names.size() < 2) refuse("its header has no variables");
    csv = join(names, ",") + "\n";
  }

  /// Adds a variable of an event from "name(type)".
  void add_variable(Event& event, const std::string& name_of_event, const std::string& text) {
    const std::size_t open = text.rfind('(');
    const bool has_type =
        open != std::string::npos && open + 3 == text.size() && text.back() == ')';
    const auto* type = std::find_if(number_types.begin(), number_types.end(), [&](const auto& t) {
      return has_type && t.letter == text[open + 1];
    });
    std::string name = text.substr(0, open);
    if (type == number_types.end() || name.find_first_of(",;\t\"") != std::string::npos)
      refuse(fmt::format("the variable '{}' is not a name with a type", text));
    if (names.size() > most_variables)
      refuse(fmt::format("its header has more than {} variables", most_variables));
    if (std::find(names.begin(), names.end(), name) != names.end())
      name = name_of_event + "/" + name;
    event.variables.push_back({type, names.size()});
    event.bytes += type->size;
    names.push_back(name);
  }

  void read_events() {
    const std::size_t time_bytes = version_ == 1 ? 4 : 8;
    while (bytes_.left() >= 2 + time_bytes) {
      const std::size_t at = bytes_.at();
      const auto event = events_.find(value_of<std::uint16_t>(bytes_.take(2)));
      if (event == events_.end()) {
        remarks.push_back(fmt::format("an unknown event at byte {}; the rest is left out", at));
        return;
      }
      const std::string_view time = bytes_.take(time_bytes);
      if (bytes_.left() < event->second.bytes) return;
      add_row(version_ == 1 ? value_of<std::uint32_t>(time) : 1e-3 * value_of<std::uint64_t>(time),
              event->second);
    }
  }

  /// Other events leave their cells empty.
  void add_row(double time_ms, const Event& event) {
    csv += format_double(time_ms);
    std::size_t column = 0;
    for (const Variable& variable : event.variables) {
      csv.append(variable.column - column, ',');
      column = variable.column;
      const double value = variable.type->value(bytes_.take(variable.type->size));
      if (std::isfinite(value)) csv += format_double(value);
    }
    csv.append(names.size() - 1 - column, ',');
    csv += '\n';
  }

  const std::string& path_;
  Bytes bytes_;
  double version_ = 0;
  std::map<double, Event> events_;
};

/// A signal in variables of the firmware; the first entry of a signal that a log has counts.
struct UsualSignal {
  std::string_view name, from, rest;
};

constexpr auto usual_signals = std::to_array<UsualSignal>({
    {"position", "stateEstimate.x stateEstimate.y stateEstimate.z",
     "unit = \"m\"\nframe = \"NWU\""},
    {"velocity", "stateEstimate.vx stateEstimate.vy stateEstimate.vz",
     "unit = \"m/s\"\nframe = \"NWU\""},
    {"attitude", "stateEstimate.qw stateEstimate.qx stateEstimate.qy stateEstimate.qz",
     "frame = \"FLU to NWU\""},
    {"body_rate", "gyro.x gyro.y gyro.z", "unit = \"deg/s\"\nframe = \"FLU\""},
    {"specific_force", "acc.x acc.y acc.z", "unit = \"g\"\nframe = \"FLU\""},
    {"rotor_speed", "rpm.m1 rpm.m2 rpm.m3 rpm.m4", "unit = \"rpm\""},
    {"command", "pwm.m1_pwm pwm.m2_pwm pwm.m3_pwm pwm.m4_pwm",
     "unit = \"us\"\nminimum = 0\nmaximum = 65535"},
    {"command", "motor.m1 motor.m2 motor.m3 motor.m4",
     "unit = \"us\"\nminimum = 0\nmaximum = 65535"},
    {"battery_voltage", "pm.vbatMV", "unit = \"mV\""},
    {"battery_voltage", "pm.vbat", "unit = \"V\""},
    {"position_reference", "ctrltarget.x ctrltarget.y ctrltarget.z",
     "unit = \"m\"\nframe = \"NWU\""},
});

/// Columns of the usual variables that a log has.
Columns usual_columns(const std::vector<std::string>& names, const std::string& path) {
  std::string text = "[time]\ncolumn = \"timestamp\"\nunit = \"ms\"\n";
  std::string_view before;
  for (const UsualSignal& signal : usual_signals) {
    std::string list;
    bool has_all = signal.name != before;
    for (std::string_view rest = signal.from; !rest.empty() && has_all;) {
      const std::string_view name = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
      has_all = std::find(names.begin(), names.end(), name) != names.end();
      list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
    }
    if (!has_all) continue;
    before = signal.name;
    text += fmt::format("[columns.{}]\nfrom = [{}]\n{}\n", signal.name, list, signal.rest);
  }
  if (before.empty())
    throw Error(ExitCode::refused,
                Problem{path, "it has none of the usual variables of a Crazyflie",
                        "it has " + join({names.begin() + 1, names.end()}),
                        "Describe its variables with --columns"});
  return parse_columns(text, path);
}

}  // namespace

bool begins_as_crazyflie_log(std::string_view bytes) {
  return bytes.starts_with(std::string_view("\xBC\x01\x00", 3)) ||
         bytes.starts_with(std::string_view("\xBC\x02\x00", 3));
}

RecordedFlight read_crazyflie(std::string_view bytes, const std::string& path,
                              const std::optional<Columns>& columns,
                              std::optional<double> rate_hz) {
  CrazyflieTable table(bytes, path);
  RecordedFlight flight =
      read_csv(table.csv, path, columns ? *columns : usual_columns(table.names, path), rate_hz);
  flight.format = "Crazyflie";
  flight.remarks.insert(flight.remarks.begin(), table.remarks.begin(), table.remarks.end());
  return flight;
}

}  // namespace montecopter::logs
