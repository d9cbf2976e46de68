#include "results/summarise/selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/pattern.hpp"
#include "core/base/text.hpp"
#include "core/fields/former_metrics.hpp"

namespace montecopter {
namespace {

void report_unknown(Diagnostics& problems, const char* option, const std::string& what,
                    const std::string& name, const std::vector<std::string>& known) {
  const auto near = near_name(name, known);
  problems.error(option, fmt::format("unknown {} '{}'", what, name), "",
                 near ? "Did you mean '" + *near + "'?" : "The file has " + join(known));
}

/// The components that a name addresses: all for the signal itself, one for "signal.component".
std::vector<std::size_t> matching_components(const record::TracedSignal& signal,
                                             const std::string& name) {
  std::vector<std::size_t> matching;
  for (std::size_t c = 0; c < signal.components.size(); ++c) {
    if (name == signal.name() || name == signal.full_name(c)) matching.push_back(c);
  }
  return matching;
}

bool choose_signal(std::vector<SignalChoice>& choices, const std::string& name) {
  bool found = false;
  for (SignalChoice& choice : choices) {
    for (const std::size_t c : matching_components(choice.signal, name)) {
      choice.components.push_back(c);
      found = true;
    }
  }
  return found;
}

void sort_and_unite(auto& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Names to suggest: components if the name has a dot, else signals.
std::vector<std::string> signal_names_like(const std::vector<SignalChoice>& choices,
                                           const std::string& name) {
  std::vector<std::string> known;
  for (const SignalChoice& choice : choices) {
    const bool dotted = name.find('.') != std::string::npos && choice.signal.width() > 1;
    if (!dotted) known.push_back(choice.signal.name());
    for (std::size_t c = 0; dotted && c < choice.signal.components.size(); ++c) {
      known.push_back(choice.signal.full_name(c));
    }
  }
  return known;
}

/// Refuses signals with different times, which do not fit into one table.
void require_common_times(const std::vector<SignalChoice>& choices) {
  for (const SignalChoice& choice : choices) {
    const record::TracedSignal &one = choices.front().signal, &other = choice.signal;
    if (one.time_axis() == other.time_axis()) continue;
    throw Error(
        ExitCode::usage,
        Problem{
            "--signal", fmt::format("'{}' and '{}' have different times", one.name(), other.name()),
            fmt::format("their time axes are '{}' and '{}'", one.time_axis(), other.time_axis()),
            "Request them one at a time"});
  }
}

std::string bare_name(const std::string& name) { return without_prefix(name, metric_prefix); }

/// All traced signals, with no component chosen. Error(usage) if there are none.
std::vector<SignalChoice> all_signals(const record::ResultFile& file) {
  std::vector<SignalChoice> choices;
  for (record::TracedSignal& signal : record::traced_signals(file)) {
    choices.push_back({std::move(signal), {}});
  }
  if (!choices.empty()) return choices;
  throw Error(ExitCode::usage, Problem{file.path(), "there are no traces in this file",
                                       "output.traces is \"none\", or output.signals is empty",
                                       "Run the scenario with traces into another file"});
}

/// The named signals with their named components; all signals without names.
std::vector<SignalChoice> named_signals(std::vector<SignalChoice> choices,
                                        const std::vector<std::string>& names) {
  Diagnostics problems;
  for (const std::string& name : names) {
    if (choose_signal(choices, name)) continue;
    report_unknown(problems, "--signal", "signal", name, signal_names_like(choices, name));
  }
  problems.throw_if_errors();
  for (SignalChoice& choice : choices) {
    if (names.empty()) choice.components = matching_components(choice.signal, choice.signal.name());
    sort_and_unite(choice.components);
  }
  std::erase_if(choices, [](const SignalChoice& choice) { return choice.components.empty(); });
  return choices;
}

}  // namespace

bool is_metric_called(const std::string& metric, const std::string& name) {
  return fits(bare_name(name), metric);
}

void report_unknown_metric(Diagnostics& problems, const std::string& name,
                           const std::vector<std::string>& known) {
  const std::string bare = bare_name(name);
  if (const auto now = current_metric(bare, known)) {
    problems.error("--metric", fmt::format("there is no metric '{}' any more", bare), "",
                   fmt::format("Use '{}'", *now));
  } else {
    report_unknown(problems, "--metric", "metric", bare, known);
  }
}

void select_metrics(Summary& summary, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const SummaryMetric& metric : summary.metrics) known.push_back(metric.name);
  Diagnostics problems;
  std::vector<std::size_t> kept;
  for (const std::string& name : names) {
    const std::size_t before = kept.size();
    for (std::size_t m = 0; m < known.size(); ++m) {
      if (is_metric_called(known[m], name)) kept.push_back(m);
    }
    if (kept.size() > before) continue;
    report_unknown_metric(problems, name, known);
  }
  problems.throw_if_errors();
  sort_and_unite(kept);
  const auto keep = [&](auto& list) {
    for (std::size_t i = 0; i < kept.size(); ++i) list[i] = list[kept[i]];
    list.resize(kept.size());
  };
  keep(summary.metrics);
  for (GroupSummary& group : summary.groups) keep(group.rows), keep(group.means);
}

Index require_point(bool is_sweep, Index points, std::int64_t point) {
  if (!is_sweep) {
    throw Error(ExitCode::usage,
                Problem{"--point", "this result has no sweep", "", "Leave --point out"});
  }
  const auto chosen = static_cast<Index>(point);
  if (chosen < points) return chosen;
  throw Error(ExitCode::usage,
              Problem{"--point", fmt::format("there is no point {}", point),
                      fmt::format("the sweep has the points 0 to {}", points - 1)});
}

void select_point(Summary& summary, std::int64_t point) {
  summary.groups = {
      summary.groups[require_point(summary.is_sweep(), summary.groups.size(), point)]};
}

std::vector<SignalChoice> choose_signals(const record::ResultFile& file,
                                         const std::vector<std::string>& names) {
  const std::vector<SignalChoice> all = all_signals(file);
  std::vector<SignalChoice> choices = named_signals(all, names);
  if (names.empty()) {
    std::erase_if(choices,
                  [](const SignalChoice& choice) { return choice.signal.time_axis() != "time"; });
  }
  if (choices.empty()) {
    throw Error(ExitCode::usage,
                Problem{"--signal", "no signal is named, and the file has only sensor readings",
                        "each sensor has its own times",
                        fmt::format("The file has {}", join(signal_names_like(all, "")))});
  }
  require_common_times(choices);
  return choices;
}

std::vector<SignalChoice> choose_recorded(const record::ResultFile& file,
                                          const std::vector<std::string>& names) {
  return named_signals(all_signals(file), names);
}

std::vector<double> times_of(const record::ResultFile& file,
                             std::span<const SignalChoice> choices) {
  return file.read_f64(choices.front().signal.time_axis());
}

std::vector<Index> choose_times(std::span<const double> times, std::span<const double> at) {
  std::vector<Index> indices;
  Diagnostics problems;
  for (const double t : at) {
    if (times.empty() || t > times.back()) {
      problems.error("--at", fmt::format("{} s is after the end", t),
                     fmt::format("the last output is at {} s", times.empty() ? 0 : times.back()));
      continue;
    }
    const auto above = std::lower_bound(times.begin(), times.end(), t);
    const bool below_is_nearer = above != times.begin() && t - *(above - 1) < *above - t;
    indices.push_back(static_cast<Index>(above - times.begin()) - (below_is_nearer ? 1 : 0));
  }
  problems.throw_if_errors();
  sort_and_unite(indices);
  return indices;
}

std::vector<Index> thin_times(Index count, Index rows) {
  std::vector<Index> indices;
  const Index shown = std::min(count, rows);
  for (Index i = 0; i < shown; ++i) {
    // Rounded down, in two parts: i * (count - 1) may overflow.
    const Index last = count - 1, steps = std::max<Index>(1, shown - 1);
    indices.push_back(last / steps * i + last % steps * i / steps);
  }
  return indices;
}

}  // namespace montecopter
