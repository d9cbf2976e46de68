#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/logs/dataflash_channels.hpp"
#include "core/logs/dataflash_formats.hpp"
#include "core/logs/dataflash_mixer.hpp"
#include "core/logs/dataflash_pulses.hpp"
#include "core/logs/read_log.hpp"
#include "core/logs/signal_rows.hpp"

namespace montecopter::logs {
namespace {

[[noreturn]] void refuse_dataflash(const std::string& path, const std::string& why) {
  throw Error(ExitCode::refused, Problem{path, "cannot use this DataFlash log", why});
}

/// The time, the instance and the signals of the messages of one type.
struct MessageKind {
  std::string name;
  const DataflashField* time = nullptr;
  double us_per_unit = 1;
  const DataflashField* instance = nullptr;
  const DataflashField* fix = nullptr;  ///< of GNSS: what it has found
  std::vector<DataflashChannel> channels;
  std::size_t messages = 0;
};

const DataflashField* number_field(const DataflashFormat& format, std::string_view name) {
  const DataflashField* field = format.find(name);
  return field != nullptr && field->is_number() ? field : nullptr;
}

/// FMTU marks it with '#'; before there was FMTU it had one of these names.
const DataflashField* instance_field(const DataflashFormat& format) {
  for (const DataflashField& field : format.fields) {
    if (field.unit == '#' && field.is_number()) return &field;
  }
  for (const char* name : {"I", "Instance", "Inst", "C"}) {
    if (const DataflashField* field = number_field(format, name)) return field;
  }
  return nullptr;
}

class DataflashReader {
 public:
  DataflashReader(std::string_view bytes, const std::string& path, const Instances& instances,
                  std::optional<double> rate_hz)
      : bytes_(bytes), end_(filling_from(bytes)), instances_(instances) {
    flight_.said_rate_hz = rate_hz;
    flight_.path = path;
    flight_.format = "DataFlash";
  }

  RecordedFlight read() {
    read_definitions();
    prepare_kinds();
    walk([this](std::string_view message) { take(message); }, true);
    instances_.require_all(flight_.path);
    report_losses();
    take_signals();
    if (flight_.signals.empty()) {
      refuse_dataflash(flight_.path, kinds_.empty()
                                         ? "it defines no messages known to this program"
                                         : "none of its messages contains a usable signal");
    }
    return std::move(flight_);
  }

 private:
  template <class... T>
  void remark(fmt::format_string<T...> text, T&&... arguments) {
    flight_.remarks.push_back(fmt::format(text, std::forward<T>(arguments)...));
  }

  /// The message of a type that is defined which begins there, if another one begins where it ends,
  /// or nothing follows. Empty if there is none.
  std::string_view message_at(std::size_t at) const {
    if (!bytes_.substr(at).starts_with(dataflash_sync)) return {};
    const std::size_t type_at = at + dataflash_sync.size();
    if (type_at >= bytes_.size()) return {};
    const auto* format = formats_.find(static_cast<unsigned char>(bytes_[type_at]));
    if (format == nullptr || format->bytes > bytes_.size() - at) return {};
    const std::size_t end = at + format->bytes;
    const std::string_view behind = bytes_.substr(end, dataflash_sync.size());
    if (end < end_ && behind != dataflash_sync.substr(0, behind.size())) return {};
    return bytes_.substr(at, format->bytes);
  }

  /// Returns all messages that are whole. Formats may be stated only later: what is passed over is
  /// counted where all are known.
  template <class Take>
  void walk(Take take, bool counts_damages) {
    std::size_t at = 0;
    while (at < end_) {
      if (const std::string_view message = message_at(at); !message.empty()) {
        take(message);
        at += message.size();
        continue;
      }
      const std::size_t from = at;
      do {
        at = std::min(bytes_.find(dataflash_sync, at + 1), end_);
      } while (at < end_ && message_at(at).empty());
      if (counts_damages) note_damage(from, at);
    }
  }

  void note_damage(std::size_t from, std::size_t to) {
    constexpr std::size_t longest = 255;
    if (to == end_ && to - from <= longest) {
      remark("its last message is truncated and left out ({} bytes from byte {})", to - from, from);
    } else {
      damages_.push_back({from, to});
    }
  }

  void read_definitions() {
    walk(
        [this](std::string_view message) {
          if (!formats_.add(message)) ++bad_definitions_;
        },
        false);
  }

  void prepare_kinds() {
    for (unsigned type = 0; type < kind_of_type_.size(); ++type) {
      const DataflashFormat* format = formats_.find(static_cast<unsigned char>(type));
      if (format == nullptr || type == dataflash_format_type) continue;
      MessageKind kind;
      kind.name = format->name;
      kind.time = number_field(*format, "TimeUS");
      if (kind.time == nullptr) {  // before 2015
        kind.time = number_field(*format, "TimeMS");
        kind.us_per_unit = 1000;
      }
      if (kind.time != nullptr) add_channels(kind, *format);
      kind_of_type_[type] = kinds_.size();
      kinds_.push_back(std::move(kind));
    }
  }

  void add_channels(MessageKind& kind, const DataflashFormat& format) {
    for (const DataflashSource& source : dataflash_sources) {
      if (source.message != format.name) continue;
      if (auto channel = DataflashChannel::of(source, format, formats_)) {
        kind.channels.push_back(std::move(*channel));
      }
    }
    if (kind.channels.empty()) return;
    kind.instance = instance_field(format);
    if (format.name == "GPS") kind.fix = number_field(format, "Status");
  }

  void take(std::string_view message) {
    const auto type = static_cast<unsigned char>(message[2]);
    const auto index = kind_of_type_[type];
    if (!index) return;
    MessageKind& kind = kinds_[*index];
    ++kind.messages;
    if (kind.name == "PARM") take_parameter(type, message);
    if (kind.name == "MSG") take_text(type, message);
    if (kind.time == nullptr) return;
    const double time_us = kind.time->raw(message) * kind.us_per_unit;
    if (!start_us_) start_us_ = time_us;
    constexpr double least_fix = 3;  // in three dimensions
    if (kind.fix != nullptr && !(kind.fix->raw(message) >= least_fix)) {
      ++without_fix_;
      return;
    }
    const int instance = kind.instance == nullptr ? 0 : small_number(kind.instance->raw(message));
    if (kind.channels.empty()) return;
    const bool is_wanted =
        kind.channels.front().is_by_rotor() || instances_.is_wanted(kind.name, instance);
    for (DataflashChannel& channel : kind.channels) {
      if (is_wanted) {
        channel.take((time_us - *start_us_) / 1e6, message, instance);
      }
    }
  }

  void take_parameter(unsigned char type, std::string_view message) {
    const DataflashFormat& format = *formats_.find(type);
    const DataflashField *name = format.find("Name"), *value = number_field(format, "Value");
    if (name == nullptr || value == nullptr) return;
    const std::string text = printable(name->text(message));
    if (!text.empty()) flight_.parameters[text] = value->raw(message);
  }

  /// The first text names the firmware: "ArduCopter V4.5.7 (2a3dc4b7)".
  void take_text(unsigned char type, std::string_view message) {
    const DataflashField* field = formats_.find(type)->find("Message");
    if (field != nullptr) flight_.info.emplace("firmware", printable(field->text(message)));
  }

  void report_losses() {
    report_damages(flight_, damages_, end_, "message");
    if (bad_definitions_ > 0) {
      remark("{} malformed messages that define others are left out", bad_definitions_);
    }
    if (without_fix_ > 0) {
      remark("{} GNSS messages without a 3D fix are left out", without_fix_);
    }
  }

  /// Takes for each signal the first of its sources that has values.
  void take_signals() {
    for (const DataflashSource& source : dataflash_sources) {
      if (flight_.find(std::string(source.signal)) != nullptr) continue;
      if (source.shape == DataflashShape::mixed) continue;
      for (MessageKind& kind : kinds_) {
        for (DataflashChannel& channel : kind.channels) {
          if (&channel.source() != &source) continue;
          RecordedSignal signal = channel.finish();
          if (signal.name == "command") commands_of_pulses(signal, flight_.parameters);
          if (!signal.time_s.empty()) take_signal(flight_, std::move(signal));
        }
      }
    }
    mix_commands();
    for (const MessageKind& kind : kinds_) {
      if (kind.channels.empty() && kind.messages > 0) {
        flight_.other_topics[printable(kind.name)] += kind.messages;
      }
    }
  }

  /// Replaces logged outputs by the commands of the motor mixer where these are more.
  void mix_commands() {
    const auto command = std::find_if(flight_.signals.begin(), flight_.signals.end(),
                                      [](const auto& signal) { return signal.name == "command"; });
    if (command == flight_.signals.end() || !command->is_share) return;
    for (MessageKind& kind : kinds_) {
      for (DataflashChannel& channel : kind.channels) {
        if (channel.source().shape != DataflashShape::mixed) continue;
        auto mixed = commands_of_mixer(channel.finish(), *command, flight_.parameters);
        if (!mixed) return;
        remark(
            "commands are those of the motor mixer (RATE), which RCOU confirms in {} of {} rows in "
            "flight",
            mixed->confirmed, mixed->flying);
        flight_.signals.erase(command);
        return take_signal(flight_, std::move(mixed->signal));
      }
    }
  }

  std::string_view bytes_;
  std::size_t end_ = 0;  ///< end of the bytes without filling
  Instances instances_;
  RecordedFlight flight_;
  DataflashFormats formats_;
  std::array<std::optional<std::size_t>, 256> kind_of_type_;  ///< its place in `kinds_`
  std::vector<MessageKind> kinds_;
  std::optional<double> start_us_;
  std::vector<DamagedBytes> damages_;
  std::size_t bad_definitions_ = 0, without_fix_ = 0;
};

}  // namespace

RecordedFlight read_dataflash(std::string_view bytes, const std::string& path,
                              const Instances& instances, std::optional<double> rate_hz) {
  return DataflashReader(bytes, path, instances, rate_hz).read();
}

}  // namespace montecopter::logs
