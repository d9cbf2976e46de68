#pragma once
/// Requirements that are looked at while the flights go on: tests whose verdicts hold however often
/// one looks (core/statistics/sequential_proportion.hpp, bounded_mean.hpp, and
/// sequential_family.hpp of many together). They look after each block of 64 samples, of a sweep
/// after each of every point that is not decided, in the order of the samples, so that nothing
/// depends on threads.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/bounded_mean.hpp"
#include "core/statistics/sequential_family.hpp"
#include "core/statistics/sequential_proportion.hpp"
#include "plan/requirement_columns.hpp"
#include "record/reader.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// The test of one requirement.
class SequentialTest {
 public:
  /// Error(usage) for a mean without limits: no such test of it holds.
  SequentialTest(const std::string& name, const Requirement& requirement);

  void add(const JudgedSample& sample);
  /// The first look that decides, stands.
  void look();
  statistics::Verdict verdict() const { return verdict_; }
  /// p-values at whatever number of samples there are: of the complement, and of the requirement.
  double p_met() const { return p_met_; }
  double p_violated() const { return p_violated_; }
  const Requirement& requirement() const { return *requirement_; }

 private:
  void look_at_means();

  const Requirement* requirement_;
  std::optional<statistics::ProportionClaim> claim_;
  std::size_t met_ = 0, count_ = 0;
  std::vector<statistics::BoundedMeanTest> means_;  ///< one for each bound
  std::vector<double> worst_;                       ///< what a flight without the number is to each
  bool left_limits_ = false;
  double p_met_ = 1, p_violated_ = 1;
  statistics::Verdict verdict_ = statistics::Verdict::undecided;
};

/// Tests of the requirements of a scenario, at each point of its sweep.
class SequentialTests {
 public:
  explicit SequentialTests(const Scenario& scenario, std::int64_t points = 1);

  /// Rows [first, first + count) of the file, all flown, which are the next samples of a point.
  void add(const record::ResultFile& file, std::int64_t point, std::int64_t first,
           std::int64_t count);
  /// Verdicts by what has been added; of all of them together where the scenario judges them as a
  /// family.
  void look();
  bool is_decided(std::int64_t point) const;
  statistics::Verdict verdict(std::int64_t point, const std::string& name) const;

 private:
  std::size_t first_of(std::int64_t point) const {
    return static_cast<std::size_t>(point) * names_.size();
  }
  statistics::Verdict verdict(std::size_t test) const {
    return family_ ? family_->verdict(test) : tests_[test].verdict();
  }

  std::vector<std::string> names_;
  std::vector<SequentialTest> tests_;  ///< by point, then by name
  std::optional<statistics::SequentialFamily> family_;
};

/// The root attribute of a file of which the requirements were looked at while it was filled: when
/// the flights stopped.
inline constexpr const char* stopped_attribute = "stopped";

}  // namespace montecopter
