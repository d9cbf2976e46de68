#include "scenario/traces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace montecopter {

std::optional<TraceRule> parse_traces(std::string_view text) {
  using Kind = TraceRule::Kind;
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

std::int64_t trace_count(const TraceRule& rule, std::int64_t samples) {
  switch (rule.kind) {
    case TraceRule::Kind::none:
      return 0;
    case TraceRule::Kind::all:
      return samples;
    case TraceRule::Kind::first:
      return std::min(rule.number, samples);
    case TraceRule::Kind::every:
      return samples == 0 ? 0 : (samples - 1) / rule.number + 1;
  }
  return 0;
}

std::vector<std::int64_t> trace_samples(const TraceRule& rule, std::int64_t samples) {
  const std::int64_t count = trace_count(rule, samples);
  if (count > max_trace_samples) {
    throw Error(ExitCode::usage,
                fmt::format("{} traced samples are more than {}. Use traces = \"first:N\" or "
                            "\"every:K\".",
                            count, max_trace_samples));
  }
  const std::int64_t stride = rule.kind == TraceRule::Kind::every ? rule.number : 1;
  std::vector<std::int64_t> traced(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < traced.size(); ++i) {
    traced[i] = static_cast<std::int64_t>(i) * stride;
  }
  return traced;
}

}  // namespace montecopter
