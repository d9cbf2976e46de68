#include "scenario/derived/traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace montecopter {

std::optional<TraceRule> parse_traces(std::string_view text) {
  using Kind = TraceRule::Kind;
  if (text == "auto") return TraceRule{Kind::automatic, 0};
  if (text == "none") return TraceRule{Kind::none, 0};
  if (text == "all") return TraceRule{Kind::all, 1};
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view word = text.substr(0, colon);
  const std::optional<std::int64_t> number = parse_int(text.substr(colon + 1));
  if (!number) return std::nullopt;
  if (word == "first" && *number >= 0) return TraceRule{Kind::first, *number};
  if (word == "every" && *number >= 1) return TraceRule{Kind::every, *number};
  return std::nullopt;
}

std::optional<std::int64_t> parse_recorded(std::string_view text) {
  if (text == "none") return 0;
  const std::optional<TraceRule> rule = parse_traces(text);
  const bool thins =
      rule && (rule->kind == TraceRule::Kind::all || rule->kind == TraceRule::Kind::every);
  return thins ? std::optional(rule->number) : std::nullopt;
}

TraceRule decided(const TraceRule& rule, double bytes, std::int64_t samples, std::int64_t points) {
  using Kind = TraceRule::Kind;
  if (rule.kind != Kind::automatic) return rule;
  const auto rows = static_cast<double>(points * samples);
  const double fitting = std::max(1.0, std::floor(automatic_trace_bytes / bytes));
  if (rows <= fitting) return {Kind::all, 1};
  const double of_each = std::floor(fitting / static_cast<double>(points));
  if (of_each >= 1) return {Kind::first, static_cast<std::int64_t>(of_each)};
  return {Kind::every, static_cast<std::int64_t>(std::ceil(rows / fitting))};
}

std::int64_t trace_count(const TraceRule& rule, std::int64_t samples, std::int64_t points) {
  const std::int64_t rows = points * samples;
  switch (rule.kind) {
    case TraceRule::Kind::automatic:
    case TraceRule::Kind::none:
      return 0;
    case TraceRule::Kind::all:
      return rows;
    case TraceRule::Kind::first:
      return points * std::min(rule.number, samples);
    case TraceRule::Kind::every:
      return rows == 0 ? 0 : (rows - 1) / rule.number + 1;
  }
  return 0;
}

std::vector<std::int64_t> trace_samples(const TraceRule& rule, std::int64_t samples,
                                        std::int64_t points) {
  const std::int64_t count = trace_count(rule, samples, points);
  if (count > max_trace_samples) {
    throw Error(ExitCode::usage, fmt::format("{} traced samples are more than the limit of {}. Use "
                                             "traces = \"first:N\" or \"every:K\".",
                                             count, max_trace_samples));
  }
  std::vector<std::int64_t> traced(static_cast<std::size_t>(count));
  const std::int64_t per_point = count / points;  // the N of first:N
  for (std::int64_t k = 0; k < count; ++k) {
    const bool first = rule.kind == TraceRule::Kind::first;
    const std::int64_t stride = rule.kind == TraceRule::Kind::every ? rule.number : 1;
    traced[static_cast<std::size_t>(k)] =
        first ? k / per_point * samples + k % per_point : k * stride;
  }
  return traced;
}

}  // namespace montecopter
