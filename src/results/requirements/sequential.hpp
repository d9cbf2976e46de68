#pragma once
/// Sequential tests of requirements during the flights. Their verdicts hold however often they are
/// evaluated (core/statistics/sequential_proportion.hpp, bounded_mean.hpp, and
/// sequential_family.hpp for several together). They are evaluated after each block of 64 samples;
/// in a sweep, after a block of every undecided point. Samples are added in order, so that nothing
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

/// The sequential test of one requirement.
class SequentialTest {
 public:
  /// Error(usage) for a mean without limits: it has no valid sequential test.
  SequentialTest(const std::string& name, const Requirement& requirement);

  void add(const JudgedSample& sample);
  /// Evaluates the test; the first decision is final.
  void look();
  statistics::Verdict verdict() const { return verdict_; }
  /// p-values that are valid at any number of samples: of the complement, and of the requirement.
  double p_met() const { return p_met_; }
  double p_violated() const { return p_violated_; }
  const Requirement& requirement() const { return *requirement_; }

 private:
  void look_at_means();

  const Requirement* requirement_;
  std::optional<statistics::ProportionClaim> claim_;
  std::size_t met_ = 0, count_ = 0;
  std::vector<statistics::BoundedMeanTest> means_;  ///< one for each bound
  std::vector<double> worst_;  ///< value of a flight without the number, for each
  bool left_limits_ = false;
  double p_met_ = 1, p_violated_ = 1;
  statistics::Verdict verdict_ = statistics::Verdict::undecided;
};

/// Sequential tests of the requirements of a scenario, at each point of its sweep.
class SequentialTests {
 public:
  explicit SequentialTests(const Scenario& scenario, std::int64_t points = 1);

  /// Adds rows [first, first + count) of the file, all flown: the next samples of a point.
  void add(const record::ResultFile& file, std::int64_t point, std::int64_t first,
           std::int64_t count);
  /// Updates the verdicts from the added samples; jointly where the scenario judges the
  /// requirements as a family.
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

/// Root attribute that says when the flights stopped, for a run whose requirements were tested
/// during the flights.
inline constexpr const char* stopped_attribute = "stopped";

}  // namespace montecopter
