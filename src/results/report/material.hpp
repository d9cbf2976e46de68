#pragma once
/// What the sections of a report are made of: a result, and what the layers below say of it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/shard.hpp"
#include "record/reader.hpp"
#include "results/requirements/judge.hpp"
#include "results/summarise/choice.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/summary.hpp"
#include "scenario/load.hpp"

namespace montecopter::report {

/// What whoever asks for a report chooses.
struct ReportOptions {
  std::int64_t point = 0;  ///< of a sweep: the one that is shown in detail
  SampleChoice lines;      ///< samples that are drawn as lines; none: the worst
  std::string
      convergence;  ///< HTML of what `converge` found (convergence_record.hpp); may be empty
  std::vector<std::string> signals;  ///< that are drawn over time; none: all
};

struct Material {
  /// Error(refused) if the file contradicts itself. A scenario that this version of the program
  /// cannot load leaves out what needs it.
  explicit Material(const record::ResultFile& file_);

  const record::ResultFile& file;
  std::string name;  ///< of the file, without its folder: the page is the same wherever it lies
  Samples samples;
  Summary summary;
  std::optional<LoadedScenario> scenario;
  std::string scenario_trouble;          ///< why there is none
  std::optional<Judgements> judgements;  ///< if there are requirements that can be judged
  bool verified = true;
  ReportOptions wishes;
  std::vector<const Material*> others;  ///< the results that are compared with this one

  /// Whether the file is a part of its campaign (plan/shard.hpp).
  bool is_shard() const { return !file.root_attribute(shard_attribute).empty(); }
  /// Group of the point that is shown.
  std::size_t group() const {
    return summary.is_sweep() ? static_cast<std::size_t>(wishes.point) : 0;
  }
  bool is_shown(std::size_t sample) const {
    return samples.flown(sample) && samples.group_of(sample) == group();
  }
  /// "montecopter stats a.h5 --metric max_tilt_deg", with --point in a sweep where it is asked for.
  std::string command(const std::string& name, const std::string& options = "",
                      bool with_point = false) const;
  /// "point 3: vehicle.mass_kg = 1.2", or "".
  std::string point_text() const;
};

}  // namespace montecopter::report
