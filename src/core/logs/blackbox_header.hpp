#pragma once
/// The header of a Blackbox log: what its frames hold, and how to read and scale them.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/logs/blackbox_bytes.hpp"

namespace montecopter::logs {

/// Beginning of each log in a file.
inline constexpr std::string_view blackbox_beginning = "H Product:Blackbox";

/// The number that is added to a stored number, with the codes of the headers.
enum class BlackboxPredictor {
  none = 0,
  previous = 1,
  straight_line = 2,
  average_2 = 3,
  min_throttle = 4,
  motor_0 = 5,
  increment = 6,
  home_coordinate = 7,
  number_1500 = 8,
  voltage_reference = 9,
  last_main_frame_time = 10,
  min_motor = 11,
};

struct BlackboxField {
  std::string name;
  bool is_signed = false;
  BlackboxPredictor predictor = BlackboxPredictor::none;
  BlackboxEncoding encoding = BlackboxEncoding::null;
};

using BlackboxFields = std::vector<BlackboxField>;

struct BlackboxHeader {
  std::map<std::string, std::string> texts;  ///< what stands behind each name
  std::map<char, BlackboxFields> frames;     ///< by their letters; P has the names of I
  /// Number of iterations without a frame, by the iteration from which on, modulo the number
  /// between frames I.
  std::vector<std::uint32_t> skipped;
  std::size_t bytes = 0;          ///< of the header
  std::size_t strange_lines = 0;  ///< that are not as the definition says

  std::optional<double> number(const std::string& name) const;
  /// The first of numbers between commas.
  std::optional<double> first_number(const std::string& name) const;
};

/// Reads the header with which `bytes` begin. If frames cannot be read by it, `why` says the
/// reason, and nullopt is returned.
std::optional<BlackboxHeader> read_blackbox_header(std::string_view bytes, std::string& why);

}  // namespace montecopter::logs
