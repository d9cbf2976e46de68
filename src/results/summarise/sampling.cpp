#include "results/summarise/sampling.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/toml_guard.hpp"
#include "plan/shard.hpp"

namespace montecopter {
namespace {

toml::table parsed_scenario(const record::ResultFile& file) {
  const std::string text = file.resolved_text();
  std::string why;
  if (const auto deep = find_too_deep(text)) {
    why = deep->what;
  } else {
    try {
      return toml::parse(text);
    } catch (const toml::parse_error& error) {
      why = error.description();
    }
  }
  throw Error(ExitCode::refused, Problem{file.path(), "its scenario is not TOML",
                                         fmt::format("{}; the file is damaged", why),
                                         "Repair it by running its scenario again with -o"});
}

}  // namespace

Sampling sampling_of(const record::ResultFile& file) {
  const toml::table root = parsed_scenario(file);
  Sampling sampling;
  const auto campaign = root["monte_carlo"];
  sampling.design = campaign["design"].value_or(sampling.design);
  // Samples picked by number do not form replicates.
  const toml::array* only = campaign["only"].as_array();
  sampling.is_chosen =
      (only != nullptr && !only->empty()) || !file.root_attribute(shard_attribute).empty();
  if (sampling.is_chosen) return sampling;
  sampling.replicates =
      std::max<std::int64_t>(1, campaign["replicates"].value_or(sampling.replicates));
  return sampling;
}

}  // namespace montecopter
