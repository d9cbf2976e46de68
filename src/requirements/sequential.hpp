#pragma once
/// Requirements that are looked at while the flights go on: tests whose verdicts hold however often
/// one looks (inference/sequential_proportion.hpp, bounded_mean.hpp). They look after each block of
/// 64 samples, in the order of the samples, so that nothing depends on threads.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inference/bounded_mean.hpp"
#include "inference/sequential_proportion.hpp"
#include "plan/requirement_columns.hpp"
#include "record/reader.hpp"
#include "scenario/scenario.hpp"

namespace montecopter {

/// The test of one requirement.
class SequentialTest {
 public:
  /// Error(usage) for a mean without limits: no such test of it holds.
  SequentialTest(const std::string& name, const Requirement& requirement);

  void add(const JudgedSample& sample);
  /// The first look that decides, stands.
  void look();
  inference::Verdict verdict() const { return verdict_; }
  const Requirement& requirement() const { return *requirement_; }

 private:
  const Requirement* requirement_;
  std::optional<inference::ProportionClaim> claim_;
  std::size_t met_ = 0, count_ = 0;
  std::vector<inference::BoundedMeanTest> means_;  ///< one for each bound
  std::vector<double> worst_;                      ///< what a flight without the number is to each
  bool left_limits_ = false;
  inference::Verdict verdict_ = inference::Verdict::undecided;
};

/// Those of a scenario without a sweep.
class SequentialTests {
 public:
  explicit SequentialTests(const Scenario& scenario);

  /// Samples [first, first + count) of the file, all flown, after those that came before.
  void add(const record::ResultFile& file, std::int64_t first, std::int64_t count);
  bool all_decided() const;
  inference::Verdict verdict(const std::string& name) const;

 private:
  std::vector<std::string> names_;
  std::vector<SequentialTest> tests_;
};

/// The root attribute of a file of which the requirements were looked at while it was filled: when
/// the flights stopped.
inline constexpr const char* stopped_attribute = "stopped";

}  // namespace montecopter
