#pragma once
/// Products of a million factors: numbers far beyond the range of a double, by correctly rounded
/// operations only. Logarithms would do, but theirs are not the same bits in every C library.

#include <cstddef>
#include <cstdint>

namespace montecopter::statistics {

/// A number of zero or more: mantissa 2^(512 exponent), 2^-256 <= mantissa < 2^256 or 0. Scaling by
/// powers of two is exact, so each product has one rounding error.
class WideNumber {
 public:
  /// 0 <= value; infinity stays what it is.
  WideNumber(double value = 0) : mantissa_(value) { normalise(); }  // NOLINT: a number is one

  /// The number as a double: infinity if it is too large, 0 if it is too small.
  double value() const;
  /// The decimal logarithm, for display; -infinity for 0.
  double log10() const;

  WideNumber& operator*=(double factor) {
    mantissa_ *= factor;
    normalise();
    return *this;
  }
  WideNumber& operator*=(const WideNumber& other) {
    mantissa_ *= other.mantissa_;
    exponent_ += other.exponent_;
    normalise();
    return *this;
  }
  WideNumber& operator+=(const WideNumber& other);
  friend bool operator>=(const WideNumber& a, double b) { return a.value() >= b; }

 private:
  void normalise() {
    if (mantissa_ >= 0x1p256) {
      mantissa_ *= 0x1p-512;
      ++exponent_;
    } else if (mantissa_ < 0x1p-256 && mantissa_ > 0) {
      mantissa_ *= 0x1p512;
      --exponent_;
    }
  }

  double mantissa_;
  std::int64_t exponent_ = 0;
};

/// base^n, 0 <= base, finite; 0^0 = 1. By squaring; the relative error is below n 2^-53 and a
/// little.
WideNumber power(double base, std::size_t n);

}  // namespace montecopter::statistics
