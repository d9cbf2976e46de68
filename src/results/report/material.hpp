#pragma once
/// Material for the sections of a report: a result and its analyses by the layers below.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/watch.hpp"
#include "plan/shard.hpp"
#include "record/reader.hpp"
#include "results/requirements/judge.hpp"
#include "results/summarise/choice.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/summary.hpp"
#include "scenario/load.hpp"

namespace montecopter::report {

/// A closed line on the map of touchdowns [m].
struct MapRing {
  std::string name;
  std::vector<double> north, east;
};

/// Options of a report.
struct ReportOptions {
  std::int64_t point = 0;  ///< sweep point that is shown in detail
  SampleChoice lines;      ///< samples that are drawn as lines; none: the worst samples
  std::string
      convergence;  ///< HTML of the findings of `converge` (convergence_record.hpp); may be empty
  std::vector<std::string> searches;  ///< HTML of answers of `rare` and `worst` (searches.hpp)
  std::vector<std::string> signals;   ///< signals that are drawn over time; none: all
  std::vector<MapRing> rings;         ///< volumes of the operation, from the innermost
  ByteProgress* progress = nullptr;   ///< counts sections
  std::string printed_on;             ///< date of a document for paper; none: a page for a browser
};

struct Material {
  /// Reads a result. Error(refused) if the file contradicts itself. If this version of the program
  /// cannot load the scenario, the sections that need it are left out.
  explicit Material(const record::ResultFile& file_);

  const record::ResultFile& file;
  std::string name;  ///< file name without folder: the page does not depend on its place
  Samples samples;
  Summary summary;
  std::optional<LoadedScenario> scenario;
  std::string scenario_trouble;          ///< why there is no scenario
  std::optional<Judgements> judgements;  ///< verdicts, if requirements can be judged
  bool verified = true;
  ReportOptions options;
  std::vector<const Material*> others;  ///< results that are compared with this one

  /// Whether the file is a part of its campaign (plan/shard.hpp).
  bool is_shard() const { return !file.root_attribute(shard_attribute).empty(); }
  /// Group of the shown point.
  std::size_t group() const {
    return summary.is_sweep() ? static_cast<std::size_t>(options.point) : 0;
  }
  bool is_shown(std::size_t sample) const {
    return samples.flown(sample) && samples.group_of(sample) == group();
  }
  /// "montecopter stats a.h5 --metric max_tilt_deg"; with --point in a sweep if `with_point`.
  std::string command(const std::string& name, const std::string& words = "",
                      bool with_point = false) const;
  /// "point 3: vehicle.mass_kg = 1.2", or "".
  std::string point_text() const;
};

}  // namespace montecopter::report
