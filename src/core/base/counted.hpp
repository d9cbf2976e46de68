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

/// A count with its verb: "1 sample is", "3 samples are"
template <class Number>
std::string_view verb(Number n, std::string_view of_one, std::string_view of_more) {
  return n == Number{1} ? of_one : of_more;
}

}  // namespace montecopter
