#pragma once
/// One thing that the program is held to: a figure that was measured, what it should be, and by how
/// much it may miss that.

#include <cmath>
#include <string>

namespace montecopter::verify {

/// What a check is called, and by whom the truth is known.
struct Claim {
  std::string name;    ///< unique within its group
  std::string source;  ///< the formula, table or publication that it is held to
};

struct Check {
  std::string name, source;
  double figure = 0;
  std::string unit;  ///< of the figure: "1" for a ratio or a count
  double wanted = 0;
  double tolerance = 0;
  std::string detail = {};  ///< for people who look into a failure

  /// A figure that is not a number never passes.
  bool passed() const { return std::fabs(figure - wanted) <= tolerance; }
};

/// An error, which is to be at most so large.
inline Check error_check(const Claim& claim, double error, double tolerance,
                         const std::string& unit = "1") {
  return {claim.name, claim.source, std::fabs(error), unit, 0.0, tolerance};
}

/// How many differ of things that have to be equal.
inline Check equality_check(const Claim& claim, int different) {
  return error_check(claim, different, 0.0);
}

/// The largest of errors, seen one after another. NaN is larger than all.
class Largest {
 public:
  void take(double error) {
    const double size = std::fabs(error);
    if (!std::isnan(largest_) && !(size <= largest_)) largest_ = size;
  }
  operator double() const { return largest_; }

 private:
  double largest_ = 0;
};

}  // namespace montecopter::verify
