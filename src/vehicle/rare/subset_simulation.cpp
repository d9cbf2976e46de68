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

constexpr double target_acceptance = 0.44;
constexpr double first_step = 0.8;

/// The chains of an island at a level: their states now, and all states so far.
struct Island {
  std::vector<RareState> population;
  std::vector<RareState> chains;
  std::size_t seeds = 0;  ///< chains of the level that the population comes from; 0: plain samples
  std::size_t room = 0;   ///< size of the next population
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

  /// Chooses the next level and its chains. Whether the search goes on.
  bool begin_level() {
    std::vector<double> falling;
    for (const Island& island : islands_) {
      for (const RareState& state : island.population) falling.push_back(state.beyond);
    }
    std::sort(falling.rbegin(), falling.rend());
    const std::optional<double> threshold = next_threshold(falling);
    const std::size_t n = falling.size();
    if (!threshold || levels_.size() == settings_.most_levels ||
        next_ + static_cast<std::int64_t>(n) > settings_.most_evaluations) {
      return false;
    }
    threshold_ = *threshold;
    const std::size_t above = count_where(falling, [&](double x) { return x > threshold_; });
    product_ *= static_cast<double>(above) / static_cast<double>(n);
    std::vector<double> slope(settings_.dimensions, 0.0), of_islands;
    std::size_t seeds = 0, filled = 0;
    for (Island& island : islands_) {
      add_slope(island, slope);
      choose_chains(island);
      of_islands.push_back(static_cast<double>(island.chains.size()));
      seeds += island.chains.size();
      island.room = (n * seeds + above / 2) / above - filled;  // all chains are equally long
      filled += island.room;
    }
    levels_.push_back({.threshold = threshold_,
                       .probability = product_,
                       .interval = interval_of(product_, of_islands)});
    turn_direction(slope);
    return true;
  }

  /// The level between the k-th and the next sample from above, with a fraction k/n above it.
  /// nullopt with k failures, or if no sample is above the others. Where many samples are equal,
  /// the level lies below them.
  std::optional<double> next_threshold(const std::vector<double>& falling) {
    const std::size_t n = falling.size();
    const auto k = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::lround(settings_.fraction * static_cast<double>(n))));
    double b = std::isfinite(falling[k - 1]) ? 0.5 * (falling[k - 1] + falling[k]) : falling[k];
    const std::size_t failed = count_where(falling, [](double x) { return x > 0; }),
                      below = count_where(falling, [](double x) { return x < 0; });
    // With half of the samples on the limit, which is no failure, no level is left.
    is_reached_ = failed >= k || (b >= 0 && 2 * below < n);
    if (is_reached_) return std::nullopt;
    for (std::size_t i = k; b >= 0; ++i) b = falling[i];
    const auto above = [&] { return count_where(falling, [&](double x) { return x > b; }); };
    while (above() < std::max<std::size_t>(1, k / 2)) {
      const auto lower =
          std::find_if(falling.begin(), falling.end(), [&](double x) { return x < b; });
      if (lower == falling.end()) break;
      b = *lower;
    }
    return above() == 0 ? std::nullopt : std::optional(b);
  }

  void choose_chains(Island& island) const {
    island.chains.clear();
    for (const std::size_t i : falling_order(island.population)) {
      if (island.population[i].beyond > threshold_) island.chains.push_back(island.population[i]);
    }
  }

  /// Adds the direction in which the function grows: the covariance of the samples with the normal
  /// scores of their ranks and, above the first level, their mean.
  static void add_slope(const Island& island, std::vector<double>& slope) {
    const std::vector<std::size_t> order = falling_order(island.population);
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
      island.seeds = island.chains.size();
      island.population = island.chains;
    }
    for (int sweep = 1; move_chains(sweep); ++sweep) {
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
      const std::size_t room = island.room - island.population.size();
      const std::size_t count = std::min(island.chains.size(), room);
      if (count == 0) continue;
      moves.push_back({&island, points.size(), count});
      propose(island, count, points);
    }
    if (points.empty()) return false;
    const std::int64_t first = next_;
    const std::vector<double> beyond = evaluate(points);
    levels_.back().evaluations += static_cast<std::int64_t>(points.size());
    learn_direction(points, moves, beyond);
    std::int64_t accepted = 0, kept = 0;
    for (const Move& move : moves) {
      for (std::size_t i = 0; i < move.count; ++i) {
        RareState& chain = move.island->chains[i];
        const std::size_t at = move.first + i;
        const bool is_new = points[at].noise != chain.point.noise;
        const bool is_accepted = beyond[at] > threshold_;
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

  /// Adds to the direction the covariance of the draws of all chains with the normal scores of the
  /// changes that they made. Each draw is new, so that the moves of all levels add up.
  void learn_direction(const std::vector<RarePoint>& points, const std::vector<Move>& moves,
                       const std::vector<double>& beyond) {
    std::vector<const RareState*> from(points.size());
    std::vector<double> change(points.size());
    for (const Move& move : moves) {
      for (std::size_t i = move.first; i < move.first + move.count; ++i) {
        from[i] = &move.island->chains[i - move.first];
        // Flights without a number are infinitely far beyond.
        const double before = from[i]->beyond;
        change[i] = beyond[i] == before ? 0 : beyond[i] - before;
      }
    }
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return change[a] > change[b]; });
    const double keep = std::sqrt(1 - step_ * step_);
    const auto all = static_cast<double>(settings_.islands * settings_.samples);
    std::vector<double> slope(settings_.dimensions, 0.0);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double above = (static_cast<double>(i) + 0.5) / static_cast<double>(order.size());
      const double weight = normal_quantile(1 - above, above) / (step_ * all);
      const std::vector<double>&z = points[order[i]].z, &old = from[order[i]]->point.z;
      for (std::size_t d = 0; d < z.size(); ++d) slope[d] += weight * (z[d] - keep * old[d]);
    }
    turn_direction(slope);
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
    found.levels = levels_;
    found.reached = is_reached_;
    std::set<std::int64_t> roots;
    std::vector<double> failed, sizes;
    for (Island& island : islands_) {
      failed.push_back(static_cast<double>(failures(island.population)));
      sizes.push_back(static_cast<double>(island.population.size()));
      found.effective += effective(island);
      for (RareState& state : island.population) {
        if (state.beyond > 0) roots.insert(state.root);
        found.last.push_back(std::move(state));
      }
    }
    found.roots = roots.size();
    const std::size_t all = failures(found.last);
    found.probability =
        product_ * static_cast<double>(all) / static_cast<double>(found.last.size());
    const double each =
        static_cast<double>(islands_.size()) / std::max(1.0, static_cast<double>(all));
    for (const double count : failed) found.islands.push_back(found.probability * each * count);
    if (levels_.empty() && (found.reached || all > 0)) {
      found.interval = statistics::clopper_pearson(all, found.last.size(), settings_.confidence);
    } else if (all > 0) {
      found.interval = interval_of(found.probability, failed);
    } else {
      found.interval = {0, interval_of(product_ * statistics::proportion_upper_bound(
                                                      0, found.last.size(), settings_.confidence),
                                       sizes)
                               .high};
    }
    return found;
  }

  statistics::Interval interval_of(double probability, std::span<const double> of_islands) const {
    return interval_of_islands(probability, of_islands, settings_.confidence);
  }

  /// Samples over 1 + gamma, gamma from the autocorrelation of failures along the chains (Au and
  /// Beck, eq. 28). Plain samples are independent.
  static double effective(const Island& island) {
    const auto& states = island.population;
    const std::size_t n = states.size(), chains = island.seeds;
    const double p = static_cast<double>(failures(states)) / static_cast<double>(n);
    if (n == 0) return 0;
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
  double threshold_ = 0;     ///< of the last level
  double product_ = 1;       ///< of the fractions of the levels so far
  bool is_reached_ = false;  ///< whether the last level has enough failures
  std::int64_t next_ = 0;    ///< number of the next evaluation
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

statistics::Interval interval_of_islands(double estimate, std::span<const double> of_islands,
                                         double confidence) {
  if (of_islands.size() < 2) return {0, 1};
  const auto n = static_cast<double>(of_islands.size());
  const double mean = std::accumulate(of_islands.begin(), of_islands.end(), 0.0) / n;
  double variance = 0;
  for (const double x : of_islands) variance += (x / mean - 1) * (x / mean - 1) / (n - 1);
  const double width = statistics::t_quantile(n, 0.5 + 0.5 * confidence) * std::sqrt(variance / n);
  return {estimate * exp(-width), std::min(estimate * exp(width), 1.0)};
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
