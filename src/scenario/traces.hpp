#pragma once
/// Which samples are traced: the little grammar of `output.traces`.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace montecopter {

/// "none", "all", "first:N" (N >= 0) or "every:K" (samples 0, K, 2K, ...; K >= 1). With a sweep,
/// first:N means that many of every point; the others count rows through all points.
struct TraceRule {
  enum class Kind { none, all, first, every };
  Kind kind = Kind::all;
  std::int64_t number = 1;  ///< N or K
};

/// More traces than this are refused: their index alone would fill the memory.
inline constexpr std::int64_t max_trace_samples = 100'000'000;

/// nullopt if the text is none of the four forms.
std::optional<TraceRule> parse_traces(std::string_view text);

/// How many rows the rule traces of `points` times `samples` rows (a product that fits).
std::int64_t trace_count(const TraceRule& rule, std::int64_t samples, std::int64_t points = 1);

/// The traced rows, ascending. Throws Error(usage) if they are more than max_trace_samples.
std::vector<std::int64_t> trace_samples(const TraceRule& rule, std::int64_t samples,
                                        std::int64_t points = 1);

}  // namespace montecopter
