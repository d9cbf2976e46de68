#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/base/words.hpp"
#include "core/base/wrapped.hpp"
#include "results/compare/report.hpp"
#include "results/summarise/report.hpp"

namespace montecopter::compare {
namespace {

using statistics::Interval;

/// Number of sentences about the largest differences.
constexpr std::size_t most_sentences = 3;

std::string number(double value, int digits = 4) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value == 0 ? "0" : significant(value, digits);
}

std::string interval_text(const Interval& interval) {
  return fmt::format("[{}, {}]", number(interval.low), number(interval.high));
}

std::string p_text(double p) {
  if (std::isnan(p)) return "-";
  // One digit is enough for probabilities below 0.0001.
  return p > 0 && p < 1e-4 ? fmt::format("{:.0e}", p) : fmt::format("{:.2g}", p);
}

std::string share_text(std::size_t count, std::size_t of) {
  if (of == 0) return "-";
  return fmt::format("{:.0f} %", 100 * static_cast<double>(count) / static_cast<double>(of));
}

std::string p_and_adjusted(double p, double adjusted) {
  return fmt::format("{} ({})", p_text(p), p_text(adjusted));
}

std::vector<std::string> paired_cells(const MetricContrast& row) {
  const PairedMetric& paired = *row.paired;
  return {share_text(paired.smaller, row.a.n),
          share_text(paired.larger, row.a.n),
          p_and_adjusted(row.p_value, row.adjusted),
          fmt::format("{}", row.a.n),
          number(row.difference.se, 3),
          number(paired.variance_ratio, 3),
          number(paired.detectable, 3),
          p_text(paired.sign_p_value),
          p_text(row.t_p_value)};
}

std::vector<std::string> unpaired_cells(const MetricContrast& row) {
  std::vector<std::string> cells = {
      number(row.unpaired->distributions.distance, 3), p_and_adjusted(row.p_value, row.adjusted),
      fmt::format("{}, {}", row.a.n, row.b.n), number(row.difference.se, 3), p_text(row.t_p_value)};
  for (const QuantileShift& shift : row.unpaired->quantiles) {
    cells.push_back(number(shift.b - shift.a, 3));
    cells.push_back(interval_text(shift.interval));
  }
  return cells;
}

Table metrics_table(const Contrast& contrast, const Sources& sources) {
  Table table{{"metric", "mean A", "mean B", "B - A", "95 % interval"}, {}};
  const std::vector<std::string> of_pairs = {"B smaller",  "B larger", "p (adjusted)",
                                             "pairs",      "se",       "variance ratio",
                                             "detectable", "sign p",   "t p"};
  std::vector<std::string> apart = {"KS distance", "p (adjusted)", "samples", "se", "t p"};
  for (const double p : shifted_quantiles) {
    apart.push_back(fmt::format("q{:02.0f}", 100 * p));
    apart.push_back("95 % interval");
  }
  const auto& more = contrast.pairing.is_paired ? of_pairs : apart;
  table.header.insert(table.header.end(), more.begin(), more.end());
  for (const MetricContrast& row : contrast.metrics) {
    std::vector<std::string> cells = {label(contrast, sources, row.name, row.point),
                                      number(row.a.mean), number(row.b.mean),
                                      number(row.difference.mean), interval_text(row.interval)};
    const auto own = row.paired ? paired_cells(row) : unpaired_cells(row);
    cells.insert(cells.end(), own.begin(), own.end());
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table passes_table(const Contrast& contrast, const Sources& sources) {
  Table table{{"passed", "A", "B"}, {}};
  if (contrast.pairing.is_paired) {
    table.header.insert(table.header.end(), {"both", "only A", "only B", "neither"});
  }
  table.header.push_back("p (adjusted)");
  for (const PassContrast& row : contrast.passes) {
    std::vector<std::string> cells = {label(contrast, sources, row.name, row.point),
                                      fmt::format("{}/{}", row.a.count, row.a.of),
                                      fmt::format("{}/{}", row.b.count, row.b.of)};
    if (row.pairs) {
      for (const std::size_t count :
           {row.pairs->both, row.pairs->only_a, row.pairs->only_b, row.pairs->neither}) {
        cells.push_back(fmt::format("{}", count));
      }
    }
    cells.push_back(p_and_adjusted(row.p_value, row.adjusted));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table margins_table(const Contrast& contrast, const Sources& sources) {
  Table table{{"margin", "verdict", "B - A", "90 % interval", "p equivalent", "p beyond"}, {}};
  for (const MarginContrast& row : contrast.margins) {
    const MetricContrast& metric = contrast.metrics[row.metric];
    const bool is_percent = row.text.ends_with('%');
    table.rows.push_back(
        {fmt::format("{}: {}{}", label(contrast, sources, metric.name, metric.point),
                     number(row.margin), is_percent ? fmt::format(" ({})", row.text) : ""),
         std::string(name_of(row.verdict.verdict)), number(metric.difference.mean),
         interval_text(row.interval), p_text(row.verdict.p_equivalent),
         p_text(row.verdict.p_beyond)});
  }
  return table;
}

std::string strongest_sentence(const Contrast& contrast, const Sources& sources,
                               const MetricContrast& row) {
  const std::string name = label(contrast, sources, row.name, row.point);
  const std::string by =
      fmt::format("by {} on average (95 %: {} to {})",
                  with_unit(number(std::abs(row.difference.mean), 3), row.unit),
                  number(row.difference.mean < 0 ? -row.interval.high : row.interval.low, 3),
                  number(row.difference.mean < 0 ? -row.interval.low : row.interval.high, 3));
  const char* way = row.difference.mean < 0 ? "smaller" : "larger";
  const std::string p = fmt::format("adjusted p = {}", p_text(row.adjusted));
  if (!row.paired) return fmt::format("{}: B is {}, {}; {}.", name, way, by, p);
  const std::size_t count = row.difference.mean < 0 ? row.paired->smaller : row.paired->larger;
  return fmt::format("{}: B is {} in {} of {}, {}; {}.", name, way, count, counted(row.a.n, "pair"),
                     by, p);
}

std::string passed_sentence(const Contrast& contrast, const Sources& sources,
                            const PassContrast& row) {
  const std::string found = row.pairs ? fmt::format("{} pairs pass in A alone, {} in B alone",
                                                    row.pairs->only_a, row.pairs->only_b)
                                      : fmt::format("A passes {} of {}, B {} of {}", row.a.count,
                                                    row.a.of, row.b.count, row.b.of);
  return fmt::format("{}: {}; adjusted p = {}.", label(contrast, sources, row.name, row.point),
                     found, p_text(row.adjusted));
}

/// Sentences about the largest differences, or that there are none.
std::vector<std::string> sentences(const Contrast& contrast, const Sources& sources) {
  std::vector<std::string> all;
  std::size_t beyond = 0;
  std::vector<std::string> rounded;
  for (const MetricContrast& row : contrast.metrics) {
    if (!(row.adjusted <= family_error)) continue;
    if (row.is_rounding()) {
      rounded.push_back(label(contrast, sources, row.name, row.point));
    } else if (++beyond <= most_sentences) {
      all.push_back(strongest_sentence(contrast, sources, row));
    }
  }
  all.push_back(fmt::format("{} of {} metrics {} significantly (family-wise error rate 5 %, Holm).",
                            beyond, contrast.metrics.size(), beyond == 1 ? "differs" : "differ"));
  if (!rounded.empty()) {
    all.push_back(
        "Not counted, because the difference is round-off (less than 1e-9 of the scale): " +
        join(rounded) + ".");
  }
  for (const PassContrast& row : contrast.passes) {
    if (!(row.adjusted <= family_error)) continue;
    all.push_back(passed_sentence(contrast, sources, row));
  }
  return all;
}

std::vector<std::string> footnotes(const Contrast& contrast) {
  std::vector<std::string> notes = {"intervals are two-sided"};
  if (contrast.pairing.is_paired) {
    notes.push_back(
        "p: Wilcoxon signed-rank test (in brackets: adjusted by Holm over all metrics). B smaller, "
        "B larger: percentage of the pairs. Variance ratio: an unpaired comparison needs this many "
        "times the samples. Detectable: the difference that this many pairs detect with a power of "
        "80 % at the 5 % level. The sign test gives sign p, the paired t-test t p");
  } else {
    const bool is_exact =
        std::all_of(contrast.metrics.begin(), contrast.metrics.end(),
                    [](const MetricContrast& row) { return row.unpaired->distributions.is_exact; });
    notes.push_back(fmt::format(
        "p: two-sample Kolmogorov-Smirnov test, {} (in brackets: adjusted by Holm over all "
        "metrics); for passed: Fisher's exact test. Welch's t-test gives t p and the first "
        "interval. Columns q05, q50, q95: shift of the quantile, with its bootstrap interval",
        is_exact ? "exact" : "exact up to 1e8 pairs of samples, asymptotic above"));
  }
  if (!contrast.margins.empty()) {
    notes.push_back(
        "equivalent: the difference is within the margin; different: it exceeds the margin. The "
        "probability that any of these verdicts is wrong is at most 5 % (two one-sided tests, "
        "Holm)");
  }
  return notes;
}

std::vector<std::string> heading(const Contrast& contrast, const Sources& sources) {
  std::vector<std::string> lines;
  for (const auto& [letter, of] : {std::pair{'A', &sources.a}, std::pair{'B', &sources.b}}) {
    lines.push_back(fmt::format("{}: {} ({}), {}, {} ok", letter, of->file.path(),
                                of->scenario.name, counted(of->samples.size(), "sample"),
                                of->samples.counts()[Status::ok]));
  }
  const PointPair points = contrast.points.front();
  if (contrast.points.size() == 1 && points.a != points.b) {
    lines.push_back(fmt::format("A at {}; B at {}", group_text(sources.a.samples.groups[points.a]),
                                group_text(sources.b.samples.groups[points.b])));
  }
  if (const auto programs = differing_programs(sources)) {
    lines.push_back("note: " + programs->text());
  }
  lines.push_back(pairing_text(contrast));
  if (contrast.pairing.is_paired && !contrast.pairing.unlike.empty()) {
    lines.push_back("inputs with a different distribution in B: " + join(contrast.pairing.unlike));
  }
  if (!contrast.left_out.empty()) {
    lines.push_back("not compared (different units): " + join(contrast.left_out));
  }
  if (!contrast.other_requirements.empty()) {
    lines.push_back("not compared (different requirements): " + join(contrast.other_requirements));
  }
  return lines;
}

std::string as_lines(const std::vector<std::string>& sentences, std::size_t width) {
  std::string text;
  for (const std::string& sentence : sentences) text += wrapped(sentence, 0, width);
  return text;
}

std::string as_list(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "* " + sentence + "\n";
  return text;
}

}  // namespace

std::string label(const Contrast& contrast, const Sources& sources, const std::string& name,
                  std::size_t point) {
  const auto of_a = sources.a.samples.groups[contrast.points[point].a].point;
  const auto of_b = sources.b.samples.groups[contrast.points[point].b].point;
  if (of_a && of_b && *of_a != *of_b) {
    return fmt::format("{} at points {}, {}", name, *of_a, *of_b);
  }
  const auto number_of = of_a ? of_a : of_b;
  return number_of ? fmt::format("{} at point {}", name, *number_of) : name;
}

std::string pairing_text(const Contrast& contrast) {
  const Pairing& pairing = contrast.pairing;
  if (!pairing.is_paired) return fmt::format("not paired ({})", pairing.why_not);
  const bool are_many = contrast.points.size() > 1;
  std::string which = fmt::format("the first {}{}", counted(pairing.samples, "sample"),
                                  are_many ? " at each point" : "");
  if (pairing.are_chosen && are_many) {
    which = fmt::format("the samples common to both at each point, {} at most,", pairing.samples);
  } else if (pairing.are_chosen) {
    which = fmt::format("the {} common to both,", counted(pairing.samples, "sample"));
  }
  return fmt::format("paired by common random numbers: {} of the same seed, {}", which,
                     pairing.same_inputs == 0
                         ? std::string("no drawn input in common")
                         : fmt::format("{} drawn {} the same in both", pairing.same_inputs,
                                       pairing.same_inputs == 1 ? "input" : "inputs"));
}

std::string margin_text(const Contrast& contrast, const MarginContrast& row) {
  const MetricContrast& metric = contrast.metrics[row.metric];
  return fmt::format("{}: B - A = {}, 90 % interval {}, margin {}", name_of(row.verdict.verdict),
                     with_unit(number(metric.difference.mean), metric.unit),
                     interval_text(row.interval), number(row.margin));
}

std::string contrast_text(const Contrast& contrast, const Sources& sources, std::size_t width) {
  std::string text = as_lines(heading(contrast, sources), width) + "\n";
  text += table_text(metrics_table(contrast, sources), width) + "\n";
  text += table_text(passes_table(contrast, sources), width) + "\n";
  if (!contrast.margins.empty()) text += table_text(margins_table(contrast, sources), width) + "\n";
  return text + as_lines(footnotes(contrast), width) +
         as_lines(sentences(contrast, sources), width);
}

std::string contrast_markdown(const Contrast& contrast, const Sources& sources) {
  std::string text = as_list(heading(contrast, sources)) + "\n";
  text += markdown_table(metrics_table(contrast, sources)) + "\n";
  text += markdown_table(passes_table(contrast, sources)) + "\n";
  if (!contrast.margins.empty()) text += markdown_table(margins_table(contrast, sources)) + "\n";
  return text + as_list(footnotes(contrast)) + as_list(sentences(contrast, sources));
}

}  // namespace montecopter::compare
