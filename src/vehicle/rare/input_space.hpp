#pragma once
/// The drawn inputs of a campaign as independent standard normal numbers. Each number becomes the
/// uniform number of one random design, and the distributions and correlations of the campaign
/// make draws of them.

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "plan/plan.hpp"

namespace montecopter {

class InputSpace {
 public:
  /// Error(usage) for a design that is not random, and for inputs that have a few values only. The
  /// plan must outlive this object.
  explicit InputSpace(const Plan& plan);

  std::size_t dimensions() const { return place_.size(); }
  /// The draw of each dispersion of the plan.
  std::vector<double> draws(std::span<const double> z) const;
  /// The standard normal score of each draw: how many standard deviations a normal input is from
  /// its mean. NaN for a component of a vector and for a fixed number, which have no score.
  std::vector<double> scores(std::span<const double> z) const;

 private:
  void add(const InputDesign& design);
  UniformOfDesign uniform_at(std::span<const double> z) const;

  const Plan& plan_;
  std::map<std::uint64_t, std::size_t> place_;  ///< number of each design, by its stream
};

}  // namespace montecopter
