#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/drawn_inputs.hpp"
#include "scenario/derived/random_streams.hpp"

namespace montecopter {

namespace {

/// Possible entries besides patterns.
std::vector<std::string> known_entries(const std::vector<NamedStream>& streams) {
  std::vector<std::string> known;
  const auto add = [&](std::string_view entry) {
    if (std::find(known.begin(), known.end(), entry) == known.end()) known.emplace_back(entry);
  };
  for (const NamedStream& stream : streams) {
    const std::string_view name = stream.name;
    add(stream_purposes[static_cast<std::size_t>(stream.purpose)]);
    for (std::size_t end = name.find('.'); end != name.npos; end = name.find('.', end + 1)) {
      add(name.substr(0, end));
    }
    add(name);
  }
  return known;
}

/// Checks that the numbers of a vector, which have one draw together, are frozen together.
void check_vectors(const Scenario& scenario, Report& report) {
  const std::vector<DrawnInput> inputs = drawn_inputs(scenario);
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    const DrawnInput &a = inputs[i - 1], &b = inputs[i];
    const bool are_one = a.key == b.key && is_vector_law(*a.distribution);
    if (!are_one || !b.draws() || a.is_frozen == b.is_frozen) continue;
    report.error("monte_carlo.freeze",
                 fmt::format("'{}' is frozen and '{}' is not", (a.is_frozen ? a : b).path,
                             (a.is_frozen ? b : a).path),
                 fmt::format("the numbers of '{}' are drawn together", a.key),
                 fmt::format("Freeze \"{}\", or none of them", stream_names::of_dispersion(a.key)));
    return;
  }
}

}  // namespace

void validate_freeze(const Scenario& scenario, Report& report) {
  const std::vector<std::string>& entries = scenario.monte_carlo.freeze;
  for (const char* path : {"disperse", "wind", "sensors", "estimator", "monte_carlo.freeze"}) {
    if (entries.empty() || !report.clean(path)) return;
  }
  const std::vector<NamedStream> streams = random_streams(scenario);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool is_known =
        std::any_of(streams.begin(), streams.end(), [&](const NamedStream& stream) {
          return means_stream(entries[i], stream.purpose, stream.name);
        });
    if (is_known) continue;
    const auto near = near_name(entries[i], known_entries(streams));
    report.error(fmt::format("monte_carlo.freeze.{}", i),
                 fmt::format("'{}' matches no random stream of this scenario", entries[i]),
                 "an entry is a purpose, a stream's name, the beginning of a name up to a dot, or "
                 "a pattern with *",
                 near ? fmt::format("Did you mean '{}'?", *near)
                      : "For example monte_carlo.freeze = [\"process\"]");
  }
  check_vectors(scenario, report);
}

}  // namespace montecopter
