#pragma once
/// Fitted parameters of a vehicle: the numbers that its scenario disperses. The distributions are
/// the priors.

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "core/fields/paths.hpp"
#include "dynamics/distributions/dispersed.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::identify {

/// One draw of `[disperse]`: a value, a factor or an offset, shared by all its numbers.
struct FittedParameter {
  std::string path;
  std::string unit;  ///< of the draw: "1" for a factor
  Apply apply = Apply::value;
  double mean = 0, sd = 0;               ///< prior of the draw
  double low = 0, high = 0;              ///< draws that keep all its numbers in range
  double prior_low = 0, prior_high = 0;  ///< smallest and largest draw of the prior
  std::vector<double> nominals;
  std::string term;  ///< of a response surface, in words; empty: another parameter

  /// "vehicle.mass_kg", "vehicle.mass_kg (factor)".
  std::string label() const;
};

class FittedParameters {
 public:
  /// Takes the entries of [disperse] below `vehicle` whose draws differ. Error(refused) if there is
  /// none, if one has no moments of its own, if correlated ones determine each other, or if the
  /// vehicle is not a multirotor. `path`: path of the scenario, for messages.
  FittedParameters(const Scenario& scenario, const std::string& path);
  FittedParameters(const FittedParameters&) = delete;
  FittedParameters& operator=(const FittedParameters&) = delete;

  std::size_t size() const { return parameters_.size(); }
  const FittedParameter& operator[](std::size_t i) const { return parameters_[i]; }
  std::vector<double> means() const;
  /// Inverse covariance of the priors.
  const Eigen::MatrixXd& precision() const { return precision_; }
  /// Terms of the response surface whose coefficients are fitted, ascending.
  std::vector<std::size_t> fitted_terms() const;
  /// The vehicle with these draws; nullopt if they make no valid vehicle (an impossible inertia).
  std::optional<Multirotor> vehicle(const std::vector<double>& draws);
  /// The scenario with the vehicle of these draws and this noise. Normal distributions with this
  /// covariance, and their correlations, replace the distributions of the fitted parameters. Fitted
  /// coefficients of a response surface also get their standard errors.
  Scenario posterior(const std::vector<double>& draws, const Eigen::MatrixXd& covariance,
                     double force_n2_s, double moment_n2_m2_s);

 private:
  void add(const std::string& path, const Distribution& distribution);
  void set(const std::vector<double>& draws);
  /// Calls `use` with each fitted coefficient of a response surface: its term, its parameter, and
  /// its nominal value.
  template <class Use>
  void for_each_coefficient(Use&& use) const;
  void find_precision();

  Scenario scenario_;
  std::string path_;
  std::vector<FittedParameter> parameters_;
  std::vector<std::vector<NumberRef>> numbers_;  ///< into scenario_
  Eigen::MatrixXd precision_;
};

}  // namespace montecopter::identify
