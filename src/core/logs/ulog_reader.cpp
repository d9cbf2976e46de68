/// The messages of a ULog to signals. One file with one class, which goes over the bytes once: the
/// meaning of a message depends on the formats and subscriptions before it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/logs/drive_faults.hpp"
#include "core/logs/px4_sources.hpp"
#include "core/logs/read_log.hpp"
#include "core/logs/signal_kinds.hpp"
#include "core/logs/signal_rows.hpp"
#include "core/logs/ulog_formats.hpp"
#include "core/logs/ulog_messages.hpp"

namespace montecopter::logs {
namespace {

constexpr std::size_t header_bytes = 16;
/// accelerometer_timestamp_relative of values that are not valid (msg/SensorCombined.msg).
constexpr double no_delay = 2147483647;

[[noreturn]] void refuse_ulog(const std::string& path, const std::string& why) {
  throw Error(ExitCode::refused, Problem{path, "cannot use this ULog", why});
}

/// One of our signals as a subscription shows it.
struct Channel {
  const Px4Source* source = nullptr;
  std::vector<UlogPlace> places;
  std::optional<UlogPlace> delay;
  RecordedSignal signal;
};

struct Subscription {
  std::string topic;
  std::optional<UlogSizes> sizes;  ///< of its data; nullopt: the formats do not tell
  std::optional<UlogPlace> time;
  std::size_t needed_bytes = 0;
  std::vector<Channel> channels;
  std::size_t messages = 0, misfits = 0;
};

class UlogReader {
 public:
  UlogReader(std::string_view bytes, const std::string& path, const Instances& wanted,
             std::optional<double> rate_hz)
      : bytes_(bytes), instances_(wanted) {
    flight_.said_rate_hz = rate_hz;
    flight_.path = path;
    flight_.format = "ULog";
  }

  RecordedFlight read() {
    if (bytes_.size() < header_bytes) refuse_ulog(flight_.path, "it ends within its header");
    const int version = bytes_[7];
    if (version > 1) remark("its version {} is newer than this program knows (1)", version);
    start_us_ = ulog_number(bytes_, 8, 8);
    read_messages(header_bytes);
    instances_.require_all(flight_.path);
    report_losses();
    take_signals();
    if (flight_.signals.empty()) {
      refuse_ulog(flight_.path, bytes_.size() == header_bytes
                                    ? "nothing follows its header"
                                    : "none of its topics contains a usable signal" + reasons());
    }
    return std::move(flight_);
  }

 private:
  std::string reasons() const {
    return flight_.remarks.empty() ? "" : ": " + join(flight_.remarks, "; ");
  }

  template <class... T>
  void remark(fmt::format_string<T...> text, T&&... arguments) {
    flight_.remarks.push_back(fmt::format(text, std::forward<T>(arguments)...));
  }

  /// Appended data begin where the file once ended, in the middle of a message perhaps.
  void read_messages(std::size_t at) {
    while (at < bytes_.size()) {
      const std::size_t end = end_of_part(at);
      if (!is_sound(at, end)) {
        at = pass_over(at, end);
        continue;
      }
      const UlogMessage message = *ulog_message_at(bytes_, at, end);
      take_held();
      if (changes_what_is_sound(message.type)) {
        take_message(message, at == header_bytes);
      } else {
        held_ = message;
        held_at_ = at;
      }
      at = message.end;
    }
    take_held();
  }

  /// Whether a message changes where parts of the file end, or formats, or what has which format.
  static bool changes_what_is_sound(char type) { return type == 'B' || type == 'F' || type == 'A'; }

  /// A message is taken when the next one is sound too. Where bytes are lost or have come in, the
  /// message before still has its size, but holds bytes of others.
  void take_held() {
    if (held_) take_message(*held_, false);
    held_.reset();
  }

  /// Whether a message as the definition and its format want it stands there.
  bool is_sound(std::size_t at, std::size_t end) const {
    const auto message = ulog_message_at(bytes_, at, end);
    if (!message || !is_as_ulog_defines(*message)) return false;
    if (message->type == 'B') return at == header_bytes;
    return message->type != 'D' ||
           fits_format(ulog_number(message->content, 0, 2), message->content.size() - 2);
  }

  bool fits_format(std::uint64_t id, std::size_t size) const {
    const auto at = subscriptions_.find(static_cast<std::uint16_t>(id));
    if (at == subscriptions_.end()) return undescribed_.contains(static_cast<std::uint16_t>(id));
    const auto& sizes = at->second.sizes;
    return !sizes || (sizes->least <= size && size <= sizes->most);
  }

  /// Passes over an unsound message at byte `at`. If a sound message, or the end, is just where it
  /// ends, it alone is strange. Else the search goes on to the next sound message. Returns where to
  /// go on.
  std::size_t pass_over(std::size_t at, std::size_t end) {
    const std::size_t next = next_sound(at + 1, end);
    const auto message = ulog_message_at(bytes_, at, end);
    if (message && message->end == next) {
      take_held();
      take_strange(*message, at == header_bytes);
    } else if (next == end && is_cut_off(at, end)) {
      take_held();
      if (end == bytes_.size()) {
        remark("its last message is truncated and left out ({} bytes from byte {})", end - at, at);
      }
    } else {
      return leave_out_damage(held_ ? held_at_ : at, end);
    }
    return next;
  }

  /// Leaves out damaged bytes. Another message may begin within the bytes that the held one took
  /// for its own.
  std::size_t leave_out_damage(std::size_t from, std::size_t end) {
    held_.reset();
    damages_.push_back({from, next_sound(from + 1, end)});
    return damages_.back().to;
  }

  std::size_t next_sound(std::size_t at, std::size_t end) const {
    while (at < end && !is_sound(at, end)) ++at;
    return at;
  }

  /// Whether a message begins there of which only the end is missing.
  bool is_cut_off(std::size_t at, std::size_t end) const {
    constexpr std::size_t with_id = ulog_header_bytes + 2;
    if (end - at < ulog_header_bytes) return true;
    if (bytes_[at + 2] != 'D') return is_ulog_type(bytes_[at + 2]);
    const std::size_t size = ulog_number(bytes_, at, 2);
    return end - at < with_id ||
           (size >= 2 && fits_format(ulog_number(bytes_, at + ulog_header_bytes, 2), size - 2));
  }

  std::size_t end_of_part(std::size_t at) const {
    for (const std::size_t offset : appended_) {
      if (offset > at) return std::min(offset, bytes_.size());
    }
    return bytes_.size();
  }

  void take_strange(const UlogMessage& message, bool is_first) {
    if (!is_ulog_type(message.type)) ++unknown_messages_;
    if (message.type == 'D') return take_misfit(message.content);
    if (changes_what_is_sound(message.type)) return take_message(message, is_first);
    if (is_ulog_type(message.type)) ++bad_messages_;
  }

  void take_misfit(std::string_view content) {
    const auto id = static_cast<std::uint16_t>(content.size() < 2 ? 0 : ulog_number(content, 0, 2));
    const auto at = subscriptions_.find(id);
    if (content.size() < 2 || at == subscriptions_.end()) {
      ++orphans_;
    } else {
      ++at->second.misfits;
    }
  }

  void take_message(const UlogMessage& message, bool is_first) {
    const char type = message.type;
    const std::string_view content = message.content;
    if (type == 'B') take_flags(content, is_first);
    if (type == 'F' && !formats_.add(content)) ++bad_formats_;
    if (type == 'I' || type == 'P') take_keyed(type, content);
    if (type == 'A') take_subscription(content);
    if (type == 'D') take_data(content);
    if (type == 'O') {
      flight_.dropouts_s.push_back(static_cast<double>(ulog_number(content, 0, 2)) / 1000);
    }
  }

  void take_flags(std::string_view content, bool is_first) {
    if (!is_first) return remark("a flag message that is not the first message is left out");
    if (content.size() < flag_bits_bytes) refuse_ulog(flight_.path, "its flag bits are cut short");
    for (std::size_t i = 0; i < 8; ++i) {
      const int flags = static_cast<unsigned char>(content[8 + i]);
      if ((i == 0 ? flags & ~1 : flags) != 0) {
        refuse_ulog(
            flight_.path,
            "it has incompatible flags unknown to the format definition, so its content cannot "
            "be read reliably");
      }
    }
    if ((content[8] & 1) == 0) return;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint64_t offset = ulog_number(content, 16 + 8 * i, 8);
      if (offset == 0) continue;
      if (offset >= bytes_.size() || offset < header_bytes) {
        remark("appended data at byte {} are not in the file", offset);
        continue;
      }
      appended_.insert(static_cast<std::size_t>(offset));
    }
  }

  /// "char[5] sys_name" and its text; "float MC_ROLL_P", "int32_t SDLOG_PROFILE" and its number.
  void take_keyed(char type, std::string_view content) {
    const std::size_t length = content.empty() ? 0 : static_cast<unsigned char>(content[0]);
    if (length == 0 || content.size() < 1 + length) return;
    const std::string_view key = content.substr(1, length), value = content.substr(1 + length);
    const std::size_t blank = key.find(' ');
    if (blank == key.npos) return;
    const std::string_view kind = key.substr(0, blank);
    const std::string name = printable(std::string(key.substr(blank + 1)));
    if (type == 'I' && kind.starts_with("char[")) {
      constexpr std::size_t most = 200;
      flight_.info[name] = printable(std::string(value.substr(0, most)));
    }
    if (type == 'P' && value.size() == 4 && (kind == "float" || kind == "int32_t")) {
      const auto number = kind == "float" ? UlogNumber::f32 : UlogNumber::i32;
      flight_.parameters[name] = UlogPlace{0, number}.read(value);
    }
  }

  void take_subscription(std::string_view content) {
    if (content.size() < 4) {
      ++bad_subscriptions_;
      return;
    }
    const int instance = static_cast<unsigned char>(content[0]);
    const auto id = static_cast<std::uint16_t>(ulog_number(content, 1, 2));
    Subscription subscription{std::string(content.substr(3)), {}, {}, 0, {}, 0, 0};
    if (!formats_.has(subscription.topic) || subscriptions_.contains(id)) {
      ++bad_subscriptions_;
      undescribed_.insert(id);
      return;
    }
    subscription.sizes = formats_.sizes(subscription.topic);
    subscription.time = formats_.find(subscription.topic, "timestamp");
    if (instances_.is_wanted(subscription.topic, instance) && subscription.time &&
        shown_.insert(subscription.topic).second) {
      subscription.needed_bytes = subscription.time->end();
      add_channels(subscription);
    }
    if (instance > 0) subscription.topic += fmt::format(".{}", instance);
    subscriptions_.emplace(id, std::move(subscription));
  }

  void add_channels(Subscription& subscription) {
    for (const Px4Source& source : px4_sources) {
      if (source.topic != subscription.topic) continue;
      Channel channel{&source, places_of(source), {}, {}};
      if (channel.places.empty()) continue;
      if (!source.delay_us.empty())
        channel.delay = formats_.find(subscription.topic, source.delay_us);
      name_signal(channel);
      for (const UlogPlace& place : channel.places) note_place(subscription, place);
      if (channel.delay) note_place(subscription, *channel.delay);
      subscription.channels.push_back(std::move(channel));
    }
  }

  static void note_place(Subscription& subscription, const UlogPlace& place) {
    subscription.needed_bytes = std::max(subscription.needed_bytes, place.end());
  }

  std::vector<UlogPlace> places_of(const Px4Source& source) const {
    const std::string topic(source.topic);
    if (source.fields.find("[*]") != source.fields.npos) {
      return formats_.find_all(topic, source.fields);
    }
    std::vector<UlogPlace> places;
    for (const std::string_view field : words_of(source.fields)) {
      const auto place = formats_.find(topic, field);
      if (!place) return {};
      places.push_back(*place);
    }
    return places;
  }

  static void name_signal(Channel& channel) {
    const Px4Source& source = *channel.source;
    const std::string_view fields = source.fields;
    channel.signal = empty_signal(
        *kind_of(source.signal),
        fmt::format("{}.{}", source.topic, fields.substr(0, fields.find_first_of("[ "))),
        channel.places.size());
    if (!source.unit.empty()) channel.signal.unit = source.unit;
  }

  void take_data(std::string_view content) {
    const auto at = subscriptions_.find(static_cast<std::uint16_t>(ulog_number(content, 0, 2)));
    if (at == subscriptions_.end()) {
      ++orphans_;
      return;
    }
    Subscription& subscription = at->second;
    const std::string_view data = content.substr(2);
    ++subscription.messages;
    if (subscription.channels.empty()) return;
    if (data.size() < subscription.needed_bytes) {
      ++subscription.misfits;
      return;
    }
    const std::uint64_t time_us = ulog_number(data, subscription.time->offset, 8);
    for (Channel& channel : subscription.channels) take_row(channel, time_us, data);
  }

  void take_row(Channel& channel, std::uint64_t time_us, std::string_view data) const {
    // The difference of whole numbers is exact, and before the start of the log it is negative.
    double us = static_cast<double>(static_cast<std::int64_t>(time_us - start_us_));
    if (channel.delay) {
      const double delay = channel.delay->read(data);
      if (delay == no_delay) return;
      us += delay;
    }
    channel.signal.time_s.push_back(us / 1e6);
    for (const UlogPlace& place : channel.places) {
      channel.signal.values.push_back(place.read(data) * channel.source->factor);
    }
  }

  void report_losses() {
    report_damages(flight_, damages_, bytes_.size(), "message");
    const auto tell = [&](std::size_t count, const char* what) {
      if (count > 0) remark("{} {}", count, what);
    };
    tell(bad_formats_, "malformed formats are left out");
    tell(bad_subscriptions_,
         "subscriptions without a format, or with a number already in use, are left out");
    tell(orphans_, "data messages without a valid subscription are left out");
    tell(unknown_messages_, "messages of unknown types are left out");
    tell(bad_messages_, "malformed messages are left out");
    for (const auto& [id, subscription] : subscriptions_) {
      if (subscription.misfits == 0) continue;
      remark("{}: {} messages whose length differs from their format are left out",
             printable(subscription.topic), subscription.misfits);
    }
  }

  /// Takes for each signal the first of its sources that has values.
  void take_signals() {
    for (const Px4Source& source : px4_sources) {
      if (flight_.find(std::string(source.signal)) != nullptr) continue;
      for (auto& [id, subscription] : subscriptions_) {
        for (Channel& channel : subscription.channels) {
          if (channel.source == &source) take_signal(flight_, std::move(channel.signal));
        }
      }
    }
    leave_out_simulated_speeds();
    for (const auto& [id, subscription] : subscriptions_) {
      if (subscription.channels.empty() && subscription.messages > 0) {
        flight_.other_topics[printable(subscription.topic)] += subscription.messages;
      }
    }
  }

  void leave_out_simulated_speeds() {
    const RecordedSignal *speeds = flight_.find("rotor_speed"), *commands = flight_.find("command");
    if (speeds == nullptr || commands == nullptr || !are_made_of_commands(*speeds, *commands))
      return;
    remark("{} is left out: PX4's simulation makes it of the commands (6000 rpm times each)",
           speeds->source);
    std::erase_if(flight_.signals, [](const auto& signal) { return signal.name == "rotor_speed"; });
  }

  std::string_view bytes_;
  Instances instances_;
  RecordedFlight flight_;
  std::uint64_t start_us_ = 0;
  std::set<std::size_t> appended_;
  UlogFormats formats_;
  std::map<std::uint16_t, Subscription> subscriptions_;
  std::set<std::uint16_t> undescribed_;  ///< numbers subscribed to without a format
  std::optional<UlogMessage> held_;      ///< not taken yet
  std::size_t held_at_ = 0;              ///< byte at which it begins
  std::vector<DamagedBytes> damages_;
  std::set<std::string> shown_;  ///< topics of which an instance shows signals
  std::size_t bad_formats_ = 0, bad_subscriptions_ = 0, orphans_ = 0, unknown_messages_ = 0,
              bad_messages_ = 0;
};

}  // namespace

RecordedFlight read_ulog(std::string_view bytes, const std::string& path,
                         const Instances& instances, std::optional<double> rate_hz) {
  return UlogReader(bytes, path, instances, rate_hz).read();
}

}  // namespace montecopter::logs
