#pragma once
/// List of chosen samples of a result: status, drawn inputs and metrics of each, as a table, JSON
/// or CSV.

#include <string>
#include <vector>

#include "results/summarise/choice.hpp"
#include "results/summarise/report.hpp"

namespace montecopter {

struct Listing {
  std::string scenario;
  bool complete = false;
  std::int64_t samples = 0;  ///< number of samples in the file
  SampleChoice choice;
  ChosenSamples chosen;
  std::vector<std::string> status;          ///< one for each chosen sample
  std::vector<SampleColumn> columns;        ///< without sample and status
  std::vector<std::vector<double>> values;  ///< [column][chosen sample]
  bool names_metrics = false;               ///< whether somebody asked for these metrics
};

/// Lists all columns, or only the named metrics ("max_tilt_deg" or "m_max_tilt_deg") and all other
/// columns. Error(usage) naming --metric if a metric does not exist.
Listing list_samples(const record::ResultFile& file, const Samples& samples,
                     const SampleChoice& choice, const std::vector<std::string>& metrics = {});

/// One table: with a row for each sample, or if that is too wide, with a column for each sample.
TableText listing_table(const Listing& listing, std::size_t width = usual_table_width);
/// The same; if neither fits, the first columns, and how many are missing.
std::string listing_text(const Listing& listing, std::size_t width = usual_table_width);
/// One JSON object, a line for each sample; ends with a newline.
void write_listing_json(const Listing& listing, const Source& source, const Remarks& remarks,
                        const Sink& sink);
/// One line per sample below a header of names and units, as `export` writes them.
void write_listing_csv(const Listing& listing, const Sink& sink);

}  // namespace montecopter
