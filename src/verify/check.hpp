#pragma once
/// One check of the program: a measured figure, its required value and its tolerance.

#include <cmath>
#include <string>

namespace montecopter::verify {

/// The name of a check, and the source of its required value.
struct Claim {
  std::string name;    ///< unique within its group
  std::string source;  ///< the formula, table or publication that it is compared with
};

struct Check {
  std::string name, source;
  double figure = 0;
  std::string unit;  ///< of the figure: "1" for a ratio or a count
  double wanted = 0;
  double tolerance = 0;
  std::string detail = {};  ///< for people who investigate a failure

  /// Whether the check passes. A figure that is not a number never does.
  bool passed() const { return std::fabs(figure - wanted) <= tolerance; }
};

/// A check of an error against its upper limit.
inline Check error_check(const Claim& claim, double error, double tolerance,
                         const std::string& unit = "1") {
  return {claim.name, claim.source, std::fabs(error), unit, 0.0, tolerance};
}

/// A check that nothing differs: `different` is the number of differences.
inline Check equality_check(const Claim& claim, int different) {
  return error_check(claim, different, 0.0);
}

/// The largest of several errors. NaN is larger than all others.
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
