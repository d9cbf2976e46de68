#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "logs/px4_sources.hpp"
#include "logs/read_log.hpp"
#include "logs/signal_kinds.hpp"
#include "logs/ulog_formats.hpp"

namespace montecopter::logs {
namespace {

constexpr std::string_view magic("ULog\x01\x12\x35", 7);
constexpr std::size_t header_bytes = 16;
constexpr std::size_t flag_bits_bytes = 40;
constexpr std::string_view sync_magic("\x2F\x73\x13\x20\x25\x0C\xBB\x12", 8);
constexpr std::string_view known_types = "BFIMPQARDLCSO";
/// accelerometer_timestamp_relative of values that are not valid (msg/SensorCombined.msg).
constexpr double no_delay = 2147483647;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ExitCode::refused, fmt::format("{}: error: cannot use this ULog ({}).", path, why));
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return value;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    words.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return words;
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
  std::optional<UlogPlace> time;
  std::size_t needed_bytes = 0;
  std::vector<Channel> channels;
  std::size_t messages = 0, short_messages = 0;
};

class UlogReader {
 public:
  UlogReader(std::string_view bytes, const std::string& path) : bytes_(bytes) {
    flight_.path = path;
    flight_.format = "ULog";
  }

  RecordedFlight read() {
    if (bytes_.size() < header_bytes) refuse(flight_.path, "it ends within its header");
    const int version = bytes_[7];
    if (version > 1) remark("its version {} is newer than this program knows (1)", version);
    start_us_ = number_at(bytes_, 8, 8);
    read_messages(header_bytes);
    report_losses();
    take_signals();
    if (flight_.signals.empty()) {
      refuse(flight_.path, bytes_.size() == header_bytes
                               ? "there is nothing behind its header"
                               : "none of its topics shows a signal that can be used");
    }
    return std::move(flight_);
  }

 private:
  template <class... T>
  void remark(fmt::format_string<T...> text, T&&... arguments) {
    flight_.remarks.push_back(fmt::format(text, std::forward<T>(arguments)...));
  }

  /// Appended data begin where the file once ended, in the middle of a message perhaps.
  void read_messages(std::size_t at) {
    bool was_unknown = false;
    while (at < bytes_.size()) {
      const std::size_t end = end_of_part(at);
      if (at + 3 > end || at + 3 + number_at(bytes_, at, 2) > end) {
        if (end == bytes_.size()) remark("its last message is cut off, and left out");
        at = end;
        continue;
      }
      const std::size_t size = number_at(bytes_, at, 2);
      const char type = bytes_[at + 2];
      const bool is_known = known_types.find(type) != known_types.npos;
      if (!is_known && was_unknown) {
        at = next_sync(at);
        was_unknown = false;
        continue;
      }
      if (!is_known) ++unknown_messages_;
      was_unknown = !is_known;
      take_message(type, bytes_.substr(at + 3, size), at == header_bytes);
      at += 3 + size;
    }
  }

  std::size_t end_of_part(std::size_t at) const {
    for (const std::size_t offset : appended_) {
      if (offset > at) return std::min(offset, bytes_.size());
    }
    return bytes_.size();
  }

  /// Two messages of no known type in a row are bytes that are damaged: goes on behind the next
  /// synchronization message.
  std::size_t next_sync(std::size_t at) {
    const std::size_t sync = bytes_.find(sync_magic, at);
    const std::size_t next = sync == bytes_.npos ? bytes_.size() : sync + sync_magic.size();
    remark("{} bytes from byte {} on are damaged, and left out", next - at, at);
    return next;
  }

  void take_message(char type, std::string_view content, bool is_first) {
    if (type == 'B') take_flags(content, is_first);
    if (type == 'F' && !formats_.add(content)) ++bad_formats_;
    if (type == 'I' || type == 'P') take_keyed(type, content);
    if (type == 'A') take_subscription(content);
    if (type == 'D') take_data(content);
    if (type == 'O' && content.size() >= 2) {
      flight_.dropouts_s.push_back(static_cast<double>(number_at(content, 0, 2)) / 1000);
    }
  }

  void take_flags(std::string_view content, bool is_first) {
    if (!is_first) return remark("a message of flags that is not the first is left out");
    if (content.size() < flag_bits_bytes) refuse(flight_.path, "its flag bits are cut short");
    for (std::size_t i = 0; i < 8; ++i) {
      const int flags = static_cast<unsigned char>(content[8 + i]);
      if ((i == 0 ? flags & ~1 : flags) != 0) {
        refuse(flight_.path,
               "it has incompatible flags that the definition does not know, so that "
               "it says something else than this program would read");
      }
    }
    if ((content[8] & 1) == 0) return;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint64_t offset = number_at(content, 16 + 8 * i, 8);
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
    const auto id = static_cast<std::uint16_t>(number_at(content, 1, 2));
    Subscription subscription{std::string(content.substr(3)), {}, 0, {}, 0, 0};
    if (!formats_.has(subscription.topic) || subscriptions_.contains(id)) {
      ++bad_subscriptions_;
      return;
    }
    subscription.time = formats_.find(subscription.topic, "timestamp");
    if (subscription.time && instance == 0 && shown_.insert(subscription.topic).second) {
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
    const SignalKind& kind = *kind_of(source.signal);
    const auto fields = words_of(source.fields);
    const std::string field(fields.front().substr(0, fields.front().find('[')));
    channel.signal.name = source.signal;
    channel.signal.source = fmt::format("{}.{}", source.topic, field);
    channel.signal.unit = source.unit.empty() ? kind.unit : source.unit;
    if (kind.components == "*") {
      for (std::size_t i = 0; i < channel.places.size(); ++i) {
        channel.signal.components.push_back(fmt::format("{}", i));
      }
    } else {
      for (const std::string_view word : words_of(kind.components)) {
        channel.signal.components.emplace_back(word);
      }
      if (channel.signal.components.empty()) channel.signal.components = {""};
    }
  }

  void take_data(std::string_view content) {
    const auto id = static_cast<std::uint16_t>(content.size() < 2 ? 0 : number_at(content, 0, 2));
    const auto at = subscriptions_.find(id);
    if (content.size() < 2 || at == subscriptions_.end()) {
      ++orphans_;
      return;
    }
    Subscription& subscription = at->second;
    const std::string_view data = content.substr(2);
    ++subscription.messages;
    if (subscription.channels.empty()) return;
    if (data.size() < subscription.needed_bytes) {
      ++subscription.short_messages;
      return;
    }
    const std::uint64_t time_us = number_at(data, subscription.time->offset, 8);
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
    const auto tell = [&](std::size_t count, const char* what) {
      if (count > 0) remark("{} {}", count, what);
    };
    tell(bad_formats_, "formats are not as the definition says, and left out");
    tell(bad_subscriptions_,
         "subscriptions to messages without a format, or with a number that "
         "another has, are left out");
    tell(orphans_, "messages of data that nothing describes are left out");
    tell(unknown_messages_, "messages of types that the definition does not know are left out");
    for (const auto& [id, subscription] : subscriptions_) {
      if (subscription.short_messages == 0) continue;
      remark("{}: {} messages shorter than their format are left out", subscription.topic,
             subscription.short_messages);
    }
  }

  /// Of each signal the first of its sources that has values.
  void take_signals() {
    for (const Px4Source& source : px4_sources) {
      if (flight_.find(std::string(source.signal)) != nullptr) continue;
      for (auto& [id, subscription] : subscriptions_) {
        for (Channel& channel : subscription.channels) {
          if (channel.source == &source) take_signal(std::move(channel.signal));
        }
      }
    }
    for (const auto& [id, subscription] : subscriptions_) {
      if (subscription.channels.empty() && subscription.messages > 0) {
        flight_.other_topics[printable(subscription.topic)] += subscription.messages;
      }
    }
  }

  void take_signal(RecordedSignal signal) {
    if (!repair_times(flight_, signal)) return;
    leave_out_unused(signal);
    flight_.signals.push_back(std::move(signal));
  }

  /// PX4 has room for 12 motors and 8 speed controllers; of those that are not there it logs NaN or
  /// 0 throughout.
  static void leave_out_unused(RecordedSignal& signal) {
    if (kind_of(signal.name)->components != "*") return;
    const std::size_t width = signal.width();
    std::size_t used = 1;
    for (std::size_t i = 0; i < signal.values.size(); ++i) {
      const double value = signal.values[i];
      if (std::isfinite(value) && value != 0) used = std::max(used, i % width + 1);
    }
    for (std::size_t row = 0; row < signal.time_s.size(); ++row) {
      for (std::size_t c = 0; c < used; ++c) {
        signal.values[row * used + c] = signal.values[row * width + c];
      }
    }
    signal.values.resize(signal.time_s.size() * used);
    signal.components.resize(used);
  }

  std::string_view bytes_;
  RecordedFlight flight_;
  std::uint64_t start_us_ = 0;
  std::set<std::size_t> appended_;
  UlogFormats formats_;
  std::map<std::uint16_t, Subscription> subscriptions_;
  std::set<std::string> shown_;  ///< topics whose first instance shows signals
  std::size_t bad_formats_ = 0, bad_subscriptions_ = 0, orphans_ = 0, unknown_messages_ = 0;
};

}  // namespace

RecordedFlight read_ulog(std::string_view bytes, const std::string& path) {
  return UlogReader(bytes, path).read();
}

}  // namespace montecopter::logs
