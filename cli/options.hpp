#pragma once
/// Functions for options that several commands use.
///
/// Values of options are texts, which these functions parse strictly: CLI11 2.1.2 turns --seed -1
/// into 2^64 - 1 and 010 into 8.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"

namespace montecopter::cli {

/// A whole number in [low, high], or Error(usage) that names the option.
std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t low,
                          std::int64_t high);

/// A number in (0, highest], or Error(usage) that names the option.
double positive_number(const std::string& option, const std::string& text, double highest);

/// A finite number >= 0, or Error(usage) that names the option.
double non_negative_number(const std::string& option, const std::string& text);

/// A finite number, or Error(usage) that names the option.
double finite_number(const std::string& option, const std::string& text);

/// The scenario, a required argument.
Option scenario_argument(std::string& path);

/// The option --set, which may be repeated.
Option set_option(std::vector<std::string>& overrides, const std::string& doc);

/// The option --lanes, with the names of all kernels.
Option lanes_option(std::string& name, const std::string& doc);

/// Number of processors that this process may use; a batch system may have given it fewer.
int default_threads();

/// Threads that --threads gives, or else default_threads(); at most so many.
int threads_wanted(const std::optional<std::string>& text, int most = 4096);

}  // namespace montecopter::cli
