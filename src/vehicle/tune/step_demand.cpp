#include "vehicle/tune/step_demand.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/fixed_order.hpp"
#include "dynamics/linear/sampled_model.hpp"

namespace montecopter {

double step_demand(const HoverLoop& loop, Eigen::Index k, double size, double until_s) {
  using Matrix = Eigen::MatrixXd;
  using fixed_order::product;
  constexpr Eigen::Index most = 2000, closely = 400;
  const LoopModel model = closed(loop);
  Matrix move = model.matrix, enter = model.by_measured.col(k);
  double step_s = model.period_s;
  if (!(step_s > 0)) {
    step_s = until_s / closely;
    const SampledModel held = sampled(model.matrix, enter, step_s, 0);
    move = held.transition, enter = held.now;
  }
  // Asked for 1 more is measured by 1 too little.
  const Matrix at_once = -loop.law.slopes.topRows(loop.law.commands).col(k);
  const Matrix& margin = loop.vehicle.margin;
  Matrix state = Matrix::Zero(move.rows(), 1);
  double fraction = 0;
  for (Eigen::Index at = 0; at < most && static_cast<double>(at) * step_s < until_s; ++at) {
    const Matrix command = product(model.commands, state) + at_once;
    for (Eigen::Index i = 0; i < command.rows(); ++i) {
      fraction = std::max(fraction, std::fabs(size * command(i, 0)) / margin(i, 0));
    }
    state = product(move, state) - enter;
  }
  return fraction;
}

}  // namespace montecopter
