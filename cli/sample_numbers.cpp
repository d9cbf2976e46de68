#include "sample_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "options.hpp"

namespace montecopter::cli {
namespace {

/// Largest number of samples in an option; more would fill the memory.
constexpr std::int64_t most_numbers = 10'000'000;

/// Adds the numbers of `7`, or of `40..45` with both ends.
void add_numbers(const std::string& option, const std::string& text, std::int64_t last,
                 std::vector<std::int64_t>& numbers) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    numbers.push_back(whole_number(option, text, 0, last));
    return;
  }
  const std::int64_t from = whole_number(option, text.substr(0, dots), 0, last);
  const std::int64_t to = whole_number(option, text.substr(dots + 2), 0, last);
  if (to < from) {
    throw Error(ExitCode::usage, Problem{option, fmt::format("'{}' is an empty range", text),
                                         "it goes down", fmt::format("Write {}..{}", to, from)});
  }
  if (to - from >= most_numbers - std::ssize(numbers)) {
    throw Error(ExitCode::usage, Problem{option, fmt::format("'{}' is too many samples", text),
                                         fmt::format("at most {}", most_numbers)});
  }
  for (std::int64_t number = from; number <= to; ++number) numbers.push_back(number);
}

}  // namespace

std::vector<std::int64_t> sample_numbers(const std::string& option,
                                         const std::vector<std::string>& texts, std::int64_t last) {
  std::vector<std::int64_t> numbers;
  for (const std::string& text : texts) {
    for (std::size_t first = 0; first <= text.size();) {
      const std::size_t end = std::min(text.find(',', first), text.size());
      add_numbers(option, text.substr(first, end - first), last, numbers);
      first = end + 1;
    }
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace montecopter::cli
