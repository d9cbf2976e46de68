#pragma once
/// Names of the columns of a result that do not come from the scenario, and the prefixes of the
/// others. make_plan() lays the columns out. Code that looks for a column in a layout or in a file
/// takes its name from here. Other programs read them in files: none may change.

#include <string>
#include <string_view>

namespace montecopter {

inline constexpr const char* status_column = "status";
inline constexpr const char* digest_column = "digest";
inline constexpr const char* t_end_column = "t_end_s";
inline constexpr const char* validity_column = "validity";
inline constexpr const char* sweep_point_column = "sweep_point";
/// Column of a file that holds some of a campaign's samples: the number of each among all.
inline constexpr const char* campaign_sample = "campaign_sample";
/// Why a program in the loop ended the flight.
inline constexpr const char* last_words_column = "last_words";

/// Prefixes of columns: metrics, drawn and swept inputs, statistics, requirements. A name follows.
inline constexpr const char* metric_prefix = "m_";
inline constexpr const char* input_prefix = "in_";
inline constexpr const char* statistics_prefix = "stat_";
inline constexpr const char* requirement_prefix = "req_";

/// The name without the prefix, or the name if it does not begin so.
inline std::string without_prefix(const std::string& name, std::string_view prefix) {
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

}  // namespace montecopter
