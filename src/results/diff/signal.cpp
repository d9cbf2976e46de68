#include "results/diff/signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/column_names.hpp"
#include "results/diff/common.hpp"
#include "results/diff/location.hpp"
#include "results/diff/statistics.hpp"
#include "results/diff/structure.hpp"
#include "results/diff/tube.hpp"
#include "results/summarise/round_off.hpp"

namespace montecopter::diff {
namespace {

using record::Dataset;
using record::ResultFile;

constexpr std::uint64_t piece_bytes = 256u << 10;

/// Two datasets of the same structure, and their tolerance and meaning.
struct Pair {
  const ResultFile& file_a;
  const Dataset& a;
  const ResultFile& file_b;
  const Dataset& b;
  Tolerance tolerance;
  Meaning meaning;
};

bool is_statistics(const std::string& name) { return name.starts_with(statistics_prefix); }

bool is_real(const Dataset& dataset) {
  return dataset.element == Element::f64 || dataset.element == Element::f32;
}

void add_statistics_of(const Pair& pair, const std::vector<std::string>& names, Tally& tally) {
  const auto size = std::ssize(names);
  for (std::int64_t first = 0; first < pair.a.elements(); first += size) {
    const std::vector<double> from_a = pair.file_a.read_f64(pair.a, first, size);
    const std::vector<double> from_b = pair.file_b.read_f64(pair.b, first, size);
    add_statistics(tally, names, from_a, from_b, first, pair.tolerance);
  }
}

/// Compares trace by trace, because a tube reaches over the ends of pieces.
void add_traces_in_tubes(const Pair& pair, const Dataset& times, Tally& tally) {
  const std::vector<double> times_s = pair.file_a.read_f64(times, 0, times.elements());
  const std::int64_t size = pair.a.elements() / pair.a.rows();
  Tolerance tolerance = pair.tolerance;
  // Values are read as doubles, and many doubles lie between two floats.
  if (pair.a.element == Element::f32) tolerance.ulp *= std::int64_t{1} << 29;
  for (std::int64_t row = 0; row < pair.a.rows(); ++row) {
    const std::vector<double> from_a = pair.file_a.read_f64(pair.a, row * size, size);
    const std::vector<double> from_b = pair.file_b.read_f64(pair.b, row * size, size);
    add_trace_in_tubes(tally, times_s, from_a, from_b, row * size, tolerance, pair.meaning);
  }
}

void add_pieces(const Pair& pair, Tally& tally) {
  const auto piece = static_cast<std::int64_t>(piece_bytes / size_of(pair.a.element));
  std::vector<std::byte> from_a, from_b;
  for (std::int64_t first = 0; first < pair.a.elements(); first += piece) {
    const std::int64_t count = std::min(piece, pair.a.elements() - first);
    pair.file_a.read_elements(pair.a, first, count, from_a);
    pair.file_b.read_elements(pair.b, first, count, from_b);
    add_values(tally, pair.a.element, from_a, from_b, first, pair.tolerance, pair.meaning);
  }
}

void require_times(const Pair& pair, const Dataset* times) {
  if (times && is_real(pair.a) && pair.meaning != Meaning::attitude) return;
  throw Error(
      ExitCode::usage,
      fmt::format("error: tube_s does not apply to '{}', which is not a real-valued signal over "
                  "time (attitudes excluded). Use abs, rel or angle_deg.",
                  pair.a.name));
}

Tally compare_values(const Pair& pair) {
  Tally tally;
  tally.grid = grid_of(pair.file_a, pair.a);
  if (pair.tolerance.tube_s > 0) {
    const Dataset* times = times_of(pair.file_a, pair.a);
    require_times(pair, times);
    add_traces_in_tubes(pair, *times, tally);
    return tally;
  }
  if (is_statistics(pair.a.name) && !pair.tolerance.is_zero()) {
    if (const auto names = statistic_names(pair.file_a, pair.a); !names.empty()) {
      add_statistics_of(pair, names, tally);
      return tally;
    }
  }
  add_pieces(pair, tally);
  return tally;
}

Verdict verdict_of(const Tally& tally, const std::string& name, const CompareOptions& options) {
  if (tally.unequal == 0) return Verdict::same;
  // A check hashes stored bytes: it differs even for -0 against +0, and any other difference shows
  // in the signal itself. A digest represents the flight: it may differ if there are tolerances.
  if (name == "check") return Verdict::informational;
  const bool is_digest = name == digest_column || name == "sample_digest";
  if (is_digest && !options.is_exact()) return Verdict::informational;
  return tally.differing > 0 ? Verdict::differs : Verdict::within;
}

/// Whether a difference is round-off. For statistics it is, if round-off of the values could cause
/// it. A drawn input has the scale of its own numbers.
bool differs_by_round_off(const Pair& pair, const SignalReport& report) {
  const Tally& tally = report.tally;
  if (tally.unequal == 0 || !report.has_fractions) return false;
  if (is_statistics(report.name)) {
    Pair loose = pair;
    loose.tolerance = {.abs = round_off * stated_scale(report.unit), .rel = round_off};
    return compare_values(loose).differing == 0;
  }
  if (tally.nan_against_number > 0 || !tally.largest) return false;
  if (report.meaning == Meaning::attitude) return is_round_off(tally.max_distance, "rad", 0);
  const double magnitude = std::max(std::abs(tally.largest->a), std::abs(tally.largest->b));
  if (report.name.starts_with(input_prefix)) return tally.max_distance <= round_off * magnitude;
  return is_round_off(tally.max_distance, report.unit, magnitude);
}

/// The name that sets the tolerance: statistics use the name of their metric, unless they are named
/// themselves.
std::string ruling_name(const CompareOptions& options, const std::string& name) {
  const bool own = options.is_named(name) || !is_statistics(name);
  return own ? name : metric_prefix + without_prefix(name, statistics_prefix);
}

/// Sets the places and values of the first and the largest difference.
void locate(const Pair& pair, SignalReport& report) {
  const Tally& tally = report.tally;
  const auto index = tally.first_differing ? tally.first_differing : tally.first_unequal;
  if (!index) return;
  const Places places(pair.file_a);
  const bool is_attitude = report.meaning == Meaning::attitude;
  const bool has_values = !is_hash(report.name);
  report.first = places.of(pair.a, *index);
  if (has_values) {
    report.first->a = value_text(pair.a, tally.first_a);
    report.first->b = value_text(pair.a, tally.first_b);
  }
  if (tally.largest && has_values) {
    report.largest = places.of(pair.a, tally.largest->index, is_attitude);
    report.largest->a = value_text(pair.a, tally.largest->a);
    report.largest->b = value_text(pair.a, tally.largest->b);
    if (is_attitude) report.largest->a.clear(), report.largest->b.clear();
  }
  if (tally.earliest && times_of(pair.file_a, pair.a)) {
    report.earliest = places.of(pair.a, *tally.earliest, is_attitude);
  }
}

}  // namespace

Meaning meaning_of(const Dataset& dataset) {
  if (!is_real(dataset) || dataset.shape.empty()) return Meaning::number;
  if (dataset.shape.back() == 4 && dataset.dims.back() == "quaternion") return Meaning::attitude;
  const bool wraps = dataset.name == "euler_angles" && dataset.text("units") == "rad";
  return wraps ? Meaning::angle_rad : Meaning::number;
}

SignalReport compare_signal(const ResultFile& a, const ResultFile& b, const std::string& name,
                            const CompareOptions& options, bool has_equal_bytes) {
  SignalReport report;
  report.name = name;
  const std::string ruled_by = ruling_name(options, name);
  report.tolerance = options.of(ruled_by);
  const Dataset* in_a = a.find(name);
  const Dataset* in_b = b.find(name);
  report.unit = (in_a ? in_a : in_b)->text("units");
  report.reason = options.ignored_because(ruled_by);
  if (!report.reason.empty()) {
    report.verdict = Verdict::ignored;
    return report;
  }
  if (!in_a || !in_b) {
    report.verdict = Verdict::missing;
    report.reason = "only in " + (in_a ? a : b).path();
    return report;
  }
  report.reason = unlikeness(a, *in_a, b, *in_b);
  if (!report.reason.empty()) {
    report.verdict = Verdict::unlike;
    const std::string common = compare_common(a, *in_a, b, *in_b, report.tolerance, report.tally);
    if (!common.empty()) report.reason += "; " + common;
    return report;
  }
  report.meaning = meaning_of(*in_a);
  report.has_fractions = is_real(*in_a);
  report.rows = is_by_sample(*in_a) ? in_a->rows() : 0;
  if (is_real(*in_a)) report.floor = options.floor_of(report.unit);
  if (has_equal_bytes) {
    report.tally.compared = in_a->elements();
    return report;
  }
  Pair pair{a, *in_a, b, *in_b, report.tolerance, report.meaning};
  pair.tolerance.abs = std::max(pair.tolerance.abs, report.floor);
  report.tally = compare_values(pair);
  report.verdict = verdict_of(report.tally, name, options);
  report.is_round_off = differs_by_round_off(pair, report);
  locate(pair, report);
  return report;
}

}  // namespace montecopter::diff
