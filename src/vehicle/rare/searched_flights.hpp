#pragma once
/// The flights of a search: batches of samples whose inputs a search chooses, each judged by one
/// number. Every flight has the bits of a sample that lists its draws and the number of its noise.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plan/replay.hpp"
#include "plan/requirement_columns.hpp"
#include "scenario/load.hpp"
#include "simulate/border/kernel.hpp"
#include "simulate/flights_in_memory.hpp"
#include "vehicle/rare/input_space.hpp"
#include "vehicle/rare/subset_simulation.hpp"

namespace montecopter {

/// Number of each flight that a search maximises.
struct JudgedNumber {
  std::string requirement;  ///< distance beyond its nearest bound; empty: the metric
  std::string metric;
  bool is_smallest = false;  ///< of the metric: search for its smallest value
};

/// Largest probability that `rare` is for.
inline constexpr double most_rare_probability = 0.1;

/// Names of the random streams, besides the inputs, that differ from flight to flight.
std::vector<std::string> noise_of(const Plan& plan);

/// Expected number of flights that `rare` takes for a requirement whose violations are as frequent
/// as it allows; nullopt if `rare` refuses the requirement or the campaign.
std::optional<std::int64_t> flights_of_rare(const Plan& plan, const std::string& requirement);

class SearchedFlights {
 public:
  /// `plan` comes from `loaded`, has no sweep, and its programs are loaded.
  SearchedFlights(const LoadedScenario& loaded, Plan plan, JudgedNumber judged,
                  const Kernel& kernel, int threads);
  SearchedFlights(const SearchedFlights&) = delete;
  SearchedFlights& operator=(const SearchedFlights&) = delete;

  const Plan& plan() const { return plan_; }
  const InputSpace& space() const { return space_; }
  std::vector<std::string> noise() const { return noise_of(plan_); }
  /// Flies points and gives the judged numbers. Flights that failed or have no number are infinite.
  std::vector<double> fly(std::span<const RarePoint> points) const;
  ListedSample sample_of(const RarePoint& point) const;
  /// A scenario that flies these points again, as its samples.
  Scenario scenario_of(std::span<const RarePoint> points) const;

 private:
  double judge(const JudgedSample& sample) const;

  LoadedScenario loaded_;
  Plan plan_;
  InputSpace space_;
  JudgedNumber judged_;
  const Kernel& kernel_;
  int threads_;
};

/// The metric of a requirement on a probability. Error(usage) for another one.
std::string judged_metric_of(const Scenario& scenario, const std::string& requirement);

/// Error(usage) if the scenario has a sweep, chosen samples or listed noise.
void require_one_campaign(const Scenario& scenario, const char* command);

}  // namespace montecopter
