#pragma once
/// Numbers of things in words.

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace montecopter {

/// "1 sample", "3 samples"
template <class Number>
std::string counted(Number n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == Number{1} ? "" : "s");
}

}  // namespace montecopter
