#pragma once
/// Requirement assessment: judges the flights of a result by requirements. Each requirement gets,
/// at each point of a sweep, the number of samples that meet it, confidence bounds for all flights,
/// and a verdict. The definitions are in docs/confidence.md, "Claims and their confidence".

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/statistics/claim.hpp"
#include "plan/plan.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// Why samples do not meet a requirement; the metric of a failed sample is not evaluated.
struct Violations {
  std::int64_t beyond = 0;   ///< the metric is out of bounds
  std::int64_t failed = 0;   ///< status other than ok
  std::int64_t invalid = 0;  ///< ok, but outside the validity limits of the model
  std::int64_t missing = 0;  ///< ok, but the metric has no value

  std::int64_t all() const { return beyond + failed + invalid + missing; }
};

struct Judgement {
  std::string name;
  std::string text;       ///< the requirement in words; may be empty
  std::string statement;  ///< "P(max_tilt_deg <= 35) >= 0.99"
  std::string type;       ///< kind of the requirement
  double confidence = 0;
  std::size_t group = 0;     ///< index in Samples::groups
  std::int64_t planned = 0;  ///< samples of the group
  std::int64_t flown = 0;
  Violations violations;
  statistics::Finding finding;  ///< about the number of the statement, in `unit`
  std::string unit = "1";
  bool is_approximate = false;  ///< the confidence assumes normal values
  bool is_sequential = false;   ///< tested after each block until decided

  std::int64_t met() const { return flown - violations.all(); }
  statistics::Verdict verdict() const { return finding.verdict; }
};

struct Judgements {
  std::vector<Judgement> rows;  ///< by group, then by name
  std::vector<Group> groups;
  bool is_family = false;  ///< verdicts hold jointly for all requirements (Holm)
  std::string stopped;     ///< when the flights stopped because all were decided; else empty

  std::int64_t count(statistics::Verdict verdict) const;
  /// Exit code of the verdicts: no if one is violated, inconclusive if one is undecided, else ok.
  ExitCode exit_code() const;
};

/// Judges a file by the requirements of a scenario, which may differ from the scenario of the file.
/// Empty if there are none, or if the file holds chosen samples (monte_carlo.only). Error(refused)
/// if the file lacks a metric, or if the design of its samples gives no confidence.
Judgements judge(const Scenario& scenario, const record::ResultFile& file, const Samples& samples);

/// Judges flights in memory: all samples of a plan in the order of their rows. The plan has no
/// sweep, or one point of it.
Judgements judge(const Plan& plan, std::span<const Block> blocks);

/// Bounds of a metric, which has one at least: "0 <= max_tilt_deg <= 35".
std::string bounds_text(const std::string& metric, const JudgedMetric& bounds);

}  // namespace montecopter
