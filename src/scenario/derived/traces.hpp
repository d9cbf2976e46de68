#pragma once
/// Choice of traced samples and of their stored readings: the syntax of `output.traces` and
/// `output.readings`.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace montecopter {

/// Rule "auto", "none", "all", "first:N" (N >= 0) or "every:K" (samples 0, K, 2K, ...; K >= 1).
/// With a sweep, first:N means N samples of every point; the other rules count rows through all
/// points.
struct TraceRule {
  enum class Kind { automatic, none, all, first, every };
  Kind kind = Kind::all;
  std::int64_t number = 1;  ///< N or K
};

/// Limit of traces: the index of more would fill the memory.
inline constexpr std::int64_t max_trace_samples = 100'000'000;

/// Size of the traces of a rule "auto" in a file. [byte]
inline constexpr double automatic_trace_bytes = 64.0 * 1024 * 1024;

/// nullopt if the text is none of the forms.
std::optional<TraceRule> parse_traces(std::string_view text);

/// The rule that "auto" becomes if the trace of a sample takes `bytes` (above 0). It is "all" if
/// all traces fit into automatic_trace_bytes; otherwise the first samples of every point, as many
/// as fit. If not even one per point fits, it is rows at even distances, as many as fit, with row 0
/// in any case. Other rules do not change.
TraceRule decided(const TraceRule& rule, double bytes, std::int64_t samples,
                  std::int64_t points = 1);

/// Number of rows that the rule traces of `points` times `samples` rows (a product that fits); 0
/// for an undecided "auto".
std::int64_t trace_count(const TraceRule& rule, std::int64_t samples, std::int64_t points = 1);

/// The traced rows, ascending. Throws Error(usage) if they are more than max_trace_samples.
std::vector<std::int64_t> trace_samples(const TraceRule& rule, std::int64_t samples,
                                        std::int64_t points = 1);

/// Readings "all", "none" or "every:K" (K >= 1) as 1, 0 or K; nullopt for any other text.
std::optional<std::int64_t> parse_recorded(std::string_view text);

}  // namespace montecopter
