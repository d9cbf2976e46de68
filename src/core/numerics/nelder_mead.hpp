#pragma once
/// The least value of a function of a few numbers, without derivatives: J. Nelder, R. Mead,
/// Computer Journal 7 (1965), 308.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

namespace montecopter {

struct Minimum {
  std::vector<double> x;
  double value = std::numeric_limits<double>::infinity();
};

/// From a simplex whose corners are `step` away along each axis, until their values differ by less
/// than `settled`, or after about so many values of the function. Values that are not numbers count
/// as infinite.
inline Minimum nelder_mead(const std::function<double(const std::vector<double>&)>& function,
                           const std::vector<double>& start, double step, int values,
                           double settled) {
  const std::size_t n = start.size();
  const auto corner = [&](const std::vector<double>& x) {
    --values;
    const double value = function(x);
    return Minimum{x, value == value ? value : std::numeric_limits<double>::infinity()};
  };
  std::vector<Minimum> simplex = {corner(start)};
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> x = start;
    x[i] += step;
    simplex.push_back(corner(x));
  }
  const auto below = [](const Minimum& a, const Minimum& b) { return a.value < b.value; };
  while (values > 0) {
    std::stable_sort(simplex.begin(), simplex.end(), below);
    if (simplex[n].value - simplex[0].value < settled) break;
    std::vector<double> middle(n, 0.0);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) middle[i] += simplex[k].x[i] / static_cast<double>(n);
    }
    const auto beyond = [&](double by) {  // the worst corner, moved through the middle
      std::vector<double> x(n);
      for (std::size_t i = 0; i < n; ++i) x[i] = middle[i] + by * (middle[i] - simplex[n].x[i]);
      return corner(x);
    };
    Minimum reflected = beyond(1);
    if (reflected.value < simplex[0].value) {
      const Minimum farther = beyond(2);
      simplex[n] = farther.value < reflected.value ? farther : reflected;
    } else if (reflected.value < simplex[n - 1].value) {
      simplex[n] = reflected;
    } else {
      const bool is_outside = reflected.value < simplex[n].value;
      const Minimum nearer = beyond(is_outside ? 0.5 : -0.5);
      if (nearer.value < std::min(reflected.value, simplex[n].value)) {
        simplex[n] = nearer;
        continue;
      }
      for (std::size_t k = 1; k <= n; ++k) {
        std::vector<double> x = simplex[0].x;
        for (std::size_t i = 0; i < n; ++i) x[i] += 0.5 * (simplex[k].x[i] - x[i]);
        simplex[k] = corner(x);
      }
    }
  }
  return *std::min_element(simplex.begin(), simplex.end(), below);
}

}  // namespace montecopter
