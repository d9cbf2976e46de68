#include "core/statistics/allan_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/numerics/powers.hpp"

namespace montecopter {
namespace {

/// A sum that keeps the rounding error of its additions (Neumaier, Z. angew. Math. Mech. 54 (1974)
/// 39).
class CompensatedSum {
 public:
  void add(double x) {
    const elementary::Double2<double> s = elementary::two_sum(high_, x);
    high_ = s.high;
    low_ += s.low;
  }
  double value() const { return high_ + low_; }

 private:
  double high_ = 0, low_ = 0;
};

constexpr std::int64_t stretch = 4096;  ///< terms that are added up without compensation

/// Sum of squares of difference(k) for k below `count`, in a fixed order: eight interleaved sums
/// (which compilers turn into SIMD) over each stretch, those added up with compensation.
template <class F>
double sum_of_squares(std::int64_t count, const F& difference) {
  constexpr std::int64_t lanes = 8;
  CompensatedSum total;
  for (std::int64_t first = 0; first < count; first += stretch) {
    const std::int64_t end = std::min(count, first + stretch);
    std::array<double, lanes> part{};
    std::int64_t k = first;
    for (; k + lanes <= end; k += lanes) {
      for (std::int64_t i = 0; i < lanes; ++i) {
        const double d = difference(k + i);
        part[static_cast<std::size_t>(i)] += d * d;
      }
    }
    for (; k < end; ++k) part[0] += difference(k) * difference(k);
    total.add(((part[0] + part[1]) + (part[2] + part[3])) +
              ((part[4] + part[5]) + (part[6] + part[7])));
  }
  return total.value();
}

void check(std::span<const double> readings, double period_s, std::int64_t missing) {
  const auto refuse = [](const std::string& what) {
    throw Error(ExitCode::usage, "error: " + what);
  };
  if (!(period_s > 0) || std::isinf(period_s)) {
    refuse(fmt::format("the period of the readings is {} s (it must be positive)", period_s));
  }
  if (readings.size() < 2) {
    refuse(fmt::format("there {} {} (an Allan variance compares two)",
                       verb(readings.size(), "is", "are"), counted(readings.size(), "reading")));
  }
  const auto n = std::ssize(readings);
  if (2 * missing > n) {
    refuse(fmt::format(
        "{} of {} {} missing (too many for meaningful averages). Choose a stretch with fewer gaps.",
        missing, counted(n, "reading"), verb(missing, "is", "are")));
  }
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (std::isinf(readings[i])) refuse(fmt::format("reading {} is infinite", i));
  }
}

}  // namespace

// Sums grow with the record, and their differences lose as many digits. So the mean is subtracted,
// and each sum is compensated, that is, as good as rounded once.
AllanRecord::AllanRecord(std::span<const double> readings, double period_s) : period_s_(period_s) {
  CompensatedSum all;
  for (const double y : readings) {
    if (std::isnan(y)) {
      ++missing_;
    } else {
      all.add(y);
    }
  }
  check(readings, period_s, missing_);
  const auto n = static_cast<double>(readings.size());
  mean_ = all.value() / (n - static_cast<double>(missing_));
  sum_.reserve(readings.size() + 1);
  sum_.push_back(0);
  CompensatedSum sum;
  for (const double y : readings) {
    if (!std::isnan(y)) sum.add(y - mean_);
    sum_.push_back(sum.value());
  }
  if (missing_ == 0) return;
  count_.reserve(sum_.size());
  count_.push_back(0);
  for (const double y : readings) count_.push_back(count_.back() + (std::isnan(y) ? 0 : 1));
}

AllanEstimate AllanRecord::estimate(std::int64_t m, AllanEstimator estimator) const {
  const std::int64_t terms = allan_terms(size(), m, estimator);
  const std::int64_t stride = estimator == AllanEstimator::overlapping ? 1 : m;
  if (terms < 1) return {0, 0, 0};
  return count_.empty() ? estimate_whole(m, stride, terms) : estimate_gapped(m, stride, terms);
}

AllanEstimate AllanRecord::estimate_whole(std::int64_t m, std::int64_t stride,
                                          std::int64_t terms) const {
  const double *a = sum_.data(), *b = a + m, *c = b + m;
  const double sum =
      stride == 1
          ? sum_of_squares(terms, [=](std::int64_t k) { return (c[k] - b[k]) - (b[k] - a[k]); })
          : sum_of_squares(terms, [=](std::int64_t k) {
              const std::int64_t j = k * stride;
              return (c[j] - b[j]) - (b[j] - a[j]);
            });
  const auto n = static_cast<double>(m);
  return {sum / (2 * n * n * static_cast<double>(terms)), terms, n};
}

AllanEstimate AllanRecord::estimate_gapped(std::int64_t m, std::int64_t stride,
                                           std::int64_t terms) const {
  const double least = 0.5 * static_cast<double>(m);
  const double *sum = sum_.data(), *count = count_.data();
  CompensatedSum squares, inverses;
  double used = 0;
  for (std::int64_t first = 0; first < terms; first += stretch) {
    double part = 0, inverse = 0;
    for (std::int64_t k = first; k < std::min(terms, first + stretch); ++k) {
      const std::int64_t a = k * stride, b = a + m, c = b + m;
      const double n1 = count[b] - count[a], n2 = count[c] - count[b];
      const bool counts = n1 >= least && n2 >= least;
      const double share = counts ? 1 / (n1 * n2) : 0;
      const double d = ((sum[c] - sum[b]) * n1 - (sum[b] - sum[a]) * n2) * share;
      part += d * d;
      inverse += (n1 + n2) * share;
      used += counts ? 1 : 0;
    }
    squares.add(part);
    inverses.add(inverse);
  }
  if (used == 0) return {0, 0, 0};
  return {squares.value() / (2 * used), static_cast<std::int64_t>(used),
          2 * used / inverses.value()};
}

std::vector<double> AllanRecord::averages(std::int64_t m, std::int64_t first,
                                          std::int64_t count) const {
  std::vector<double> means;
  const auto n = static_cast<std::size_t>(m);
  const auto all = static_cast<double>(m);
  for (std::int64_t k = first; k < first + count; ++k) {
    const auto j = static_cast<std::size_t>(k) * n;
    const double present = count_.empty() ? all : count_[j + n] - count_[j];
    means.push_back(2 * present < all ? std::numeric_limits<double>::quiet_NaN()
                                      : (sum_[j + n] - sum_[j]) / present);
  }
  return means;
}

}  // namespace montecopter
