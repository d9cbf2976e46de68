#include "flights/identify/fitted_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "core/numerics/fixed_order.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/sampling/correlated.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "flights/identify/drive.hpp"
#include "flights/identify/fitted_surface.hpp"
#include "scenario/derived/drawn_inputs.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter::identify {
namespace {

[[noreturn]] void refuse_scenario(const std::string& path, const std::string& what) {
  throw Error(ExitCode::refused, Problem{path, what});
}

/// Smallest and largest draw; infinite where a law has none.
Limits extremes_of(const Distribution& distribution) {
  return std::visit(
      []<class D>(const D& d) {
        if constexpr (requires { Limits{d.extremes()}; }) return Limits{d.extremes()};
        return Limits{};
      },
      distribution);
}

/// Moments of a one-dimensional distribution, from the middles of this many parts of equal
/// probability. The standard deviation is off by less than a thousandth, more accurate than any
/// prior. It is 0 for a distribution with one value.
Moments moments_of(const Distribution& distribution) {
  constexpr int parts = 4096;
  std::vector<double> values;
  std::visit(
      [&]<class D>(D d) {
        if constexpr (requires { d.prepare(); }) d.prepare();
        if constexpr (!VectorLaw<D>) {
          for (std::uint64_t i = 0; i < parts; ++i)
            values.push_back(d.quantile(Uniform53{(2 * i + 1) << 40}));
        }
      },
      distribution);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*least == *most) return {*least, 0};
  double sum = 0, squares = 0;
  for (const double x : values) sum += x;
  const double mean = sum / parts;
  for (const double x : values) squares += (x - mean) * (x - mean);
  const double sd = std::sqrt(squares / parts);
  return {std::fabs(mean) < 1e-12 * sd ? 0.0 : mean, sd};  // rounding of a distribution about 0
}

/// Narrows the draws to those that keep a number in its range.
void narrow(const NumberRef& number, double nominal, FittedParameter& parameter) {
  double low = number.range.low, high = number.range.high;
  if (!number.range.contains(low)) low = std::nextafter(low, high);
  if (parameter.apply == Apply::offset) low -= nominal, high -= nominal;
  if (parameter.apply == Apply::factor) {
    low /= nominal, high /= nominal;
    if (nominal < 0) std::swap(low, high);
  }
  parameter.low = std::fmax(parameter.low, low);
  parameter.high = std::fmin(parameter.high, high);
}

/// Distribution of a draw about the fitted vehicle. Limits keep its numbers in range where the
/// normal distribution would leave it.
Distribution normal_about(const FittedParameter& parameter, double draw, double sd) {
  Dispersed<TruncatedLaw<NormalDistribution>> normal;
  double scale = 1, shift = 0;  // of the new draws: scale * draw + shift
  if (parameter.apply == Apply::factor) scale = 1 / draw;
  if (parameter.apply == Apply::offset) shift = -draw;
  normal.mean = parameter.apply == Apply::factor ? 1 : draw + shift;  // scale * draw may round
  normal.sd = std::fabs(scale) * sd;
  constexpr double farthest_sd = 8.5;  // of the smallest uniform number, 2^-54
  double low = scale * parameter.low + shift, high = scale * parameter.high + shift;
  if (low > high) std::swap(low, high);
  // Rounding must not take a number out of its range.
  const double margin = 1e-9 * std::fmax(std::fabs(normal.mean), normal.sd);
  if (low > normal.mean - farthest_sd * normal.sd) normal.low = low + margin;
  if (high < normal.mean + farthest_sd * normal.sd) normal.high = high - margin;
  normal.apply = parameter.apply == Apply::factor   ? "factor"
                 : parameter.apply == Apply::offset ? "offset"
                                                    : "value";
  return normal;
}

/// Rank correlations of normal inputs with this covariance.
Correlation correlation_of(const std::vector<std::string>& paths,
                           const Eigen::MatrixXd& covariance) {
  Correlation group;
  group.inputs = paths;
  const std::size_t n = paths.size();
  group.rank_correlation.assign(n, std::vector<double>(n, 1.0));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const double r = covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
      // Five decimals, toward 0: enough for draws, and not beyond a perfect correlation.
      group.rank_correlation[i][j] = std::trunc(rank_correlation_of(r) * 1e5) / 1e5;
    }
  }
  return group;
}

bool is_of_vehicle(const std::string& path) { return path.starts_with("vehicle."); }

}  // namespace

std::string FittedParameter::label() const {
  std::string words = term;
  if (apply != Apply::value)
    words +=
        fmt::format("{}{}", term.empty() ? "" : ", ", apply == Apply::factor ? "factor" : "offset");
  return words.empty() ? path : fmt::format("{} ({})", path, words);
}

FittedParameters::FittedParameters(const Scenario& scenario, const std::string& path)
    : scenario_(scenario), path_(path) {
  if (!std::holds_alternative<Multirotor>(*scenario_.vehicle))
    refuse_scenario(path, "only multirotors can be fitted to logs; this vehicle is a helicopter");
  for (const DrawnInput& input : drawn_inputs(scenario)) {
    if (is_of_vehicle(input.path)) add(input.path, *input.distribution);
  }
  if (parameters_.empty()) {
    refuse_scenario(
        path,
        "it disperses no vehicle parameter. Give each parameter to fit, with its prior, "
        "an entry in [disperse], for example [disperse.\"vehicle.mass_kg\"]");
  }
  for (const FittedParameter& parameter : parameters_) {
    if (scenario.sweep.contains(parameter.path))
      refuse_scenario(path, fmt::format("'{}' is both swept and fitted: the sweep would replace "
                                        "the fitted value. Remove it from [sweep]",
                                        parameter.path));
  }
  find_precision();
}

void FittedParameters::add(const std::string& path, const Distribution& distribution) {
  if (is_vector_law(distribution) ||
      std::holds_alternative<Dispersed<ListedDistribution>>(distribution)) {
    refuse_scenario(path_,
                    fmt::format("[disperse.\"{}\"] is not a distribution of one number. Give "
                                "each number its own distribution, and [[correlate]] them",
                                path));
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  FittedParameter parameter;
  parameter.path = path, parameter.low = -infinity, parameter.high = infinity;
  std::visit([&](const Application& d) { parameter.apply = apply_of(d.apply).value(); },
             distribution);
  const Moments moments = moments_of(distribution);
  parameter.mean = moments.mean, parameter.sd = moments.sd;
  const Limits ends = extremes_of(distribution);
  parameter.prior_low = ends.low, parameter.prior_high = ends.high;
  std::vector<NumberRef> numbers = find_numbers(scenario_, path);
  for (const NumberRef& number : numbers) {
    parameter.nominals.push_back(*number.value);
    parameter.unit = parameter.apply == Apply::factor ? "1" : number.unit;
    narrow(number, *number.value, parameter);
  }
  if (numbers.size() == 1)
    parameter.term =
        surface_term_text(std::get<Multirotor>(*scenario_.vehicle), numbers.front().value);
  if (!(moments.sd > 0)) {
    for (const NumberRef& number : numbers)
      *number.value = applied(parameter.apply, *number.value, moments.mean);
    return;
  }
  parameters_.push_back(std::move(parameter));
  numbers_.push_back(std::move(numbers));
}

void FittedParameters::find_precision() {
  const std::size_t n = size();
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(n, n);
  const auto place = [&](const std::string& path) {
    return first_index_if(parameters_, [&](const FittedParameter& p) { return p.path == path; });
  };
  for (std::size_t i = 0; i < n; ++i) covariance(i, i) = parameters_[i].sd * parameters_[i].sd;
  for (const Correlation& group : scenario_.correlate) {
    const MatrixRows scores = score_correlation(group);
    for (std::size_t a = 0; a < group.inputs.size(); ++a) {
      for (std::size_t b = 0; b < group.inputs.size(); ++b) {
        const std::size_t i = place(group.inputs[a]), j = place(group.inputs[b]);
        if (i != j && i < n && j < n)
          covariance(i, j) = scores[a][b] * parameters_[i].sd * parameters_[j].sd;
      }
    }
  }
  const auto L = fixed_order::cholesky_factor(covariance);
  if (!L)
    refuse_scenario(path_,
                    "[[correlate]] makes one input a function of others. Give weaker correlations");
  precision_ = fixed_order::inverse_of_factored(*L);
}

std::vector<double> FittedParameters::means() const {
  std::vector<double> means;
  for (const FittedParameter& parameter : parameters_) means.push_back(parameter.mean);
  return means;
}

template <class Use>
void FittedParameters::for_each_coefficient(Use&& use) const {
  const auto& surface = std::get<Multirotor>(*scenario_.vehicle).response_surface;
  if (!surface) return;
  for (std::size_t k = 0; k < surface->terms.size(); ++k) {
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t n = 0; n < numbers_[i].size(); ++n) {
        if (numbers_[i][n].value == &surface->terms[k].coefficient)
          use(k, i, parameters_[i].nominals[n]);
      }
    }
  }
}

std::vector<std::size_t> FittedParameters::fitted_terms() const {
  std::vector<std::size_t> terms;
  for_each_coefficient([&](std::size_t term, std::size_t, double) { terms.push_back(term); });
  return terms;
}

void FittedParameters::set(const std::vector<double>& draws) {
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t k = 0; k < numbers_[i].size(); ++k)
      *numbers_[i][k].value = applied(parameters_[i].apply, parameters_[i].nominals[k], draws[i]);
  }
}

std::optional<Multirotor> FittedParameters::vehicle(const std::vector<double>& draws) {
  set(draws);
  const Multirotor& vehicle = std::get<Multirotor>(*scenario_.vehicle);
  if (!is_flyable(vehicle, integrator_number<Rk4Integrator>, longest_step_s)) return std::nullopt;
  return vehicle;
}

Scenario FittedParameters::posterior(const std::vector<double>& draws,
                                     const Eigen::MatrixXd& covariance, double force_n2_s,
                                     double moment_n2_m2_s) {
  set(draws);
  Scenario scenario = scenario_;
  ProcessNoise& noise = std::get<Multirotor>(*scenario.vehicle).process_noise;
  noise.force_n2_s = force_n2_s, noise.moment_n2_m2_s = moment_n2_m2_s;
  for_each_coefficient([&](std::size_t term, std::size_t i, double nominal) {
    const double by_draw = parameters_[i].apply == Apply::factor ? std::fabs(nominal) : 1;
    SurfaceTerm& fitted = std::get<Multirotor>(*scenario.vehicle).response_surface->terms[term];
    if (fitted.deviation != 0) return;  // in units of the standard error that it has
    fitted.standard_error = by_draw * std::sqrt(covariance(i, i));
  });
  std::erase_if(scenario.disperse, [](const auto& entry) { return is_of_vehicle(entry.first); });
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < size(); ++i) {
    paths.push_back(parameters_[i].path);
    scenario.disperse[paths.back()] =
        normal_about(parameters_[i], draws[i], std::sqrt(covariance(i, i)));
  }
  std::erase_if(scenario.correlate, [&](const Correlation& group) {
    return std::any_of(group.inputs.begin(), group.inputs.end(), is_of_vehicle);
  });
  if (size() > 1) scenario.correlate.push_back(correlation_of(paths, covariance));
  return scenario;
}

}  // namespace montecopter::identify
