#include "flights/identify/fit_problem.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/contract.hpp"
#include "core/base/parallel.hpp"

namespace montecopter::identify {
namespace {

/// Priors of the parameters of a log.
constexpr double delay_sd_s = 0.01, bias_sd_rad_s = 0.1, late_sd_s = 0.01;
/// Thrust at equal rotor speed differs between flights by this fraction of the weight: batteries
/// and air differ, propellers wear.
constexpr double acceleration_sd_by_weight = 0.01;
/// The centre of mass differs between flights by this fraction of the distance of the outermost
/// rotor: batteries are inserted by hand.
constexpr double shift_sd_by_arm = 0.01;

std::array<double, 3> offset_sd_of(const Multirotor& vehicle, const CalmAir& air) {
  double arm_m = 0;
  for (const Rotor& rotor : vehicle.rotors) {
    double square = 0;
    for (const double x : lever_arm(rotor.position_m, vehicle.centre_of_mass_m)) square += x * x;
    arm_m = std::fmax(arm_m, std::sqrt(square));
  }
  const double moment_n_m = vehicle.mass_kg * air.gravity_m_s2 * shift_sd_by_arm * arm_m;
  const Inertia& J = vehicle.inertia_kg_m2;
  return {moment_n_m / J.xx, moment_n_m / J.yy, moment_n_m / J.zz};
}

}  // namespace

FitProblem::FitProblem(FittedParameters& fitted, const CalmAir& calm,
                       const std::vector<FitLog>& flights, int most_threads)
    : parameters(fitted),
      air(calm),
      logs(flights),
      threads(most_threads),
      vehicle_size(fitted.size()),
      size(fitted.size() + flights.size() * log_size) {
  for (std::size_t i = 0; i < vehicle_size; ++i) steps.push_back(step_by_sd * parameters[i].sd);
  steps.push_back(1e-4);  // s, of a delay
  if (const auto vehicle = parameters.vehicle(within_range(prior_mean())))
    offset_sd_rad_s2 = offset_sd_of(*vehicle, air);
}

LogErrors FitProblem::errors_of(const std::vector<double>& x, std::size_t log) const {
  const double* own = &x[log_at(log)];
  return {own[0],
          {own[1], own[2], own[3]},
          {own[4], own[5], own[6]},
          {own[7], own[8], own[9]},
          {own[10], own[11], own[12]}};
}

void FitProblem::start_at(const std::vector<double>& draws,
                          const std::vector<LogErrors>& log_errors) {
  start = draws;
  for (const LogErrors& log : log_errors) {
    start.push_back(log.delay_s);
    start.insert(start.end(), log.rate_bias_rad_s.begin(), log.rate_bias_rad_s.end());
    start.insert(start.end(), log.angular_acceleration_rad_s2.begin(),
                 log.angular_acceleration_rad_s2.end());
    start.insert(start.end(), log.late_s.begin(), log.late_s.end());
    start.insert(start.end(), log.acceleration_m_s2.begin(), log.acceleration_m_s2.end());
  }
}

std::vector<double> FitProblem::within_range(std::vector<double> x) const {
  expects(x.size() == size, "all parameters");
  for (std::size_t i = 0; i < vehicle_size; ++i) {
    const double low = parameters[i].low + 2 * steps[i], high = parameters[i].high - 2 * steps[i];
    x[i] = std::fmin(std::fmax(x[i], low), high);
  }
  for (std::size_t l = 0; l < logs.size(); ++l) {
    const double most_s = most_delay_s - 2 * steps.back();
    x[log_at(l)] = std::fmin(std::fmax(x[log_at(l)], -most_s), most_s);
  }
  return x;
}

std::vector<double> FitProblem::prior_mean() const {
  std::vector<double> mean = parameters.means();
  mean.resize(size, 0.0);
  return mean;
}

Eigen::MatrixXd FitProblem::prior_information() const {
  Eigen::MatrixXd prior = Eigen::MatrixXd::Zero(size, size);
  prior.topLeftCorner(vehicle_size, vehicle_size) = parameters.precision();
  for (std::size_t l = 0; l < logs.size(); ++l) {
    std::vector<double> sds = {delay_sd_s, bias_sd_rad_s, bias_sd_rad_s, bias_sd_rad_s};
    sds.insert(sds.end(), offset_sd_rad_s2.begin(), offset_sd_rad_s2.end());
    sds.insert(sds.end(), 3, late_sd_s);
    sds.insert(sds.end(), 3, acceleration_sd_by_weight * air.gravity_m_s2);
    for (std::size_t k = 0; k < log_size; ++k)
      prior(log_at(l) + k, log_at(l) + k) = 1 / (sds[k] * sds[k]);
  }
  return prior;
}

std::vector<LogFlights> fly_logs(const FitProblem& problem, const std::vector<double>& x) {
  const std::optional<Multirotor> vehicle = problem.parameters.vehicle(x);
  if (!vehicle) return {};
  std::vector<LogFlights> flights(problem.logs.size());
  for_each_index(flights.size(), problem.threads, [&](std::size_t l) {
    LogFlights& f = flights[l];
    const FitLog& log = problem.logs[l];
    const LogErrors errors = problem.errors_of(x, l);
    f.schedule = mean_schedule(log.drive, log.track, errors.delay_s);
    f.nominal =
        std::make_unique<RepeatedFlight>(*vehicle, problem.air, log.drive, log.track, f.schedule);
    f.nominal->turn_by(errors.angular_acceleration_rad_s2);
    f.nominal->push_by(errors.acceleration_m_s2);
  });
  return flights;
}

}  // namespace montecopter::identify
