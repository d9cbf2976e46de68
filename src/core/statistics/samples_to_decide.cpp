#include "core/statistics/samples_to_decide.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "core/statistics/bisect.hpp"
#include "core/statistics/boost_policy.hpp"

namespace montecopter::statistics {
namespace {

__extension__ using Wide = __int128;  // products of two counts

/// Continues k events in n samples. The forecast finds when the probability is proved to lie on the
/// side of the bound on which k/n is. The "misses" speak against that: samples without the event
/// where k/n is above the bound, events where it is below.
class Forecast {
 public:
  Forecast(const ProportionClaim& claim, std::size_t k, std::size_t n)
      : k_(k),
        n_(n),
        bound_(claim.bound),
        alpha_(1.0 - claim.confidence),
        is_above_(static_cast<double>(k) > claim.bound * static_cast<double>(n)) {}

  /// Events among `total` samples: total k/n to the nearest whole number, half up.
  std::size_t events(std::size_t total) const {
    return static_cast<std::size_t>((2 * Wide(total) * k_ + n_) / (2 * Wide(n_)));
  }

  /// Whether `events` among `total`, a real number, prove it. P(B >= k) = I_p(k, N - k + 1) and
  /// P(B <= k) = 1 - I_p(k + 1, N - k) (Clopper & Pearson's bounds take real numbers in this form).
  bool is_proved(double events, double total) const {
    if (is_above_) {
      return events > 0 &&
             boost::math::ibeta(events, total - events + 1, bound_, OwnDigits{}) <= alpha_;
    }
    return events < total &&
           boost::math::ibetac(events + 1, total - events, bound_, OwnDigits{}) <= alpha_;
  }
  bool is_decided(std::size_t total) const {
    return is_proved(static_cast<double>(events(total)), static_cast<double>(total));
  }

  /// Whether the luckiest rounding would decide: half an event more (or less) than total k/n.
  bool may_be_decided(std::size_t total) const {
    const auto size = static_cast<double>(total);
    const double expected = size * (static_cast<double>(k_) / static_cast<double>(n_));
    return is_proved(is_above_ ? std::min(size, expected + 0.5) : std::max(0.0, expected - 0.5),
                     size);
  }

  /// The largest total with the same number of misses as `total`.
  std::size_t last_of_run(std::size_t total) const {
    const Wide twice_misses = 2 * Wide(is_above_ ? total - events(total) : events(total));
    const Wide share = is_above_ ? n_ - k_ : k_;
    if (share == 0) return most_samples;
    // Above: N - N k/n - 1/2 <= misses. Below: N k/n + 1/2 < misses + 1.
    const Wide twice = (twice_misses + 1) * n_;
    const Wide last = is_above_ ? twice / (2 * share) : (twice - 1) / (2 * share);
    return static_cast<std::size_t>(std::min(last, Wide(most_samples)));
  }

 private:
  std::size_t k_, n_;
  double bound_, alpha_;
  bool is_above_;
};

}  // namespace

/// The verdict goes up and down with the rounding of the events. Where not even half an event more
/// would decide, nothing does; from there on, samples are looked at in runs with the same number of
/// misses. Within a run more samples are more proof, so that its last one decides if any does.
std::size_t samples_to_decide(const ProportionClaim& claim, std::size_t k, std::size_t n) {
  const bool is_inside = 0 < claim.bound && claim.bound < 1;
  if (n == 0 || !is_inside || static_cast<double>(k) == claim.bound * static_cast<double>(n)) {
    return 0;
  }
  const Forecast forecast(claim, k, n);
  const auto decided = [&](std::size_t total) { return forecast.is_decided(total); };
  std::size_t total = first_count_up_to(
      n, most_samples, [&](std::size_t size) { return forecast.may_be_decided(size); });
  while (0 < total && total <= most_samples) {
    if (decided(total)) return total;
    const std::size_t last = std::max(total, forecast.last_of_run(total));
    if (last > total && decided(last)) return first_count(total, last, decided);
    total = last + 1;
  }
  return 0;
}

std::size_t samples_to_decide(const MeanClaim& claim, const MeanSummary& values) {
  const double distance = std::fabs(values.mean - claim.bound);
  if (values.n < 2 || !(distance > 0) || !std::isfinite(distance) || !std::isfinite(values.sd)) {
    return 0;
  }
  const auto decided = [&](std::size_t total) {
    const auto n = static_cast<double>(total);
    return t_quantile(n, claim.confidence) * (values.sd / std::sqrt(n)) <= distance;
  };
  return first_count_up_to(values.n, most_samples, decided);
}

}  // namespace montecopter::statistics
