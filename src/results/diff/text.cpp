#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "core/base/words.hpp"
#include "results/diff/compare.hpp"

namespace montecopter::diff {
namespace {

constexpr std::size_t columns = 6;
using Row = std::array<std::string, columns>;

constexpr std::size_t most_explained = 5;

std::string tolerance_text(const SignalReport& signal) {
  const Tolerance& tolerance = signal.tolerance;
  std::vector<std::string> parts;
  if (tolerance.abs > 0) parts.push_back(fmt::format("abs {}", tolerance.abs));
  if (tolerance.rel > 0) parts.push_back(fmt::format("rel {}", tolerance.rel));
  if (tolerance.ulp > 0) parts.push_back(fmt::format("ulp {}", tolerance.ulp));
  if (tolerance.angle_rad > 0) {
    parts.push_back(fmt::format("angle {:.6g} deg", tolerance.angle_rad / rad_per_deg));
  }
  if (tolerance.tube_s > 0) parts.push_back(fmt::format("tube {} s", tolerance.tube_s));
  if (signal.floor > 0) parts.push_back(fmt::format("floor {}", signal.floor));
  return parts.empty() ? std::string("exact") : fmt::format("{}", fmt::join(parts, ", "));
}

/// The unit as shown: the unit "1" is not printed.
std::string shown_unit(const SignalReport& signal) {
  const std::string unit = signal.distance_unit();
  return unit == "1" ? "" : unit;
}

std::string distance_text(const SignalReport& signal, double distance) {
  return with_unit(fmt::format("{:.4g}", signal.in_distance_unit(distance)),
                   signal.distance_unit());
}

std::string where_text(const SignalReport& signal) {
  if (!signal.reason.empty()) return signal.reason;
  if (!signal.first) return "-";
  std::string text = signal.first->text;
  if (!is_hash(signal.name))
    text += fmt::format(": {} against {}", signal.first->a, signal.first->b);
  return text;
}

Row row_of(const SignalReport& signal) {
  const Tally& tally = signal.tally;
  if (!signal.reason.empty()) {
    return {signal.name, verdict_name(signal.verdict), "-", "-", "-", signal.reason};
  }
  std::string largest = distance_text(signal, tally.max_distance);
  if (tally.nan_against_number > 0) largest = std::string("NaN");
  if (is_hash(signal.name)) largest = std::string("-");
  const std::int64_t count = tally.differing > 0 ? tally.differing : tally.unequal;
  return {signal.name,
          verdict_name(signal.verdict),
          largest,
          tolerance_text(signal),
          fmt::format("{} of {}", count, tally.compared),
          where_text(signal)};
}

std::string table(const std::vector<Row>& rows) {
  std::array<std::size_t, columns> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i + 1 < columns; ++i) {
      line += fmt::format("{:<{}}  ", row[i], widths[i]);
    }
    text += line + row.back() + "\n";
  }
  return text;
}

std::string plural(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "signal" : "signals");
}

/// Details of a signal that do not fit into the table.
std::string explanation(const SignalReport& signal) {
  const Tally& tally = signal.tally;
  std::string text = signal.name + ":";
  if (signal.largest) {
    text += fmt::format(" largest {} at {}", distance_text(signal, tally.max_distance),
                        signal.largest->text);
    if (!signal.largest->a.empty()) {
      text += fmt::format(": {} against {}", signal.largest->a, signal.largest->b);
    }
    text += fmt::format("; RMS {}", distance_text(signal, tally.rms()));
  }
  if (tally.nan_against_number > 0) {
    text += fmt::format("{} {} NaN against a number", signal.largest ? ";" : "",
                        tally.nan_against_number);
  }
  if (signal.rows > 0) {
    const std::int64_t rows = tally.differing > 0 ? tally.rows_differing : tally.rows_unequal;
    text += fmt::format("; in {} of {}", rows, counted(signal.rows, "sample"));
  }
  text += "\n";
  if (signal.growth) {
    text += fmt::format("  {}, in sample {}\n", signal.growth->text(shown_unit(signal)),
                        signal.growth_sample.value_or(0));
  }
  return text;
}

/// Explanations of the worst signals.
std::string explanations(const Report& report) {
  std::string text;
  std::size_t explained = 0, left = 0;
  for (const SignalReport& signal : report.signals) {
    if (signal.verdict != Verdict::differs || is_hash(signal.name)) continue;
    if (signal.is_round_off) continue;
    if (explained == most_explained) {
      ++left;
      continue;
    }
    ++explained;
    text += explanation(signal);
  }
  if (left > 0) text += fmt::format("and {} more that differ; --json explains all\n", left);
  return text;
}

/// The line about signals that differ only by round-off.
std::string round_off_text(const Report& report) {
  std::vector<std::string> names;
  for (const SignalReport& signal : report.signals) {
    if (signal.is_round_off && signal.verdict == Verdict::differs) names.push_back(signal.name);
  }
  if (names.empty()) return "";
  return fmt::format("round-off: {} {} by less than 1e-9 of {} scale: {}\n", plural(names.size()),
                     names.size() == 1 ? "differs" : "differ", names.size() == 1 ? "its" : "their",
                     join(names));
}

std::string verification_text(const Report& report) {
  if (report.trusted_hashes) return " (by their stored content hashes, which were not verified)";
  return report.verified ? "" : " (not verified)";
}

}  // namespace

std::string report_text(const Report& report) {
  std::vector<Row> rows = {
      {"signal", "verdict", "max |a-b|", "tolerance", "differing", "first divergence"}};
  std::size_t different = 0, ignored = 0;
  for (const SignalReport& signal : report.signals) {
    if (signal.verdict != Verdict::same) rows.push_back(row_of(signal));
    if (is_difference(signal.verdict)) ++different;
    if (signal.verdict == Verdict::ignored) ++ignored;
  }
  std::string text;
  for (const std::string& problem : report.problems) text += problem + "\n";
  if (!report.scenario.empty()) {
    text += fmt::format("permitted differences of the scenarios:{}\n", keys_text(report.scenario));
  }
  if (rows.size() > 1) text += table(rows);
  text += explanations(report) + round_off_text(report);
  if (report.moved_first) text += fmt::format("diverged first: {}\n", report.moved_first->text);
  if (report.digest) text += fmt::format("digest: {}\n", report.digest->text);
  if (report.program) text += "note: " + report.program->text() + "\n";
  for (const std::string& note : report.notes) text += "note: " + note + "\n";
  const std::size_t same = report.signals.size() + 1 - rows.size();
  if (same > 0) text += plural(same) + " the same\n";
  text += fmt::format("{}: {} and {}", report.same() ? "same" : "differs", report.file_a,
                      report.file_b);
  if (different > 0) text += fmt::format(" ({} different)", plural(different));
  if (ignored > 0) text += fmt::format(" ({} ignored)", plural(ignored));
  return text + verification_text(report) + "\n";
}

}  // namespace montecopter::diff
