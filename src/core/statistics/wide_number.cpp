#include "core/statistics/wide_number.hpp"

#include <cmath>
#include <limits>

namespace montecopter::statistics {

double WideNumber::value() const {
  if (mantissa_ == 0) return 0.0;
  if (exponent_ > 2) return std::numeric_limits<double>::infinity();  // 2^1280 and more
  if (exponent_ < -2) return 0.0;
  double value = mantissa_;
  for (std::int64_t i = 0; i < exponent_; ++i) value *= 0x1p512;
  for (std::int64_t i = 0; i > exponent_; --i) value *= 0x1p-512;
  return value;
}

double WideNumber::log10() const {
  const double digits = 512 * 0.30102999566398119521;  // log10(2^512)
  return std::log10(mantissa_) + digits * static_cast<double>(exponent_);
}

WideNumber& WideNumber::operator+=(const WideNumber& other) {
  if (other.mantissa_ == 0) return *this;
  if (mantissa_ == 0) return *this = other;
  const std::int64_t apart = exponent_ - other.exponent_;
  // More than one exponent apart the smaller one is below 2^-512 of the larger one.
  if (apart < -1) return *this = other;
  if (apart > 1) return *this;
  if (apart == -1) {
    mantissa_ = other.mantissa_ + mantissa_ * 0x1p-512;
    exponent_ = other.exponent_;
  } else {
    mantissa_ += apart == 1 ? other.mantissa_ * 0x1p-512 : other.mantissa_;
  }
  normalise();
  return *this;
}

WideNumber power(double base, std::size_t n) {
  WideNumber result = 1.0, square = base;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result *= square;
    square *= square;
  }
  return result;
}

}  // namespace montecopter::statistics
