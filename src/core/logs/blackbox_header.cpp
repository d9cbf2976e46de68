#include "core/logs/blackbox_header.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"

namespace montecopter::logs {
namespace {

/// Betaflight has some 60 fields in a frame.
constexpr std::size_t most_fields = 1000;
/// Betaflight writes a frame I every 32 ms: at 32 kHz every 1024 iterations.
constexpr std::int64_t most_interval = 65536;

std::vector<std::string_view> between_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

/// A line without "H " and its end; nullopt if the header has ended. Its texts are printable: bytes
/// of other kinds are those of frames.
std::optional<std::string_view> next_line(std::string_view bytes, std::size_t& at) {
  constexpr std::size_t longest = 4096;
  if (!bytes.substr(at).starts_with("H ")) return std::nullopt;
  const std::size_t end = bytes.find('\n', at);
  if (end == bytes.npos || end - at > longest) return std::nullopt;
  std::string_view line = bytes.substr(at + 2, end - at - 2);
  at = end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

class HeaderReader {
 public:
  explicit HeaderReader(std::string_view bytes) : bytes_(bytes) {}

  std::optional<BlackboxHeader> read(std::string& why) {
    while (const auto line = next_line(bytes_, header_.bytes)) take_line(*line);
    why_ = &why;
    const bool is_good = is_known_version() && take_frames() && take_intervals();
    return is_good ? std::optional(std::move(header_)) : std::nullopt;
  }

 private:
  template <class... T>
  bool refuse(fmt::format_string<T...> text, T&&... arguments) {
    *why_ = fmt::format(text, std::forward<T>(arguments)...);
    return false;
  }

  void take_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos) {
      ++header_.strange_lines;
      return;
    }
    header_.texts[printable(std::string(line.substr(0, colon)))] =
        printable(std::string(line.substr(colon + 1)));
  }

  /// Version 1, of 2014, packed TAG8_4S16 otherwise.
  bool is_known_version() {
    const auto at = header_.texts.find("Data version");
    if (at == header_.texts.end()) return refuse("its header has no line 'Data version'");
    if (at->second != "2")
      return refuse("its data version is {}, but only version 2 is supported", at->second);
    return true;
  }

  const std::string* text_of(char frame, const char* what) const {
    const auto at = header_.texts.find(fmt::format("Field {} {}", frame, what));
    return at == header_.texts.end() ? nullptr : &at->second;
  }

  bool take_frames() {
    for (const char frame : {'I', 'S', 'G', 'H'}) {
      const std::string* names = text_of(frame, "name");
      if (names == nullptr) continue;
      BlackboxFields& fields = header_.frames[frame];
      for (const std::string_view name : between_commas(*names)) {
        fields.push_back({std::string(name)});
      }
      if (fields.size() > most_fields) {
        return refuse("its header has more than {} fields of frames {}", most_fields, frame);
      }
      if (!take_numbers(frame, fields)) return false;
    }
    if (!header_.frames.contains('I')) return refuse("its header has no line 'Field I name'");
    if (header_.frames['I'].size() < 2 || header_.frames['I'][0].name != "loopIteration" ||
        header_.frames['I'][1].name != "time") {
      return refuse("the first fields of its frames are not loopIteration and time");
    }
    header_.frames['P'] = header_.frames['I'];
    return take_numbers('P', header_.frames['P']);
  }

  bool take_numbers(char frame, BlackboxFields& fields) {
    const bool has_signs = frame == 'P' || text_of(frame, "signed") != nullptr;
    return (frame == 'P' || !has_signs ||
            take_list(frame, "signed", fields,
                      [](BlackboxField& field, std::int64_t number) {
                        field.is_signed = number != 0;
                        return number == 0 || number == 1;
                      })) &&
           take_list(frame, "predictor", fields,
                     [](BlackboxField& field, std::int64_t number) {
                       field.predictor = static_cast<BlackboxPredictor>(number);
                       return 0 <= number && number <= 11;
                     }) &&
           take_list(frame, "encoding", fields, [](BlackboxField& field, std::int64_t number) {
             field.encoding = static_cast<BlackboxEncoding>(number);
             return is_blackbox_encoding(number);
           });
  }

  template <class Take>
  bool take_list(char frame, const char* what, BlackboxFields& fields, Take take) {
    const std::string* text = text_of(frame, what);
    if (text == nullptr) return refuse("its header has no line 'Field {} {}'", frame, what);
    const auto parts = between_commas(*text);
    if (parts.size() != fields.size()) {
      return refuse("its line 'Field {} {}' has {} for {}", frame, what,
                    counted(parts.size(), "number"), counted(fields.size(), "field"));
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto number = parse_int(parts[i]);
      if (!number || !take(fields[i], *number)) {
        return refuse("'{}' in its line 'Field {} {}' is unknown to the format definition",
                      parts[i].substr(0, 20), frame, what);
      }
    }
    return true;
  }

  /// "P interval:1/4" or "4": of so many iterations one has a frame, and each "I interval"-th.
  bool take_intervals() {
    const std::int64_t whole = whole_number("I interval", 32);
    std::int64_t frames = 1, of = 1;
    if (const auto at = header_.texts.find("P interval"); at != header_.texts.end()) {
      const std::string_view text = at->second;
      const std::size_t slash = text.find('/');
      if (slash == text.npos) {
        of = parse_int(text).value_or(0);
        if (of == 0) of = 1;  // frames I only
      } else {
        frames = parse_int(text.substr(0, slash)).value_or(0);
        of = parse_int(text.substr(slash + 1)).value_or(0);
      }
    }
    if (whole < 1 || whole > most_interval || frames < 1 || frames > of || of > most_interval) {
      return refuse("its intervals of frames I and P are invalid");
    }
    fill_skipped(static_cast<std::size_t>(whole), frames, of);
    return true;
  }

  std::int64_t whole_number(const char* name, std::int64_t without) const {
    const auto at = header_.texts.find(name);
    return at == header_.texts.end() ? without : parse_int(at->second).value_or(0);
  }

  void fill_skipped(std::size_t interval, std::int64_t frames, std::int64_t of) {
    header_.skipped.assign(interval, 0);
    for (std::size_t i = interval; i-- > 1;) {
      const bool has_frame = (static_cast<std::int64_t>(i) + frames - 1) % of < frames;
      // The iteration behind the last one is that of a frame I.
      const std::uint32_t behind = i + 1 == interval ? 0 : header_.skipped[i + 1];
      header_.skipped[i] = has_frame ? 0 : behind + 1;
    }
  }

  std::string_view bytes_;
  BlackboxHeader header_;
  std::string* why_ = nullptr;
};

}  // namespace

std::optional<double> BlackboxHeader::number(const std::string& name) const {
  const auto at = texts.find(name);
  return at == texts.end() ? std::nullopt : parse_double(at->second);
}

std::optional<double> BlackboxHeader::first_number(const std::string& name) const {
  const auto at = texts.find(name);
  if (at == texts.end()) return std::nullopt;
  return parse_double(std::string_view(at->second).substr(0, at->second.find(',')));
}

std::optional<BlackboxHeader> read_blackbox_header(std::string_view bytes, std::string& why) {
  return HeaderReader(bytes).read(why);
}

}  // namespace montecopter::logs
