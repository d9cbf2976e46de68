#include "options.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter::cli {

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t low,
                          std::int64_t high) {
  // 010 is ten to some and eight to others: it is refused.
  const bool padded = text.size() > 1 && (text[0] == '0' || text.compare(0, 2, "-0") == 0);
  const auto value = padded ? std::nullopt : parse_int(text);
  if (value && *value >= low && *value <= high) return *value;
  throw Error(
      ExitCode::usage,
      Problem{option, fmt::format("'{}' is not a whole number from {} to {}", text, low, high)});
}

double positive_number(const std::string& option, const std::string& text, double highest) {
  const auto value = parse_double(text);
  if (value && *value > 0 && *value <= highest) return *value;
  throw Error(
      ExitCode::usage,
      Problem{option, fmt::format("'{}' is not a number above 0 and up to {}", text, highest)});
}

double non_negative_number(const std::string& option, const std::string& text) {
  const auto value = parse_double(text);
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  throw Error(ExitCode::usage,
              Problem{option, fmt::format("'{}' is not a finite number >= 0", text)});
}

double finite_number(const std::string& option, const std::string& text) {
  const auto value = parse_double(text);
  if (value && std::isfinite(*value)) return *value;
  throw Error(ExitCode::usage, Problem{option, fmt::format("'{}' is not a finite number", text)});
}

Option scenario_argument(std::string& path) {
  return Option{"scenario", &path, "Scenario file (TOML); - reads standard input", "FILE.toml"}
      .required();
}

Option set_option(std::vector<std::string>& overrides, const std::string& doc) {
  return Option{"--set", &overrides, doc, "PATH=VALUE"}.one_by_one();
}

Option lanes_option(std::string& name, const std::string& doc) {
  return {"--lanes", &name, doc, fmt::format("auto|{}", fmt::join(kernel_names(), "|"))};
}

int default_threads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const bool known = sched_getaffinity(0, sizeof(set), &set) == 0;
  // The fixed set is too small for machines of more than 1024 processors.
  const int here = known ? CPU_COUNT(&set) : static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  // Slurm need not bind processes to the processors that it gives them.
  for (const char* variable : {"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"}) {
    const char* slurm = std::getenv(variable);
    const auto given = slurm == nullptr ? std::nullopt : parse_int(slurm);
    if (given && *given >= 1) return static_cast<int>(std::min<std::int64_t>(*given, here));
  }
  return std::max(1, here);
}

int threads_wanted(const std::optional<std::string>& text, int most) {
  return text ? static_cast<int>(whole_number("--threads", *text, 1, most)) : default_threads();
}

}  // namespace montecopter::cli
