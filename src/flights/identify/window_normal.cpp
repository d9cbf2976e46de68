#include "flights/identify/window_normal.hpp"

namespace montecopter::identify {
namespace {

/// The part of the start; ones in the place of zeros: position, where the log has none.
PlainMatrix start_part(const PlainMatrix& H, std::size_t parameters) {
  const std::size_t n = H.rows - parameters;
  PlainMatrix part(n, n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) part(a, b) = H(parameters + a, parameters + b);
    if (part(a, a) == 0) part(a, a) = 1;
  }
  return part;
}

}  // namespace

bool eliminate_start(const PlainMatrix& H, const PlainVector& g, std::size_t parameters,
                     WindowNormal& normal) {
  const std::size_t n = H.rows - parameters;
  normal.information = PlainMatrix(parameters, parameters);
  normal.gradient.assign(parameters, 0.0);
  normal.start_gain = PlainMatrix(parameters, n);
  normal.start_step.assign(g.begin() + static_cast<std::ptrdiff_t>(parameters), g.end());
  normal.effect.assign(parameters, 0.0);
  PlainMatrix L = start_part(H, parameters);
  if (!factorise(L)) return false;
  solve_factorised(L, normal.start_step.data());
  for (std::size_t a = 0; a < parameters; ++a) {
    double* gain = &normal.start_gain.values[a * n];
    for (std::size_t c = 0; c < n; ++c) gain[c] = H(parameters + c, a);
    solve_factorised(L, gain);
    normal.effect[a] = H(a, a);
    normal.gradient[a] = g[a];
    for (std::size_t c = 0; c < n; ++c)
      normal.gradient[a] -= H(a, parameters + c) * normal.start_step[c];
  }
  for (std::size_t a = 0; a < parameters; ++a) {
    for (std::size_t b = 0; b < parameters; ++b) {
      double sum = H(a, b);
      for (std::size_t c = 0; c < n; ++c) sum -= H(a, parameters + c) * normal.start_gain(b, c);
      normal.information(a, b) = sum;
    }
  }
  return true;
}

}  // namespace montecopter::identify
