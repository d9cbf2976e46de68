#include "compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "base/text.hpp"
#include "compare/digest.hpp"
#include "compare/location.hpp"
#include "compare/statistics.hpp"
#include "record/signals.hpp"
#include "record/text_diff.hpp"

namespace montecopter::compare {
namespace {

using record::Dataset;
using record::ResultFile;
using record::Scale;

constexpr std::uint64_t piece_bytes = 4u << 20;
constexpr std::string_view statistics_prefix = "stat_";

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

/// Attributes that say what stored numbers mean.
constexpr std::array meanings = {"units",      "frame",      "flag_meanings", "flag_values",
                                 "flag_masks", "grid_shape", "grid_axis"};

/// An attribute as text, of whatever kind it is; "" if there is none.
std::string text_of(const Dataset& dataset, std::string_view name) {
  const auto is_it = [&](const record::Attribute& attribute) { return attribute.name == name; };
  const auto& all = dataset.attributes;
  const auto found = std::find_if(all.begin(), all.end(), is_it);
  if (found == all.end()) return {};
  if (const auto* text = std::get_if<std::string>(&found->value)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&found->value)) {
    return fmt::format("{}", *number);
  }
  if (const auto* codes = std::get_if<std::vector<std::int8_t>>(&found->value)) {
    return fmt::format("{}", fmt::join(*codes, " "));
  }
  return fmt::format("{}", fmt::join(std::get<std::vector<std::int64_t>>(found->value), " "));
}

/// Why two signals cannot be the same, before any value is looked at; empty if they can.
std::string unlikeness(const Dataset& a, const Dataset& b) {
  if (a.element != b.element) return "element type";
  if (a.shape != b.shape) {
    return fmt::format("shape ({}) against ({})", fmt::join(a.shape, ", "),
                       fmt::join(b.shape, ", "));
  }
  if (a.dims != b.dims) return "dimensions";
  if ((a.scale == Scale::bare) != (b.scale == Scale::bare)) return "coordinates against none";
  for (const char* attribute : meanings) {
    const std::string in_a = text_of(a, attribute), in_b = text_of(b, attribute);
    if (in_a != in_b) return fmt::format("{} '{}' against '{}'", attribute, in_a, in_b);
  }
  return {};
}

/// The same of what the elements of their dimensions are called.
std::string unlike_names(const ResultFile& file_a, const ResultFile& file_b, const Dataset& a) {
  for (const std::string& dim : a.dims) {
    const Dataset* in_a = file_a.find(dim);
    const Dataset* in_b = file_b.find(dim);
    if (!in_a || !in_b) continue;
    const std::string names_a = in_a->text("long_name"), names_b = in_b->text("long_name");
    if (names_a != names_b) {
      return fmt::format("names of '{}': '{}' against '{}'", dim, names_a, names_b);
    }
  }
  return {};
}

bool is_statistics(const std::string& name) { return name.starts_with(statistics_prefix); }

/// What the elements of a row are called; empty if it is no row of statistics.
std::vector<std::string> statistic_names(const ResultFile& file, const Dataset& dataset) {
  if (dataset.element != Element::f64 || dataset.shape.empty()) return {};
  auto names = record::element_names(file, dataset.dims.back(), dataset.shape.back());
  if (!has_moments(names)) names.clear();
  return names;
}

Tally compare_statistics(const ResultFile& file_a, const Dataset& a, const ResultFile& file_b,
                         const Dataset& b, const std::vector<std::string>& names,
                         const Tolerance& tolerance) {
  Tally tally;
  const auto size = static_cast<std::int64_t>(names.size());
  for (std::int64_t first = 0; first < a.elements(); first += size) {
    const std::vector<double> from_a = file_a.read_f64(a, first, size);
    const std::vector<double> from_b = file_b.read_f64(b, first, size);
    add_statistics(tally, names, from_a, from_b, first, tolerance);
  }
  return tally;
}

bool is_attitude(const Dataset& dataset) {
  const bool real = dataset.element == Element::f64 || dataset.element == Element::f32;
  return dataset.name == "attitude" && real && !dataset.shape.empty() && dataset.shape.back() == 4;
}

Tally compare_values(const ResultFile& file_a, const Dataset& a, const ResultFile& file_b,
                     const Dataset& b, const Tolerance& tolerance) {
  if (is_statistics(a.name) && !tolerance.is_zero()) {
    if (const auto names = statistic_names(file_a, a); !names.empty()) {
      return compare_statistics(file_a, a, file_b, b, names, tolerance);
    }
  }
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

/// Statistics of a metric are held to the tolerance of its values, unless they have one of their
/// own.
const Tolerance& tolerance_of(const CompareOptions& options, const std::string& name) {
  const bool own = options.signals.count(name) > 0 || !is_statistics(name);
  return options.of(own ? name : "m_" + name.substr(statistics_prefix.size()));
}

SignalReport compare_signal(const ResultFile& a, const ResultFile& b, const std::string& name,
                            const CompareOptions& options) {
  SignalReport report;
  report.name = name;
  report.tolerance = tolerance_of(options, name);
  const Dataset* in_a = a.find(name);
  const Dataset* in_b = b.find(name);
  if (!in_a || !in_b) {
    report.verdict = Verdict::missing;
    report.reason = "only in " + (in_a ? a : b).path();
    return report;
  }
  report.unit = in_a->text("units");
  report.reason = unlikeness(*in_a, *in_b);
  if (report.reason.empty()) report.reason = unlike_names(a, b, *in_a);
  if (!report.reason.empty()) {
    report.verdict = Verdict::unlike;
    return report;
  }
  report.tally = compare_values(a, *in_a, b, *in_b, report.tolerance);
  report.verdict = verdict_of(report.tally, name, options);
  const auto index =
      report.tally.first_differing ? report.tally.first_differing : report.tally.first_unequal;
  if (index) report.first = place_of(a, *in_a, *index);
  if (index && !is_hash(name)) {
    report.first->a = value_text(*in_a, report.tally.first_a);
    report.first->b = value_text(*in_a, report.tally.first_b);
  }
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

bool is_hash(const std::string& signal) { return signal == "digest" || signal == "check"; }

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
