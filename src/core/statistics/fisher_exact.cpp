#include "core/statistics/fisher_exact.hpp"

#include <algorithm>

#include "core/base/contract.hpp"

namespace montecopter::statistics {
namespace {

/// Tables of the same probability differ by rounding.
constexpr double as_improbable = 1 + 1e-7;
/// Weights relative to the most probable table below this one lose their digits.
constexpr double without_digits = 1e-300;

/// The hypergeometric distribution of how many of A are among those that passed, as weights
/// relative to its mode.
class Tables {
 public:
  Tables(PassCount a, PassCount b)
      : passed_(a.count + b.count),
        of_a_(a.of),
        of_b_(b.of),
        least_(passed_ > of_b_ ? passed_ - of_b_ : 0),
        most_(std::min(passed_, of_a_)) {
    const auto in_a = static_cast<double>(of_a_);
    const double all = in_a + static_cast<double>(of_b_) + 2;
    const double middle = (static_cast<double>(passed_) + 1) / all * (in_a + 1);
    mode_ = std::clamp(static_cast<std::size_t>(middle), least_, most_);
  }

  /// Calls visit(k, weight of k) from the mode outwards, as far as weights have digits.
  template <class Visit>
  void each(Visit visit) const {
    visit(mode_, 1.0);
    double weight = 1;
    for (std::size_t k = mode_; k < most_ && weight > without_digits; ++k) {
      weight *= ratio(k);
      visit(k + 1, weight);
    }
    weight = 1;
    for (std::size_t k = mode_; k > least_ && weight > without_digits; --k) {
      weight /= ratio(k - 1);
      visit(k - 1, weight);
    }
  }

 private:
  /// P(k + 1) / P(k)
  double ratio(std::size_t k) const {
    const double left_a = static_cast<double>(of_a_ - k), left = static_cast<double>(passed_ - k);
    const double failed_b = static_cast<double>(of_b_ + k + 1 - passed_);
    return left / static_cast<double>(k + 1) * (left_a / failed_b);
  }

  std::size_t passed_, of_a_, of_b_, least_, most_, mode_ = 0;
};

}  // namespace

double fisher_exact(PassCount a, PassCount b) {
  expects(a.count <= a.of && b.count <= b.of, "counts are at most their totals");
  const Tables tables(a, b);
  double found = 0;
  tables.each([&](std::size_t k, double weight) {
    if (k == a.count) found = weight;
  });
  double tail = 0, all = 0;
  tables.each([&](std::size_t, double weight) {
    all += weight;
    if (weight <= found * as_improbable) tail += weight;
  });
  return tail / all;
}

}  // namespace montecopter::statistics
