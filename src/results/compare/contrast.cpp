#include "results/compare/contrast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/column_names.hpp"
#include "core/base/index.hpp"
#include "core/base/text.hpp"
#include "core/fields/former_metrics.hpp"
#include "core/statistics/holm.hpp"
#include "results/compare/measure.hpp"
#include "results/summarise/round_off.hpp"

namespace montecopter::compare {
namespace {

using namespace statistics;
using record::Dataset;
using record::ResultFile;

std::vector<std::string> names_after(const ResultFile& file, std::string_view prefix) {
  std::vector<std::string> names;
  for (const Dataset& dataset : file.datasets()) {
    if (dataset.is_root() && dataset.name.starts_with(prefix)) {
      names.push_back(dataset.name.substr(prefix.size()));
    }
  }
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The metrics of both files.
class Metrics {
 public:
  Metrics(const Campaign& a, const Campaign& b)
      : a_(a.file),
        b_(b.file),
        in_a_(names_after(a_, metric_prefix)),
        in_b_(names_after(b_, metric_prefix)) {}

  bool in_both(const std::string& name) const {
    return contains(in_a_, name) && contains(in_b_, name);
  }
  std::string unit(const std::string& name) const {
    return a_.at(metric_prefix + name).text("units");
  }
  bool same_unit(const std::string& name) const {
    return unit(name) == b_.at(metric_prefix + name).text("units");
  }
  std::vector<std::string> comparable() const { return common(true); }
  std::vector<std::string> in_other_units() const { return common(false); }

  /// The requested names, once each, in the order of the file.
  std::vector<std::string> chosen(const std::vector<std::string>& asked) const {
    std::vector<std::string> names;
    for (const std::string& name : comparable()) {
      if (asked.empty() || contains(asked, name)) names.push_back(name);
    }
    if (!names.empty()) return names;
    throw Error(ExitCode::refused,
                Problem{b_.path(), fmt::format("not comparable with {}", a_.path()),
                        "the files have no metric in common with the same unit"});
  }

  /// Refuses a requested metric that cannot be compared.
  void require(const char* option, const std::string& name) const {
    if (!in_both(name)) report_missing(option, name);
    if (same_unit(name)) return;
    throw Error(ExitCode::refused,
                Problem{option, fmt::format("metric '{}' is not comparable", name),
                        fmt::format("its unit is {} in {} and {} in {}", unit(name), a_.path(),
                                    b_.at(metric_prefix + name).text("units"), b_.path())});
  }

 private:
  std::vector<std::string> common(bool same) const {
    std::vector<std::string> names;
    for (const std::string& name : in_a_) {
      if (contains(in_b_, name) && same_unit(name) == same) names.push_back(name);
    }
    return names;
  }

  [[noreturn]] void report_missing(const char* option, const std::string& name) const {
    if (contains(in_a_, name) || contains(in_b_, name)) {
      throw Error(ExitCode::refused,
                  Problem{option, fmt::format("metric '{}' is not comparable", name),
                          fmt::format("only {} has it", (contains(in_a_, name) ? a_ : b_).path())});
    }
    const std::vector<std::string> known = comparable();
    if (const auto now = current_metric(name, known)) {
      throw Error(ExitCode::usage,
                  Problem{option, fmt::format("there is no metric '{}' any more", name), "",
                          fmt::format("Use '{}'", *now)});
    }
    const auto near = near_name(name, known);
    throw Error(ExitCode::usage, Problem{option, fmt::format("unknown metric '{}'", name), "",
                                         near ? fmt::format("Did you mean '{}'?", *near)
                                              : fmt::format("Both files have {}", join(known))});
  }

  const ResultFile &a_, &b_;
  std::vector<std::string> in_a_, in_b_;
};

Columns read_columns(const Campaign& a, const Campaign& b, const std::string& name) {
  return {read_sample_column(a.file, name), read_sample_column(b.file, name)};
}

std::vector<double> ok_marks(const Campaign& campaign) {
  std::vector<double> marks;
  for (const Status status : campaign.samples.status) marks.push_back(status == Status::ok ? 1 : 0);
  return marks;
}

void adjust(auto& rows) {
  std::vector<double> p_values;
  for (const auto& row : rows) p_values.push_back(row.p_value);
  const std::vector<double> adjusted = holm(p_values);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].adjusted = adjusted[i];
}

void compare_metrics(Contrast& out, const Campaign& a, const Campaign& b,
                     const std::vector<std::string>& names, const Watch& watch) {
  watch.expect(names.size() * out.points.size());
  Resamples resamples;
  const Metrics metrics(a, b);
  for (const std::string& name : names) {
    const Columns values = read_columns(a, b, metric_prefix + name);
    for (std::size_t p = 0; p < out.points.size(); ++p) {
      MetricContrast row;
      row.name = name;
      row.unit = metrics.unit(name);
      row.point = p;
      if (out.pairing.is_paired) {
        measure_pairs(row, a, b, out.points[p], values);
      } else {
        measure_apart(row, a, b, out.points[p], values, resamples);
      }
      out.metrics.push_back(std::move(row));
      watch.done(1);
    }
  }
  adjust(out.metrics);
  std::stable_sort(
      out.metrics.begin(), out.metrics.end(), [](const MetricContrast& x, const MetricContrast& y) {
        if (x.is_rounding() != y.is_rounding()) return y.is_rounding();
        return x.adjusted != y.adjusted ? x.adjusted < y.adjusted : x.p_value < y.p_value;
      });
}

/// Whether two requirements set the same condition for a sample, even if their claims about the
/// campaign differ.
bool asks_the_same(const Requirement& a, const Requirement& b) {
  const JudgedMetric *in_a = judged_metric(a), *in_b = judged_metric(b);
  if (in_a == nullptr || in_b == nullptr) return in_a == in_b;
  return in_a->metric == in_b->metric && in_a->formula == in_b->formula &&
         in_a->unit == in_b->unit && in_a->at_most == in_b->at_most &&
         in_a->at_least == in_b->at_least;
}

/// Whether a requirement column of both files means the same. Error(refused) if a file holds a
/// column without a requirement in its own scenario.
bool same_requirement(const Campaign& a, const Campaign& b, const std::string& name) {
  for (const Campaign* campaign : {&a, &b}) {
    if (campaign->scenario.requirement.count(name) > 0) continue;
    throw Error(ExitCode::refused,
                Problem{campaign->file.path(),
                        fmt::format("its scenario has no requirement for 'req_{}'", name), "",
                        "The file is damaged or comes from another version of the program"});
  }
  return asks_the_same(a.scenario.requirement.at(name), b.scenario.requirement.at(name));
}

void compare_passes(Contrast& out, const Campaign& a, const Campaign& b) {
  const auto add = [&](const std::string& name, const Columns& marks) {
    for (std::size_t p = 0; p < out.points.size(); ++p) {
      PassContrast row;
      row.name = name;
      row.point = p;
      count_passed(row, a, b, out.points[p], out.pairing.is_paired, marks);
      out.passes.push_back(row);
    }
  };
  add("status ok", {ok_marks(a), ok_marks(b)});
  const std::vector<std::string> in_b = names_after(b.file, requirement_prefix);
  for (const std::string& name : names_after(a.file, requirement_prefix)) {
    if (!contains(in_b, name)) continue;
    if (same_requirement(a, b, name)) {
      add(requirement_prefix + name, read_columns(a, b, requirement_prefix + name));
    } else {
      out.other_requirements.push_back(requirement_prefix + name);
    }
  }
  adjust(out.passes);
}

void judge_margins(Contrast& out, const std::vector<Margin>& margins) {
  std::vector<EquivalenceFinding> findings;
  for (const Margin& margin : margins) {
    for (std::size_t p = 0; p < out.points.size(); ++p) {
      MarginContrast row;
      row.metric = first_index_if(out.metrics, [&](const MetricContrast& m) {
        return m.name == margin.metric && m.point == p;
      });
      const MetricContrast* found = &out.metrics[row.metric];
      row.text = margin.text;
      row.margin = margin.is_relative ? margin.value * std::abs(found->a.mean) : margin.value;
      row.interval = difference_interval(found->difference, 1 - 2 * family_error);
      // A relative margin needs a mean of A.
      findings.push_back(row.margin >= 0 ? test_equivalence(found->difference, row.margin)
                                         : EquivalenceFinding{});
      out.margins.push_back(row);
    }
  }
  const std::vector<EquivalenceMember> members = judge_equivalence(findings, family_error);
  for (std::size_t i = 0; i < members.size(); ++i) out.margins[i].verdict = members[i];
}

}  // namespace

bool MetricContrast::is_rounding() const {
  const double magnitude = std::max(std::abs(a.mean), std::abs(b.mean));
  const auto is_small = [&](double x) { return is_round_off(x, unit, magnitude); };
  const bool is_of_means =
      is_small(difference.mean) && is_small(interval.low) && is_small(interval.high);
  // Distributions may differ while their means do not.
  return is_of_means && (!unpaired || (is_small(a.sd) && is_small(b.sd)));
}

ExitCode Contrast::exit_code() const {
  const auto is_any = [&](Equivalence verdict) {
    return std::any_of(margins.begin(), margins.end(),
                       [&](const MarginContrast& row) { return row.verdict.verdict == verdict; });
  };
  if (is_any(Equivalence::different)) return ExitCode::no;
  return is_any(Equivalence::undecided) ? ExitCode::inconclusive : ExitCode::ok;
}

Contrast compare_campaigns(const Campaign& a, const Campaign& b, const Question& posed) {
  const Metrics metrics(a, b);
  Question question = posed;
  for (const std::string& name : question.metrics) metrics.require("--metric", name);
  std::vector<std::string> asked = question.metrics;
  for (const Margin& margin : question.margins) {
    metrics.require("--margin", margin.metric);
    if (!asked.empty()) asked.push_back(margin.metric);
  }
  const std::vector<std::string> names = metrics.chosen(asked);
  Contrast out;
  if (asked.empty()) out.left_out = metrics.in_other_units();
  out.points = match_points(a, b, question.points);
  out.pairing = find_pairing(a, b, out.points);
  if (question.unpaired && out.pairing.is_paired) {
    out.pairing.is_paired = false;
    out.pairing.why_not = "--unpaired";
  }
  compare_metrics(out, a, b, names, {nullptr, question.progress});
  compare_passes(out, a, b);
  judge_margins(out, question.margins);
  return out;
}

}  // namespace montecopter::compare
