#pragma once
/// Requirement assessment: judges the flights of a result by requirements. For each of them, and
/// each point of a sweep, how many samples meet it, what that says of all flights with which
/// confidence, and a verdict. The definitions are in docs/confidence.md, "Claims and their
/// confidence".

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

/// Why samples do not meet a requirement; a failed one is not asked for its metric.
struct Violations {
  std::int64_t beyond = 0;   ///< the metric is beyond its bounds
  std::int64_t failed = 0;   ///< status other than ok
  std::int64_t invalid = 0;  ///< ok, but beyond what the model is valid for
  std::int64_t missing = 0;  ///< ok, but the metric has no number

  std::int64_t all() const { return beyond + failed + invalid + missing; }
};

struct Judgement {
  std::string name;
  std::string text;       ///< in words; may be empty
  std::string statement;  ///< "P(max_tilt_deg <= 35) >= 0.99"
  std::string type;       ///< of the requirement
  double confidence = 0;
  std::size_t group = 0;     ///< of Samples::groups
  std::int64_t planned = 0;  ///< samples of the group
  std::int64_t flown = 0;
  Violations violations;
  statistics::Finding finding;  ///< about the number of the statement, in `unit`
  std::string unit = "1";
  bool is_approximate = false;  ///< the confidence is that of normal values
  bool is_sequential = false;   ///< judged after each block until it was decided

  std::int64_t met() const { return flown - violations.all(); }
  statistics::Verdict verdict() const { return finding.verdict; }
};

struct Judgements {
  std::vector<Judgement> rows;  ///< by group, then by name
  std::vector<Group> groups;
  bool is_family = false;  ///< verdicts hold for all of them together (Holm)
  std::string stopped;     ///< when the flights stopped because all was decided; else empty

  std::int64_t count(statistics::Verdict verdict) const;
  /// Error code of the verdicts: no if one is violated, inconclusive if one is undecided, ok.
  ExitCode exit_code() const;
};

/// By the requirements of a scenario, which may be another than that of the file. Nothing if the
/// file holds chosen samples (monte_carlo.only). Error(refused) if the file has no metric of a
/// name, or no confidence is known of samples in its design.
Judgements judge(const Scenario& scenario, const record::ResultFile& file, const Samples& samples);

/// The same of flights in memory, of all samples of a plan in the order of their rows, which has no
/// sweep or one point of it.
Judgements judge(const Plan& plan, std::span<const Block> blocks);

}  // namespace montecopter
