#pragma once
/// Quantiles on request, in addition to the quantiles of every result (vocabulary.hpp).

#include <string>
#include <vector>

#include "results/summarise/report.hpp"

namespace montecopter {

/// Quantiles by group and metric of a summary, over samples with status ok and a value.
struct ChosenQuantiles {
  std::vector<double> percent;                           ///< ascending
  std::vector<std::vector<std::vector<double>>> values;  ///< [group][metric][of percent]
};

/// Parses "1,50,99.9": percentages from 0 to 100. Error(usage) for anything else.
std::vector<double> parse_percents(const std::string& option, const std::string& text);

ChosenQuantiles quantiles_of(const record::ResultFile& file, const Samples& samples,
                             const Summary& summary, std::vector<double> percent);

/// A table with a row for each metric; in a sweep a table for each metric, with a row for each
/// point.
std::vector<TableText> quantiles_tables(const Summary& summary, const ChosenQuantiles& chosen,
                                        bool with_units = false);
/// The member "quantiles" of a group: {"max_tilt_deg": {"q01": 2.5, ...}, ...}.
std::string quantiles_json(const Summary& summary, const ChosenQuantiles& chosen,
                           std::size_t group);
/// One line per metric (and sweep point) under one header line.
void write_quantiles_csv(const Summary& summary, const ChosenQuantiles& chosen, const Sink& sink);

}  // namespace montecopter
