#include "core/ardupilot/parameter_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/contract.hpp"

namespace montecopter::ardupilot {
namespace {

bool is_capital(char c) { return 'A' <= c && c <= 'Z'; }

}  // namespace

bool is_parameter_name(std::string_view name) {
  return !name.empty() && name.size() <= longest_parameter_name && is_capital(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_capital(c) || ('0' <= c && c <= '9') || c == '_'; });
}

void append_parameter_line(std::string_view name, double value, std::string& out) {
  expects(is_parameter_name(name) && std::isfinite(value), "a parameter of the firmware");
  fmt::format_to(std::back_inserter(out), "{} {}\n", name, static_cast<float>(value));
}

}  // namespace montecopter::ardupilot
