#pragma once
/// Parameters as the firmware reads them from a file that `--defaults` names: a line NAME VALUE for
/// each. Source: ArduPilot, libraries/AP_Param, AP_Param::parse_param_line.

#include <cstddef>
#include <string>
#include <string_view>

namespace montecopter::ardupilot {

/// The firmware leaves out lines with longer names, without a word.
inline constexpr std::size_t longest_parameter_name = 16;

/// Whether a parameter of the firmware can have this name: capitals, digits and _, a letter first.
bool is_parameter_name(std::string_view name);

/// Appends the line. The number, which has to be finite, is rounded to the firmware's single
/// precision, and written as the shortest text that reads back so.
void append_parameter_line(std::string_view name, double value, std::string& out);

}  // namespace montecopter::ardupilot
