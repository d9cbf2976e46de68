#pragma once
/// Plan -> what the kernels need of all samples.
///
/// Once per run, simulate() makes PreparedFlights: what all samples share, each part planned by the
/// header of its subject (control_rows.hpp, sensor_rows.hpp, wind_rows.hpp, event_rows.hpp, ...),
/// then how a sample's row is divided (parts_of()). It owns the arrays that its FlightPlan points
/// to and is shared by all threads. Each of these has a SampleBuilder (sample_builder.hpp), which
/// fills the rows.

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dynamics/environment/world.hpp"
#include "plan/plan.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/setup/control_rows.hpp"
#include "simulate/setup/estimator_rows.hpp"
#include "simulate/setup/sample_setting.hpp"
#include "simulate/setup/sensor_rows.hpp"
#include "simulate/setup/wind_rows.hpp"

namespace montecopter {

/// The row of one sample.
class SampleRow {
 public:
  SampleRow() = default;
  explicit SampleRow(const SampleParts& parts)
      : parts_(&parts), numbers_(static_cast<std::size_t>(parts.size)) {}

  /// The numbers of a part.
  template <class Part>
  std::span<double> operator[](Part SampleParts::*part) {
    const Part& p = parts_->*part;
    return std::span(numbers_).subspan(static_cast<std::size_t>(p.first),
                                       static_cast<std::size_t>(p.size));
  }
  /// Stores the struct of a part that holds one.
  template <template <class> class Constants>
  void put(StructsPart<Constants> SampleParts::*part, const Constants<double>& constants) {
    const std::span<double> numbers = (*this)[part];
    std::memcpy(numbers.data(), &constants, numbers.size_bytes());
  }
  /// For LaneIo::row.
  const double* data() const { return numbers_.data(); }

 private:
  const SampleParts* parts_ = nullptr;
  std::vector<double> numbers_;
};

/// How the rows of a plan are divided.
SampleParts parts_of(const FlightPlan& flights);

/// A FlightPlan with the arrays it points to.
struct PreparedFlights {
  explicit PreparedFlights(const Plan& plan);
  PreparedFlights(const PreparedFlights&) = delete;
  PreparedFlights& operator=(const PreparedFlights&) = delete;

  int state_size() const;
  /// A row for a sample.
  SampleRow make_row() const { return SampleRow(*parts); }
  /// The flights of a sweep point: it has terms and per-batch parameters of its own, so that its
  /// flights are those of a scenario without the sweep. `there` is the scenario at the point
  /// without the numbers that samples have of their own (scenario/derived/unknown_numbers.hpp).
  FlightPlan at(const Scenario& there) const;

  FlightPlan flights{};
  std::optional<SampleParts> parts;
  std::vector<double> commands;
  std::vector<std::int64_t> command_steps;
  std::vector<std::string> dispersed;  ///< paths of all numbers that are
  std::vector<std::string> varied;     ///< and of those that differ between sweep points
  PreparedControl control;
  PreparedSensors sensors;
  WindTables wind_tables;
};

/// Whether two sweep points have the same flights, so that one call of a kernel may fly both: they
/// agree in all that PreparedFlights::at() sets.
bool fly_together(const FlightPlan& a, const FlightPlan& b);

}  // namespace montecopter
