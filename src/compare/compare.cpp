#include "compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "compare/digest.hpp"
#include "compare/place.hpp"
#include "record/lines.hpp"

namespace montecopter::compare {
namespace {

using record::Dataset;
using record::ResultFile;
using record::Scale;

constexpr std::uint64_t piece_bytes = 4u << 20;

void require_same_scenario(const ResultFile& a, const ResultFile& b) {
  const std::string parted = record::first_differing_line(a.resolved_text(), b.resolved_text());
  if (parted.empty()) return;
  throw Error(
      ExitCode::refused,
      fmt::format("{}: error: not comparable with {} (different scenarios: resolved {}). Use "
                  "--across to compare them nevertheless.",
                  a.path(), b.path(), parted));
}

/// Datasets that carry values: everything in the root group but dimensions without coordinates,
/// whose sizes are part of the shapes.
std::vector<std::string> signal_names(const ResultFile& a, const ResultFile& b) {
  std::vector<std::string> names;
  for (const ResultFile* file : {&a, &b}) {
    for (const Dataset& dataset : file->datasets()) {
      const bool known = std::find(names.begin(), names.end(), dataset.name) != names.end();
      if (dataset.is_root() && dataset.scale != Scale::bare && !known)
        names.push_back(dataset.name);
    }
  }
  return names;
}

void require_known(const CompareOptions& options, const std::vector<std::string>& names) {
  for (const auto& [signal, tolerance] : options.signals) {
    if (std::find(names.begin(), names.end(), signal) != names.end()) continue;
    const auto near = near_name(signal, names);
    throw Error(
        ExitCode::usage,
        fmt::format("error: a tolerance for '{}', which is in neither file. {}", signal,
                    near ? "Did you mean '" + *near + "'?" : "Known are " + join(names) + "."));
  }
}

/// Why two signals cannot be the same, before any value is looked at; empty if they can.
std::string unlikeness(const Dataset& a, const Dataset& b) {
  if (a.element != b.element) return "element type";
  if (a.shape != b.shape) {
    return fmt::format("shape ({}) against ({})", fmt::join(a.shape, ", "),
                       fmt::join(b.shape, ", "));
  }
  if (a.dims != b.dims) return "dimensions";
  for (const char* attribute : {"units", "frame", "flag_meanings"}) {
    if (a.text(attribute) == b.text(attribute)) continue;
    return fmt::format("{} '{}' against '{}'", attribute, a.text(attribute), b.text(attribute));
  }
  return {};
}

bool is_attitude(const Dataset& dataset) {
  const bool real = dataset.element == Element::f64 || dataset.element == Element::f32;
  return dataset.name == "attitude" && real && !dataset.shape.empty() && dataset.shape.back() == 4;
}

Tally compare_values(const ResultFile& file_a, const Dataset& a, const ResultFile& file_b,
                     const Dataset& b, const Tolerance& tolerance) {
  Tally tally;
  // q and -q are the same attitude, but not the same bits.
  const bool up_to_sign = is_attitude(a) && !tolerance.is_zero();
  const auto piece = static_cast<std::int64_t>(piece_bytes / size_of(a.element));
  for (std::int64_t first = 0; first < a.elements(); first += piece) {
    const std::int64_t count = std::min(piece, a.elements() - first);
    const std::vector<std::byte> from_a = file_a.read_elements(a, first, count);
    const std::vector<std::byte> from_b = file_b.read_elements(b, first, count);
    const auto add = up_to_sign ? add_quaternions : add_values;
    add(tally, a.element, from_a, from_b, first, tolerance);
  }
  return tally;
}

Verdict verdict_of(const Tally& tally, const std::string& name, const CompareOptions& options) {
  if (tally.unequal == 0) return Verdict::same;
  // A check hashes stored bytes: it parts for -0 against +0 as well, and whatever else differs is
  // said by the signal itself. A digest is the flight: with tolerances it may part.
  if (name == "check") return Verdict::noted;
  if (name == "digest" && !options.is_exact()) return Verdict::noted;
  return tally.differing > 0 ? Verdict::differs : Verdict::within;
}

SignalReport compare_signal(const ResultFile& a, const ResultFile& b, const std::string& name,
                            const CompareOptions& options) {
  SignalReport report;
  report.name = name;
  report.tolerance = options.of(name);
  const Dataset* in_a = a.find(name);
  const Dataset* in_b = b.find(name);
  if (!in_a || !in_b) {
    report.verdict = Verdict::missing;
    report.reason = "only in " + (in_a ? a : b).path();
    return report;
  }
  report.unit = in_a->text("units");
  report.reason = unlikeness(*in_a, *in_b);
  if (!report.reason.empty()) {
    report.verdict = Verdict::unlike;
    return report;
  }
  report.tally = compare_values(a, *in_a, b, *in_b, report.tolerance);
  report.verdict = verdict_of(report.tally, name, options);
  const auto index =
      report.tally.first_differing ? report.tally.first_differing : report.tally.first_unequal;
  if (index) report.first = place_of(a, *in_a, *index);
  return report;
}

void report_if_incomplete(const ResultFile& file, std::vector<std::string>& problems) {
  if (file.complete()) return;
  const std::vector<std::int8_t> status = file.status();
  const auto not_run = std::count(status.begin(), status.end(), std::int8_t{0});
  problems.push_back(fmt::format("{} is not complete: {} of {} samples not run", file.path(),
                                 not_run, status.size()));
}

bool is_worse(const SignalReport& a, const SignalReport& b) {
  if (a.verdict != b.verdict) return a.verdict > b.verdict;
  const bool nan_a = a.tally.nan_against_number > 0;
  const bool nan_b = b.tally.nan_against_number > 0;
  if (nan_a != nan_b) return nan_a;
  return a.tally.max_rel > b.tally.max_rel;
}

}  // namespace

bool is_difference(Verdict verdict) { return verdict >= Verdict::differs; }

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::noted:
      return "noted";
    case Verdict::within:
      return "within";
    case Verdict::differs:
      return "differs";
    case Verdict::unlike:
      return "unlike";
    case Verdict::missing:
      return "missing";
  }
  return "?";
}

bool Report::same() const {
  return problems.empty() && std::none_of(signals.begin(), signals.end(), [](const auto& signal) {
           return is_difference(signal.verdict);
         });
}

Report compare(const ResultFile& a, const ResultFile& b, const CompareOptions& options) {
  options.validate();
  if (!options.across) require_same_scenario(a, b);
  const std::vector<std::string> names = signal_names(a, b);
  require_known(options, names);
  Report report;
  report.file_a = a.path();
  report.file_b = b.path();
  report_if_incomplete(a, report.problems);
  report_if_incomplete(b, report.problems);
  for (const std::string& name : names) {
    report.signals.push_back(compare_signal(a, b, name, options));
  }
  report.digest = compare_digests(a, b);
  std::stable_sort(report.signals.begin(), report.signals.end(), is_worse);
  return report;
}

}  // namespace montecopter::compare
