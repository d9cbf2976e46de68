#pragma once
/// THE list: one closed type list per kind. Help, errors, docs and tests are derived from it, and a
/// type that is added to a list can be read, dispersed and flown. What a type has to bring, and
/// what to edit besides, is the table "How to add" in docs/architecture.md.
///
/// Lists that kernels know, or that are parts of a kind, stand with their subject:
///   * vehicles in vehicles/vehicle.hpp, rotor laws and motors in vehicles/multirotor.hpp;
///   * winds in winds/wind.hpp, disturbances in disturbances/pulse.hpp, events in events/event.hpp;
///   * controllers in controllers/controller.hpp, estimators in estimators/estimator.hpp, sensors
///     in sensors/sensor_unit.hpp and, for kernels, sensors/sensor_kinds.hpp;
///   * atmospheres in environment/atmosphere.hpp, magnetic fields in
///     environment/magnetic_field.hpp, grounds in environment/ground.hpp;
///   * headings in trajectories/heading.hpp;
///   * integrators, which have no parameters of their own, in integrators/kinds.hpp.

#include <variant>

#include "dynamics/controllers/controller.hpp"
#include "dynamics/distributions/beta.hpp"
#include "dynamics/distributions/choice.hpp"
#include "dynamics/distributions/discrete.hpp"
#include "dynamics/distributions/dispersed.hpp"
#include "dynamics/distributions/empirical.hpp"
#include "dynamics/distributions/exponential.hpp"
#include "dynamics/distributions/fixed.hpp"
#include "dynamics/distributions/gamma.hpp"
#include "dynamics/distributions/listed.hpp"
#include "dynamics/distributions/lognormal.hpp"
#include "dynamics/distributions/multivariate_normal.hpp"
#include "dynamics/distributions/normal.hpp"
#include "dynamics/distributions/rayleigh.hpp"
#include "dynamics/distributions/rotations.hpp"
#include "dynamics/distributions/triangular.hpp"
#include "dynamics/distributions/truncated_normal.hpp"
#include "dynamics/distributions/truncation.hpp"
#include "dynamics/distributions/uniform.hpp"
#include "dynamics/distributions/vector_law.hpp"
#include "dynamics/distributions/von_mises.hpp"
#include "dynamics/distributions/weibull.hpp"
#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/integrators/kinds.hpp"
#include "dynamics/trajectories/circle.hpp"
#include "dynamics/trajectories/helix.hpp"
#include "dynamics/trajectories/hover.hpp"
#include "dynamics/trajectories/lemniscate.hpp"
#include "dynamics/trajectories/lissajous.hpp"
#include "dynamics/trajectories/minimum_jerk.hpp"
#include "dynamics/trajectories/minimum_snap.hpp"
#include "dynamics/trajectories/polynomial.hpp"
#include "dynamics/trajectories/sampled.hpp"
#include "dynamics/trajectories/step.hpp"
#include "dynamics/trajectories/waypoints.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"

namespace montecopter {

using Trajectory =
    std::variant<HoverTrajectory, StepTrajectory, WaypointsTrajectory, CircleTrajectory,
                 LemniscateTrajectory, LissajousTrajectory, HelixTrajectory, MinimumSnapTrajectory,
                 MinimumJerkTrajectory, PolynomialTrajectory, SampledTrajectory>;

template <class... Ds>
using AnyDispersed = std::variant<Dispersed<Ds>...>;

/// Truncated<...>: continuous ones, which may be given limits. VectorLaw: of several numbers.
using Distribution =
    AnyDispersed<FixedDistribution, UniformDistribution, Truncated<NormalDistribution>,
                 TruncatedNormalDistribution, Truncated<LognormalDistribution>,
                 Truncated<TriangularDistribution>, Truncated<ExponentialDistribution>,
                 Truncated<WeibullDistribution>, Truncated<RayleighDistribution>,
                 Truncated<GammaDistribution>, BetaDistribution, Truncated<VonMisesDistribution>,
                 ChoiceDistribution, DiscreteDistribution, Truncated<EmpiricalDistribution>,
                 ListedDistribution, MultivariateNormalDistribution, UniformRotationDistribution,
                 NormalRotationDistribution>;

}  // namespace montecopter
