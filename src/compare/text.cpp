#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compare/compare.hpp"

namespace montecopter::compare {
namespace {

constexpr std::size_t columns = 6;
using Row = std::array<std::string, columns>;

std::string tolerance_text(const Tolerance& tolerance) {
  std::vector<std::string> parts;
  if (tolerance.abs > 0) parts.push_back(fmt::format("abs {}", tolerance.abs));
  if (tolerance.rel > 0) parts.push_back(fmt::format("rel {}", tolerance.rel));
  if (tolerance.ulp > 0) parts.push_back(fmt::format("ulp {}", tolerance.ulp));
  return parts.empty() ? std::string("exact") : fmt::format("{}", fmt::join(parts, ", "));
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
  const std::string space = signal.unit.empty() ? "" : " ";
  std::string largest = fmt::format("{:.4g}{}{}", tally.max_abs, space, signal.unit);
  if (tally.nan_against_number > 0) largest = std::string("NaN");
  if (is_hash(signal.name)) largest = std::string("-");
  const std::int64_t count = tally.differing > 0 ? tally.differing : tally.unequal;
  return {signal.name,
          verdict_name(signal.verdict),
          largest,
          tolerance_text(signal.tolerance),
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

}  // namespace

std::string report_text(const Report& report) {
  std::vector<Row> rows = {
      {"signal", "verdict", "max |a-b|", "tolerance", "differing", "first divergence"}};
  std::size_t different = 0;
  for (const SignalReport& signal : report.signals) {
    if (signal.verdict != Verdict::same) rows.push_back(row_of(signal));
    if (is_difference(signal.verdict)) ++different;
  }
  std::string text;
  for (const std::string& problem : report.problems) text += problem + "\n";
  if (rows.size() > 1) text += table(rows);
  if (report.digest) text += fmt::format("digest: {}\n", report.digest->text);
  const std::size_t same = report.signals.size() + 1 - rows.size();
  if (same > 0) text += plural(same) + " the same\n";
  text += fmt::format("{}: {} and {}", report.same() ? "same" : "differs", report.file_a,
                      report.file_b);
  if (different > 0) text += fmt::format(" ({} different)", plural(different));
  if (!report.verified) text += " (not verified)";
  return text + "\n";
}

}  // namespace montecopter::compare
