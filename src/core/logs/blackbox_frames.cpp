#include "core/logs/blackbox_frames.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/index.hpp"

namespace montecopter::logs {
namespace {

/// Frames of Betaflight have some 60 bytes, and never more than these.
constexpr std::size_t most_frame_bytes = 256;
constexpr std::string_view frame_letters = "IPSGHE";
constexpr std::string_view last_words{"End of log\0", 11};

std::int32_t number_of(const BlackboxHeader& header, const char* name) {
  const double number = header.first_number(name).value_or(0);
  constexpr double most = 1e6;
  return std::abs(number) <= most ? static_cast<std::int32_t>(number) : 0;
}

/// Arithmetic of 32 bits that goes round, as that of the flight controller does.
std::int32_t sum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
std::int32_t difference(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

}  // namespace

BlackboxFrames::BlackboxFrames(const BlackboxHeader& header)
    : header_(header),
      min_throttle_(number_of(header, "minthrottle")),
      min_motor_(number_of(header, "motorOutput")),
      voltage_reference_(number_of(header, "vbatref")) {
  const BlackboxFields& fields = header.frames.at('I');
  motor_0_ =
      first_index_if(fields, [](const BlackboxField& field) { return field.name == "motor[0]"; });
  previous_.assign(fields.size(), 0);
  before_previous_ = previous_;
}

bool BlackboxFrames::read(std::string_view bytes, std::size_t at) {
  if (at >= bytes.size()) return false;
  type_ = bytes[at];
  BlackboxBytes in(bytes, at + 1);
  if (type_ == 'E') {
    if (!read_event(in)) return false;
  } else {
    const auto fields = header_.frames.find(type_);
    if (fields == header_.frames.end()) return false;
    read_fields(in, fields->second);
  }
  end_ = in.at();
  if (in.failed() || end_ - at > most_frame_bytes) return false;
  const bool is_last = end_ == bytes.size() || (type_ == 'E' && event_ == blackbox_log_ends);
  return is_last || frame_letters.find(bytes[end_]) != frame_letters.npos;
}

/// The kinds that Betaflight and its relatives write; false of others, whose lengths are not known.
bool BlackboxFrames::read_event(BlackboxBytes& in) {
  event_ = in.byte();
  current_.clear();
  switch (event_) {
    case 0:   // the beep that synchronises with a video: time
    case 15:  // disarmed: why
    case 20:  // failure of the IMU
      in.unsigned_vb();
      return true;
    case 13: {  // an adjustment in flight: which, and a number
      constexpr std::uint32_t is_float = 128;
      if (in.byte() < is_float) {
        in.signed_vb();
      } else {
        for (int i = 0; i < 4; ++i) in.byte();
      }
      return true;
    }
    case blackbox_logging_resumes:  // iteration and time
    case 30:                        // modes of flight: now, and before
      in.unsigned_vb();
      in.unsigned_vb();
      return true;
    case blackbox_log_ends:
      return std::all_of(last_words.begin(), last_words.end(),
                         [&](char c) { return in.byte() == static_cast<unsigned char>(c); });
    default:
      return false;
  }
}

void BlackboxFrames::read_fields(BlackboxBytes& in, const BlackboxFields& fields) {
  current_.assign(fields.size(), 0);
  std::array<std::int32_t, 8> group{};
  for (std::size_t i = 0; i < fields.size() && !in.failed();) {
    const BlackboxEncoding encoding = fields[i].encoding;
    std::size_t count = 1;
    while (count < group_of(encoding) && i + count < fields.size() &&
           fields[i + count].encoding == encoding) {
      ++count;
    }
    in.group(encoding, std::span(group.data(), count));
    for (std::size_t k = 0; k < count; ++k, ++i) {
      current_[i] = sum(group[k], predicted(fields[i], i));
    }
  }
}

std::int32_t BlackboxFrames::predicted(const BlackboxField& field, std::size_t index) const {
  const bool is_main = type_ == 'I' || type_ == 'P';
  const std::int32_t previous = is_main ? previous_[index] : 0;
  const std::int32_t before = is_main ? before_previous_[index] : 0;
  switch (field.predictor) {
    case BlackboxPredictor::none:
      return 0;
    case BlackboxPredictor::previous:
      return previous;
    case BlackboxPredictor::straight_line:
      return difference(sum(previous, previous), before);
    case BlackboxPredictor::average_2:
      return field.is_signed
                 ? sum(previous, before) / 2
                 : static_cast<std::int32_t>(static_cast<std::uint32_t>(sum(previous, before)) / 2);
    case BlackboxPredictor::min_throttle:
      return min_throttle_;
    case BlackboxPredictor::motor_0:
      return is_main && motor_0_ < index ? current_[motor_0_] : 0;
    case BlackboxPredictor::increment:
      return static_cast<std::int32_t>(next_iteration());
    case BlackboxPredictor::home_coordinate: {
      const std::size_t which = field.name == "GPS_coord[1]" ? 1 : 0;
      return which < home_.size() ? home_[which] : 0;
    }
    case BlackboxPredictor::number_1500:
      return 1500;
    case BlackboxPredictor::voltage_reference:
      return voltage_reference_;
    case BlackboxPredictor::last_main_frame_time:
      return previous_[1];
    case BlackboxPredictor::min_motor:
      return min_motor_;
  }
  return 0;
}

std::uint32_t BlackboxFrames::next_iteration() const {
  const std::uint32_t next = static_cast<std::uint32_t>(previous_[0]) + 1;
  return next + header_.skipped[next % header_.skipped.size()];
}

void BlackboxFrames::accept_main() {
  before_previous_ = type_ == 'I' ? current_ : previous_;
  previous_ = current_;
  has_history_ = true;
}

}  // namespace montecopter::logs
