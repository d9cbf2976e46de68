#pragma once
/// Keys that were called otherwise before: the only list of them (metrics: renamed_metrics.hpp). A
/// scenario that says an old name is refused with the new one. Results of earlier builds are read
/// as if they had the new names (record/renamed_datasets.hpp), and inputs are found by both. A key
/// that is dispersed goes on drawing from the stream of random numbers that is named after its old
/// path (dynamics/random/).

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

struct Renamed {
  std::string_view before, now;
};

/// By path. The types that have the keys declare them as retired: retired(...).
inline constexpr Renamed profile_fraction = {"vehicle.tail_rotor.profile_share",
                                             "vehicle.tail_rotor.profile_fraction"};
inline constexpr std::array renamed_keys = {profile_fraction};

constexpr RetiredKey retired(const Renamed& path) {
  return {path.before.substr(path.before.rfind('.') + 1), path.now};
}

/// `name` with another beginning, if `from` is its beginning and ends there or before `separator`.
inline std::optional<std::string> begun_otherwise(std::string_view name, std::string_view from,
                                                  std::string_view to, char separator) {
  if (!name.starts_with(from)) return std::nullopt;
  const std::string_view rest = name.substr(from.size());
  if (!rest.empty() && rest.front() != separator) return std::nullopt;
  return std::string(to) + std::string(rest);
}

/// What an input is called now of which a former name is given: a path, which `.factor` or
/// `.offset` may follow.
inline std::optional<std::string> input_now(std::string_view name) {
  for (const Renamed& key : renamed_keys) {
    if (auto now = begun_otherwise(name, key.before, key.now, '.')) return now;
  }
  return std::nullopt;
}

/// The former names of an input of today.
inline std::vector<std::string> former_inputs(std::string_view name) {
  std::vector<std::string> names;
  for (const Renamed& key : renamed_keys) {
    auto before = begun_otherwise(name, key.now, key.before, '.');
    if (before) names.push_back(std::move(*before));
  }
  return names;
}

/// The path after which the stream of a dispersed input is named: the first that its key had.
constexpr std::string_view stream_path(std::string_view path) {
  for (const Renamed& key : renamed_keys) {
    if (key.now == path) return key.before;
  }
  return path;
}

}  // namespace montecopter
