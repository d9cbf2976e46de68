#pragma once
/// Whether recorded flights lie where an uncertain vehicle predicts them: bands of draws.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/interval.hpp"
#include "flights/identify/error_file.hpp"
#include "flights/identify/replay_errors.hpp"

namespace montecopter::identify {

/// Fractions of the draws that the bands hold, in the middle.
inline constexpr std::array<double, 4> bands = {0.5, 0.9, 0.95, 0.99};
/// The band that verdicts rest on.
inline constexpr std::size_t judged_band = 1;
/// With 199 draws each band holds a whole number of the 200 places that a record may have.
inline constexpr std::size_t band_draws = 199;
/// Number of draws that may be tried.
inline constexpr std::uint64_t most_draws = 4 * band_draws;

struct BandFraction {
  double fraction = 0;            ///< fraction of the records that are inside
  statistics::Interval interval;  ///< 95 % confidence, from blocks of windows
};

/// One quantity after one horizon; each of its three components counts.
struct Coverage {
  std::size_t quantity = 0;           ///< index into `quantities`
  double horizon_s = 0, asked_s = 0;  ///< see Horizon
  std::size_t windows = 0, blocks = 0;
  std::array<BandFraction, bands.size()> inside = {};
  bool is_known = true;  ///< false: the fit had fewer than two logs
  /// "too narrow", "too wide", "right", or "undecided", judged by the 90 % band. Fewer than eight
  /// blocks, or a fit of fewer than two logs, cannot show that bands are right.
  std::string_view verdict() const;
};

/// Draw `k` of the dispersed number with this path; nothing if the number is not dispersed.
using InputDraw = std::function<std::optional<double>(const std::string& path, std::uint64_t k)>;

/// `band_draws` vehicles with drawn parameters, or fewer if too many of `most_draws` make none.
std::vector<Multirotor> draw_vehicles(FittedParameters& parameters, const InputDraw& draw);

/// What is known of the flight besides the vehicle.
struct FlightKnowledge {
  FlightEffects effects;
  std::vector<ErrorLawAt> laws;                    ///< of each horizon
  std::vector<std::array<FlightScale, 4>> scales;  ///< of each horizon and quantity
  bool is_known = true;                            ///< whether the fit had two logs or more
};

/// Flies windows of a log (300 or so, evenly) by each vehicle, with effects of the flight drawn for
/// each vehicle and errors drawn for each window. The bits do not depend on the number of threads.
std::vector<Coverage> cover(const std::vector<Multirotor>& vehicles, const CalmAir& air,
                            const FitLog& log, const FlightKnowledge& knowledge,
                            const std::vector<Horizon>& horizons, std::uint64_t seed, int threads);

}  // namespace montecopter::identify
