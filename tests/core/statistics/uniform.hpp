#pragma once
/// Random numbers for simulated campaigns: from the words of the generator, which the standard
/// fixes, and not by its distributions, which it does not.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

namespace montecopter::statistics {

class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : words_(seed) {}
  /// In [0, 1).
  double operator()() { return static_cast<double>(words_() >> 11) * 0x1p-53; }
  bool event(double probability) { return (*this)() < probability; }
  std::size_t events(std::size_t n, double probability) {
    std::size_t k = 0;
    for (std::size_t i = 0; i < n; ++i) k += event(probability) ? 1 : 0;
    return k;
  }
  /// Box & Muller, Annals of Mathematical Statistics 29 (1958) 610.
  double normal() {
    const double radius = std::sqrt(-2 * std::log1p(-(*this)()));
    return radius * std::cos(2 * 3.14159265358979323846 * (*this)());
  }

 private:
  std::mt19937_64 words_;
};

/// Three standard errors of a share p of `campaigns`.
inline double three_errors(double p, int campaigns) {
  return 3 * std::sqrt(p * (1 - p) / campaigns);
}

}  // namespace montecopter::statistics
