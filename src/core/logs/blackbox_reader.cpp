#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/logs/blackbox_channels.hpp"
#include "core/logs/blackbox_frames.hpp"
#include "core/logs/blackbox_header.hpp"
#include "core/logs/read_log.hpp"
#include "core/logs/signal_rows.hpp"

namespace montecopter::logs {
namespace {

[[noreturn]] void refuse_blackbox(const std::string& path, const std::string& why) {
  throw Error(ExitCode::refused, Problem{path, "cannot use this Blackbox log", why});
}

/// Positions at which the logs in a file begin: a flight controller writes one behind the other.
std::vector<std::size_t> beginnings(std::string_view bytes) {
  std::vector<std::size_t> places;
  for (std::size_t at = bytes.find(blackbox_beginning); at != bytes.npos;
       at = bytes.find(blackbox_beginning, at + 1)) {
    places.push_back(at);
  }
  return places;
}

/// Iteration and time of a frame, which go round at 2^32.
struct Moment {
  std::uint32_t iteration = 0, time_us = 0;
};

class BlackboxReader {
 public:
  BlackboxReader(std::string_view bytes, std::size_t begin, std::size_t end, RecordedFlight& flight)
      : bytes_(bytes.substr(0, filling_from(bytes.substr(0, end)))), at_(begin), flight_(flight) {}

  void read() {
    std::string why;
    const auto header = read_blackbox_header(bytes_.substr(std::min(at_, bytes_.size())), why);
    if (!header) refuse_blackbox(flight_.path, why);
    take_texts(*header);
    channels_ = blackbox_channels(*header, flight_);
    if (header->strange_lines > 0) {
      remark("{} of the header {} malformed and left out", counted(header->strange_lines, "line"),
             verb(header->strange_lines, "is", "are"));
    }
    at_ += header->bytes;
    read_frames(*header);
    report_losses();
    for (BlackboxChannel& channel : channels_) {
      if (!channel.signal.time_s.empty()) take_signal(flight_, std::move(channel.signal));
    }
    count_others(*header);
    if (flight_.signals.empty()) {
      refuse_blackbox(flight_.path, rows_ == 0 ? "no complete frame follows its header"
                                               : "none of its fields contains a usable signal");
    }
  }

 private:
  template <class... T>
  void remark(fmt::format_string<T...> text, T&&... arguments) {
    flight_.remarks.push_back(fmt::format(text, std::forward<T>(arguments)...));
  }

  /// Numbers are parameters, all else describes the vehicle.
  void take_texts(const BlackboxHeader& header) {
    constexpr std::size_t most = 200;
    for (const auto& [name, text] : header.texts) {
      if (name.starts_with("Field ")) continue;
      if (const auto number = parse_double(text)) {
        flight_.parameters[name] = *number;
      } else {
        flight_.info[name] = printable(text.substr(0, most));
      }
    }
  }

  void read_frames(const BlackboxHeader& header) {
    BlackboxFrames frames(header);
    bool has_ended = false;
    while (at_ < bytes_.size() && !has_ended) {
      if (!frames.read(bytes_, at_)) {
        pass_over(frames);
        continue;
      }
      has_ended = frames.type() == 'E' && frames.event() == blackbox_log_ends;
      take_frame(frames);
      at_ = frames.end();
    }
    if (!has_ended) {
      remark("it has no end marker: power was cut, or the memory was full");
    }
  }

  /// Goes on at the next whole frame that another whole frame, or nothing, follows.
  void pass_over(BlackboxFrames& frames) {
    frames.lose_history();
    const std::size_t from = at_;
    do {
      ++at_;
    } while (at_ < bytes_.size() &&
             !(frames.read(bytes_, at_) &&
               (frames.end() == bytes_.size() || frames.read(bytes_, frames.end()))));
    constexpr std::size_t most_of_a_frame = 256;
    if (at_ == bytes_.size() && at_ - from < most_of_a_frame) {
      remark("its last frame is truncated and left out ({} bytes from byte {})", at_ - from, from);
    } else {
      damages_.push_back({from, at_});
    }
  }

  void take_frame(BlackboxFrames& frames) {
    switch (frames.type()) {
      case 'I':
        return take_whole(frames);
      case 'P':
        if (!frames.has_history()) {
          ++without_history_;
          return;
        }
        ++since_whole_;
        return take_main(frames);
      case 'H':
        return frames.accept_home();
      case 'G':
        return take_position(frames);
      case 'E':
        if (frames.event() == blackbox_logging_resumes) whole_.reset();
        return;
      default:
        return;
    }
  }

  static Moment moment_of(const BlackboxFrames& frames) {
    return {static_cast<std::uint32_t>(frames.values()[0]),
            static_cast<std::uint32_t>(frames.values()[1])};
  }

  /// Bytes of damaged places may look like a frame I. Iterations take about the same time each: one
  /// from which that is far off is left out, unless the next one follows from it.
  void take_whole(BlackboxFrames& frames) {
    const Moment now = moment_of(frames);
    if (whole_ && !follows(*whole_, now) && !(doubted_ && follows(*doubted_, now))) {
      doubted_ = now;
      frames.lose_history();
      ++doubtful_;
      return;
    }
    if (whole_ && us_per_iteration_ == 0) {
      us_per_iteration_ = static_cast<double>(now.time_us - whole_->time_us) /
                          static_cast<double>(now.iteration - whole_->iteration);
    }
    const bool is_due = !frames.has_history() || frames.next_iteration() == now.iteration;
    if (whole_ && !is_due) leave_out_stretch();
    whole_ = now;
    doubted_.reset();
    take_main(frames);
    for (BlackboxChannel& channel : channels_) channel.sure_rows = channel.signal.time_s.size();
    since_whole_ = 0;
  }

  /// A frame was lost without a trace since the last frame I, if another one follows than was due.
  /// Frames P behind it have changed what is wrong; which they are is not known.
  void leave_out_stretch() {
    for (BlackboxChannel& channel : channels_) {
      if (channel.source->frame == 'I') channel.cut_back();
    }
    rows_ -= since_whole_;
    unsure_ += since_whole_;
    ++losses_;
  }

  bool follows(const Moment& before, const Moment& now) const {
    constexpr double most_us = 3600e6, far_off = 4, slack_us = 1e4;
    const double iterations = static_cast<double>(now.iteration - before.iteration);
    const double us = static_cast<double>(now.time_us - before.time_us);
    if (!(iterations > 0 && us > 0 && us < most_us)) return false;
    if (us_per_iteration_ == 0) return true;
    const double expected = us_per_iteration_ * iterations;
    return us < far_off * expected + slack_us && expected < far_off * us + slack_us;
  }

  void take_main(BlackboxFrames& frames) {
    frames.accept_main();
    take_time(moment_of(frames).time_us);
    ++rows_;
    for (BlackboxChannel& channel : channels_) {
      if (channel.source->frame == 'I') channel.take(time_s_, frames.values());
    }
  }

  /// The clock of 32 bits goes round after 71 minutes.
  void take_time(std::uint32_t time_us) {
    if (rows_ > 0) time_us_ += static_cast<std::int32_t>(time_us - last_us_);
    last_us_ = time_us;
    time_s_ = static_cast<double>(time_us_) / 1e6;
  }

  /// Coordinates count from where the vehicle was armed, which frames H state.
  void take_position(const BlackboxFrames& frames) {
    if (rows_ == 0) return;
    for (BlackboxChannel& channel : channels_) {
      if (channel.source->frame != 'G') continue;
      if (channel.source->scale == BlackboxScale::degree_e7 && !frames.has_home()) {
        ++without_home_;
        continue;
      }
      channel.take(time_s_, frames.values());
    }
  }

  void report_losses() {
    report_damages(flight_, damages_, bytes_.size(), "frame");
    if (without_history_ > 0) {
      remark("{} frames after the damage are left out: they encode changes since a lost frame",
             without_history_);
    }
    if (losses_ > 0) {
      remark("{} frames are left out: they depend on frames that were lost at {} places", unsure_,
             losses_);
    }
    if (doubtful_ > 0) {
      remark("{} frames are left out: their times do not fit the earlier ones", doubtful_);
    }
    if (without_home_ > 0)
      remark("{} coordinates are left out: no home position precedes them", without_home_);
  }

  /// Fields that no signal is made of, without their numbers.
  void count_others(const BlackboxHeader& header) {
    std::set<std::string> used = {"loopIteration", "time"};
    for (const BlackboxChannel& channel : channels_) used.insert(channel.signal.source);
    for (const RecordedSignal& signal : flight_.signals) used.insert(signal.source);
    for (const BlackboxField& field : header.frames.at('I')) {
      const std::string name = field.name.substr(0, field.name.find('['));
      if (!used.contains(name)) flight_.other_topics[printable(name)] = rows_;
    }
  }

  std::string_view bytes_;
  std::size_t at_;
  RecordedFlight& flight_;
  std::vector<BlackboxChannel> channels_;
  std::optional<Moment> whole_, doubted_;  ///< of frames I: the last one, and one that did not fit
  double us_per_iteration_ = 0;            ///< 0: not known
  std::uint32_t last_us_ = 0;
  std::int64_t time_us_ = 0;
  double time_s_ = 0;
  std::vector<DamagedBytes> damages_;
  std::size_t rows_ = 0, without_history_ = 0, doubtful_ = 0, without_home_ = 0;
  std::size_t since_whole_ = 0, unsure_ = 0, losses_ = 0;  ///< frames P since the last frame I
};

}  // namespace

RecordedFlight read_blackbox(std::string_view bytes, const std::string& path,
                             std::optional<std::int64_t> part, std::optional<double> rate_hz) {
  RecordedFlight flight;
  flight.said_rate_hz = rate_hz;
  flight.path = path;
  flight.format = "Blackbox";
  const std::vector<std::size_t> places = beginnings(bytes);
  flight.parts = std::ssize(places);
  flight.part = part.value_or(1);
  if (flight.part < 1 || flight.part > flight.parts) {
    throw Error(ExitCode::usage,
                Problem{"--part", fmt::format("there is no log {} in {}", flight.part, path), "",
                        fmt::format("It has {}",
                                    flight.parts == 1 ? "one" : fmt::format("{}", flight.parts))});
  }
  const auto index = static_cast<std::size_t>(flight.part - 1);
  const std::size_t end = index + 1 < places.size() ? places[index + 1] : bytes.size();
  BlackboxReader(bytes, places[index], end, flight).read();
  return flight;
}

}  // namespace montecopter::logs
