#pragma once
/// Faults in a file of another program, line by line, up to a limit.

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/error.hpp"

namespace montecopter {

class LineProblems {
 public:
  explicit LineProblems(std::string file) : file_(std::move(file)) {}

  void at(std::uint32_t line, std::string what, std::string why = {}, std::string suggestion = {}) {
    add(fmt::format("{}:{}", file_, line), std::move(what), std::move(why), std::move(suggestion));
  }
  void of_file(std::string what, std::string why = {}, std::string suggestion = {}) {
    add(file_, std::move(what), std::move(why), std::move(suggestion));
  }

  bool are_none() const { return count_ == 0; }
  /// Whether the limit is reached: a file of another kind has a fault in every line.
  bool are_too_many() const { return count_ >= most; }

  /// Throws Error(usage) with all faults.
  void throw_if_any() const { problems_.throw_if_errors(); }

 private:
  static constexpr std::size_t most = 20;

  void add(std::string where, std::string what, std::string why, std::string suggestion) {
    if (++count_ < most) {
      problems_.error(std::move(where), std::move(what), std::move(why), std::move(suggestion));
    } else if (count_ == most) {
      problems_.error(file_, fmt::format("{} lines are wrong; the rest was not read", most),
                      "is this a file of another kind?");
    }
  }

  std::string file_;
  Diagnostics problems_;
  std::size_t count_ = 0;
};

}  // namespace montecopter
