#pragma once
/// Which samples are traced, and which of their readings: the little grammars of `output.traces`
/// and `output.readings`.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace montecopter {

/// "auto", "none", "all", "first:N" (N >= 0) or "every:K" (samples 0, K, 2K, ...; K >= 1). With a
/// sweep, first:N means that many of every point; the others count rows through all points.
struct TraceRule {
  enum class Kind { automatic, none, all, first, every };
  Kind kind = Kind::all;
  std::int64_t number = 1;  ///< N or K
};

/// More traces than this are refused: their index alone would fill the memory.
inline constexpr std::int64_t max_trace_samples = 100'000'000;

/// What the traces of a rule "auto" may take in a file. [byte]
inline constexpr double automatic_trace_bytes = 64.0 * 1024 * 1024;

/// nullopt if the text is none of the forms.
std::optional<TraceRule> parse_traces(std::string_view text);

/// What "auto" means where the trace of a sample takes `bytes` (above 0): all, if that fits into
/// automatic_trace_bytes; else as many first ones of every point as fit; else, if not even one of
/// every point does, as many as fit evenly over the rows, and row 0 whatever it takes. Any other
/// rule is what it is.
TraceRule decided(const TraceRule& rule, double bytes, std::int64_t samples,
                  std::int64_t points = 1);

/// How many rows the rule traces of `points` times `samples` rows (a product that fits); none of
/// an "auto" that is not decided.
std::int64_t trace_count(const TraceRule& rule, std::int64_t samples, std::int64_t points = 1);

/// The traced rows, ascending. Throws Error(usage) if they are more than max_trace_samples.
std::vector<std::int64_t> trace_samples(const TraceRule& rule, std::int64_t samples,
                                        std::int64_t points = 1);

/// Readings "all", "none" or "every:K" (K >= 1) as 1, 0 or K; nullopt for any other text.
std::optional<std::int64_t> parse_recorded(std::string_view text);

}  // namespace montecopter
