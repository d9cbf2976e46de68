#include "vehicle/tune/step_demand.hpp"

#include <algorithm>

#include "core/numerics/fixed_order.hpp"
#include "dynamics/linear/sampled_model.hpp"

namespace montecopter {

double step_demand(const HoverLoop& loop, Eigen::Index first, double size, double until_s,
                   double enough) {
  using Matrix = Eigen::MatrixXd;
  using fixed_order::product;
  constexpr Eigen::Index most = 2000, closely = 400, steps = 3;
  const LoopModel model = without_unobservable_states(closed(loop));
  Matrix move = model.matrix, enter = model.by_measured.middleCols(first, steps);
  double step_s = model.period_s;
  if (!(step_s > 0)) {
    step_s = until_s / closely;
    const SampledModel held = sampled(model.matrix, enter, step_s, 0);
    move = held.transition, enter = held.now;
  }
  // A reference larger by 1 has the effect of a measurement smaller by 1.
  const Matrix slopes = loop.law.slopes.topRows(loop.law.commands);
  const Matrix at_once = -slopes.middleCols(first, steps);
  const Matrix margin = loop.vehicle.margin.col(0).replicate(1, steps);
  Matrix state = Matrix::Zero(move.rows(), steps);
  double fraction = 0;
  for (Eigen::Index at = 0; at < most && static_cast<double>(at) * step_s < until_s; ++at) {
    const Matrix command = product(model.commands, state) + at_once;
    fraction = std::max(fraction, (size * command.cwiseAbs()).cwiseQuotient(margin).maxCoeff());
    if (fraction > enough) break;
    state = product(move, state) - enter;
  }
  return fraction;
}

}  // namespace montecopter
