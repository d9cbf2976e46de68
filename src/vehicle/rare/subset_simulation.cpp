#include "vehicle/rare/subset_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "core/base/contract.hpp"
#include "core/base/index.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/normal_quantile.hpp"
#include "core/statistics/mean_bounds.hpp"
#include "core/statistics/proportion_bounds.hpp"
#include "vehicle/rare/addressed_numbers.hpp"

namespace montecopter {
namespace {

constexpr double target_acceptance = 0.3;
constexpr double first_step = 0.8;

/// The samples of an island at a level, and the probability to be above the level.
struct Rung {
  double threshold = -std::numeric_limits<double>::infinity();
  double product = 1;
  std::vector<double> beyond;

  /// Estimate of the probability to be above `b`, which is not below the threshold.
  double above(double b) const {
    const std::size_t n = count_where(beyond, [&](double x) { return x > b; });
    return product * static_cast<double>(n) / static_cast<double>(beyond.size());
  }
};

/// The chains of an island at a level: their states now, and all states so far.
struct Island {
  std::vector<RareState> population;
  std::vector<RareState> chains;
  double product = 1;  ///< of the fractions of the levels so far
  double threshold = 0;
  std::size_t seeds = 0;  ///< chains of the level that the population comes from; 0: plain samples
  std::optional<double> estimate;
  bool is_flat = false;     ///< no sample is above the others, so that there is no level
  std::vector<Rung> rungs;  ///< of the levels so far

  bool goes_on() const { return !estimate && !is_flat; }
  void add_rung() {
    Rung rung{.threshold = rungs.empty() ? Rung{}.threshold : threshold,
              .product = product,
              .beyond = {}};
    for (const RareState& state : population) rung.beyond.push_back(state.beyond);
    rungs.push_back(std::move(rung));
  }
  /// The probability to be above `b`, by the samples of the last level below it.
  double above(double b) const {
    const auto next = std::find_if(rungs.begin() + 1, rungs.end(),
                                   [&](const Rung& rung) { return rung.threshold > b; });
    return std::prev(next)->above(b);
  }
};

std::size_t failures(const std::vector<RareState>& states) {
  return count_where(states, [](const RareState& s) { return s.beyond > 0; });
}

/// Order of states by falling distance beyond the limit.
std::vector<std::size_t> falling_order(std::span<const RareState> states) {
  std::vector<std::size_t> order(states.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return states[a].beyond > states[b].beyond;
  });
  return order;
}

class SubsetRun {
 public:
  SubsetRun(const SubsetSettings& settings, const Performance& performance)
      : settings_(settings),
        performance_(performance),
        moves_(settings.seed, "rare.moves"),
        choices_(settings.seed, "rare.choices"),
        direction_(settings.dimensions, 0.0),
        sum_of_slopes_(settings.dimensions, 0.0),
        islands_(settings.islands) {}

  SubsetEstimate run() {
    draw_first_level();
    for (Island& island : islands_) island.add_rung();
    while (begin_level()) climb();
    return estimate();
  }

 private:
  void draw_first_level() {
    std::vector<RarePoint> points(settings_.islands * settings_.samples);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto evaluation = static_cast<std::int64_t>(i);
      points[i] = {std::vector<double>(settings_.dimensions), evaluation};
      moves_.normals(evaluation, points[i].z);
    }
    const std::vector<double> beyond = evaluate(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto evaluation = static_cast<std::int64_t>(i);
      islands_[i / settings_.samples].population.push_back(
          {std::move(points[i]), beyond[i], evaluation, evaluation});
    }
  }

  std::vector<double> evaluate(std::span<const RarePoint> points) {
    std::vector<double> beyond = performance_(points);
    next_ += static_cast<std::int64_t>(points.size());
    return beyond;
  }

  /// Chooses the next level of each island and its chains. Whether any island goes on.
  bool begin_level() {
    std::size_t going = 0;
    double thresholds = 0;
    std::vector<double> slope(settings_.dimensions, 0.0);
    for (Island& island : islands_) {
      if (!island.goes_on()) continue;
      const std::vector<std::size_t> order = falling_order(island.population);
      choose_threshold(island, order);
      if (!island.goes_on()) continue;
      ++going, thresholds += island.threshold;
      add_slope(island, order, slope);
    }
    if (going == 0 || levels_.size() == settings_.most_levels ||
        next_ + static_cast<std::int64_t>(going * settings_.samples) > settings_.most_evaluations) {
      return false;
    }
    levels_.push_back({.threshold = thresholds / static_cast<double>(going)});
    turn_direction(slope);
    return true;
  }

  /// The level between the k-th and the next sample from above, with a fraction k/n above it. An
  /// island with k failures ends. Where many samples are equal, the level lies below them.
  void choose_threshold(Island& island, const std::vector<std::size_t>& order) const {
    const auto& states = island.population;
    const std::size_t n = states.size();
    const auto at = [&](std::size_t i) { return states[order[i]].beyond; };
    const auto k = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::lround(settings_.fraction * static_cast<double>(n))));
    double b = std::isfinite(at(k - 1)) ? 0.5 * (at(k - 1) + at(k)) : at(k);
    const auto failed = failures(states),
               below = count_where(states, [](const RareState&state) { return state.beyond < 0; });
    // With half of the samples on the limit, which is no failure, no level is left.
    if (failed >= k || (b >= 0 && 2 * below < n)) {
      island.estimate = island.product * static_cast<double>(failed) / static_cast<double>(n);
      return;
    }
    for (std::size_t i = k; b >= 0; ++i) b = at(i);
    const auto above = [&] {
      return count_where(states, [&](const RareState& s) { return s.beyond > b; });
    };
    while (above() < std::max<std::size_t>(1, k / 2)) {
      const auto lower = std::find_if(order.begin(), order.end(),
                                      [&](std::size_t i) { return states[i].beyond < b; });
      if (lower == order.end()) break;
      b = states[*lower].beyond;
    }
    island.is_flat = above() == 0;
    if (island.is_flat) return;
    island.threshold = b;
    island.product *= static_cast<double>(above()) / static_cast<double>(n);
    island.chains.clear();
    for (const std::size_t i : order) {
      if (states[i].beyond > b) island.chains.push_back(states[i]);
    }
  }

  /// Adds the direction in which the function grows: the covariance of the samples with the normal
  /// scores of their ranks and, above the first level, their mean.
  static void add_slope(const Island& island, const std::vector<std::size_t>& order,
                        std::vector<double>& slope) {
    const auto n = static_cast<double>(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double above = (static_cast<double>(i) + 0.5) / n;
      const double weight = (normal_quantile(1 - above, above) + (island.seeds > 0 ? 1 : 0)) / n;
      const std::vector<double>& z = island.population[order[i]].point.z;
      for (std::size_t d = 0; d < z.size(); ++d) slope[d] += weight * z[d];
    }
  }

  void turn_direction(const std::vector<double>& slope) {
    double square = 0;
    for (std::size_t d = 0; d < slope.size(); ++d) {
      sum_of_slopes_[d] += slope[d];
      square += sum_of_slopes_[d] * sum_of_slopes_[d];
    }
    const double scale = square > 0 ? 1 / std::sqrt(square) : 0;
    for (std::size_t d = 0; d < slope.size(); ++d) direction_[d] = scale * sum_of_slopes_[d];
  }

  /// Moves the chains of all islands, one move of all together, until the populations are full.
  void climb() {
    for (Island& island : islands_) {
      if (!island.goes_on()) continue;
      island.seeds = island.chains.size();
      island.population = island.chains;
    }
    for (int sweep = 1; move_chains(sweep); ++sweep) {
    }
    for (Island& island : islands_) {
      if (island.goes_on()) island.add_rung();
    }
    SubsetLevel& level = levels_.back();
    const auto fraction = [](std::int64_t of, std::int64_t n) {
      return n > 0 ? static_cast<double>(of) / static_cast<double>(n)
                   : std::numeric_limits<double>::quiet_NaN();
    };
    level.acceptance = fraction(accepted_[0], moved_[0]);
    level.noise_acceptance = fraction(accepted_[1], moved_[1]);
    level.step = step_;
    accepted_ = moved_ = {};
  }

  /// Moves of one island: as many chains as the population has room for.
  struct Move {
    Island* island;
    std::size_t first, count;  ///< its points
  };

  bool move_chains(int sweep) {
    std::vector<RarePoint> points;
    std::vector<Move> moves;
    for (Island& island : islands_) {
      if (!island.goes_on()) continue;
      const std::size_t room = settings_.samples - island.population.size();
      const std::size_t count = std::min(island.chains.size(), room);
      if (count == 0) continue;
      moves.push_back({&island, points.size(), count});
      propose(island, count, points);
    }
    if (points.empty()) return false;
    const std::int64_t first = next_;
    const std::vector<double> beyond = evaluate(points);
    levels_.back().evaluations += static_cast<std::int64_t>(points.size());
    std::int64_t accepted = 0, kept = 0;
    for (const Move& move : moves) {
      for (std::size_t i = 0; i < move.count; ++i) {
        RareState& chain = move.island->chains[i];
        const std::size_t at = move.first + i;
        const bool is_new = points[at].noise != chain.point.noise;
        const bool is_accepted = beyond[at] > move.island->threshold;
        ++moved_[is_new], accepted_[is_new] += is_accepted;
        if (!is_new) ++kept, accepted += is_accepted;
        if (is_accepted) {
          chain.point = std::move(points[at]);
          chain.beyond = beyond[at];
          chain.evaluation = first + static_cast<std::int64_t>(at);
        }
        move.island->population.push_back(chain);
      }
    }
    adapt_step(accepted, kept, sweep);
    return true;
  }

  /// Robbins and Monro's rule: the gain falls with the moves of a level.
  void adapt_step(std::int64_t accepted, std::int64_t moves, int sweep) {
    if (moves == 0) return;
    const double acceptance = static_cast<double>(accepted) / static_cast<double>(moves);
    step_ = std::min(1.0, step_ * exp((acceptance - target_acceptance) / std::sqrt(sweep)));
  }

  /// Adds the proposals of the first chains of an island, in the order of their distance. Two
  /// neighbours have opposite draws across the direction. Along it each has a stratum: the order of
  /// strata spreads them evenly over the chains, and a random number turns it.
  void propose(const Island& island, std::size_t count, std::vector<RarePoint>& points) {
    const std::size_t begin = points.size();
    points.resize(begin + count);
    const auto chains = std::span(island.chains).first(count);
    const std::vector<std::size_t> order = falling_order(chains);
    const std::vector<std::size_t> strata = spread_order(count);
    const auto number = [&](std::size_t i) { return next_ + static_cast<std::int64_t>(begin + i); };
    const std::size_t turn = whole_below(count, number(0));
    const double keep = std::sqrt(1 - step_ * step_);
    std::vector<double> x(settings_.dimensions);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t c = order[i];
      const bool is_second = i % 2 == 1;
      if (!is_second) moves_.normals(number(i), x);
      const double u = (static_cast<double>((strata[i] + turn) % count) +
                        choices_.uniform(number(c), 1).value()) /
                       static_cast<double>(count);
      const double along = normal_quantile(u, 1 - u) + (is_second ? dot(x) : -dot(x));
      RarePoint& point = points[begin + c];
      point.z.resize(x.size());
      for (std::size_t d = 0; d < x.size(); ++d) {
        const double across = is_second ? -x[d] : x[d];
        point.z[d] = keep * chains[c].point.z[d] + step_ * (across + along * direction_[d]);
      }
      const bool keeps_noise = !settings_.has_noise || choices_.uniform(number(c), 2).value() < 0.5;
      point.noise = keeps_noise ? chains[c].point.noise : number(c);
    }
  }

  double dot(std::span<const double> x) const {
    double sum = 0;
    for (std::size_t d = 0; d < x.size(); ++d) sum += x[d] * direction_[d];
    return sum;
  }

  std::size_t whole_below(std::size_t n, std::int64_t number) const {
    const double u = choices_.uniform(number, 0).value();
    return std::min(n - 1, static_cast<std::size_t>(u * static_cast<double>(n)));
  }

  /// Ranks of the fractional parts of multiples of the golden ratio.
  static std::vector<std::size_t> spread_order(std::size_t n) {
    constexpr double golden = 0.6180339887498949;
    std::vector<double> parts(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double multiple = golden * static_cast<double>(i);
      parts[i] = multiple - std::floor(multiple);
    }
    std::vector<std::size_t> by_part(n), ranks(n);
    std::iota(by_part.begin(), by_part.end(), std::size_t{0});
    std::sort(by_part.begin(), by_part.end(),
              [&](std::size_t a, std::size_t b) { return parts[a] < parts[b]; });
    for (std::size_t rank = 0; rank < n; ++rank) ranks[by_part[rank]] = rank;
    return ranks;
  }

  SubsetEstimate estimate() {
    SubsetEstimate found;
    found.evaluations = next_;
    for (SubsetLevel& level : levels_) judge(level);
    found.levels = levels_;
    std::set<std::int64_t> roots;
    bool is_plain = true, has_zero = false;
    double most = 0;
    for (Island& island : islands_) {
      found.reached = found.reached && island.estimate;
      is_plain = is_plain && island.seeds == 0;
      has_zero = has_zero || !island.estimate || *island.estimate == 0;
      most = std::max(most, upper_bound(island));
      found.islands.push_back(island.estimate.value_or(0));
      found.probability += found.islands.back() / static_cast<double>(islands_.size());
      found.effective += effective(island);
      for (RareState& state : island.population) {
        if (state.beyond > 0) roots.insert(state.root);
        found.last.push_back(std::move(state));
      }
    }
    found.roots = roots.size();
    found.interval = is_plain && found.reached ? interval_of_plain(found)
                     : has_zero                ? statistics::Interval{0, std::min(most, 1.0)}
                                : interval_of_estimates(found.islands, settings_.confidence);
    return found;
  }

  /// Finds the probability to be above the threshold of a level, which the islands share.
  void judge(SubsetLevel& level) const {
    std::vector<double> estimates;
    for (const Island& island : islands_) estimates.push_back(island.above(level.threshold));
    for (const double p : estimates) level.probability += p / static_cast<double>(islands_.size());
    const bool has_zero = *std::min_element(estimates.begin(), estimates.end()) == 0;
    level.interval = has_zero ? statistics::Interval{0, 1}
                              : interval_of_estimates(estimates, settings_.confidence);
  }

  /// Product of the levels so far, times Clopper and Pearson's bound of the fraction that fails.
  double upper_bound(const Island& island) const {
    const auto& states = island.population;
    return island.product * statistics::proportion_upper_bound(failures(states), states.size(),
                                                               settings_.confidence);
  }

  statistics::Interval interval_of_plain(const SubsetEstimate& found) const {
    return statistics::clopper_pearson(failures(found.last), found.last.size(),
                                       settings_.confidence);
  }

  /// Samples over 1 + gamma, gamma from the autocorrelation of failures along the chains (Au and
  /// Beck, eq. 28). Plain samples are independent.
  static double effective(const Island& island) {
    const auto& states = island.population;
    const std::size_t n = states.size(), chains = island.seeds;
    const double p = static_cast<double>(failures(states)) / static_cast<double>(n);
    if (chains == 0 || p >= 1) return static_cast<double>(n);
    if (p <= 0) return 0;
    double gamma = 0;
    for (std::size_t lag = chains; lag < n; lag += chains) {
      double both = 0;
      for (std::size_t i = lag; i < n; ++i) {
        both += states[i].beyond > 0 && states[i - lag].beyond > 0 ? 1 : 0;
      }
      const auto pairs = static_cast<double>(n - lag);
      gamma += 2 * pairs / static_cast<double>(n) * (both / pairs - p * p) / (p * (1 - p));
    }
    return static_cast<double>(n) / (1 + std::max(gamma, 0.0));
  }

  const SubsetSettings& settings_;
  const Performance& performance_;
  AddressedNumbers moves_, choices_;
  std::vector<double> direction_, sum_of_slopes_;
  std::vector<Island> islands_;
  std::vector<SubsetLevel> levels_;
  std::int64_t next_ = 0;  ///< number of the next evaluation
  double step_ = first_step;
  std::array<std::int64_t, 2> moved_ = {}, accepted_ = {};  ///< noise kept, noise new
};

}  // namespace

SubsetEstimate subset_simulation(const SubsetSettings& settings, const Performance& performance) {
  expects(settings.islands > 0 && settings.samples > 1 && settings.fraction > 0 &&
              settings.fraction < 0.5,
          "there are islands, samples and a level above some of them");
  return SubsetRun(settings, performance).run();
}

std::int64_t expected_evaluations(const SubsetSettings& settings, double probability) {
  const auto all = static_cast<double>(settings.islands * settings.samples);
  double levels = 0;
  for (double p = settings.fraction; p > probability; p *= settings.fraction) ++levels;
  return std::llround(all * (1 + levels * (1 - settings.fraction)));
}

statistics::Interval interval_of_estimates(std::span<const double> estimates, double confidence) {
  if (estimates.size() < 2) return {0, 1};
  const auto n = static_cast<double>(estimates.size());
  double mean = 0, variance = 0;
  for (const double p : estimates) mean += log(p) / n;
  for (const double p : estimates) variance += (log(p) - mean) * (log(p) - mean) / (n - 1);
  const double width = statistics::t_quantile(n, 0.5 + 0.5 * confidence) *
                       std::sqrt(variance / n + variance * variance / (2 * (n - 1)));
  const double middle = mean + 0.5 * variance;
  return {exp(middle - width), std::min(exp(middle + width), 1.0)};
}

}  // namespace montecopter
