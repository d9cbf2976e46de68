#pragma once
/// Plan -> the data that kernels need for all samples.
///
/// Once per run, simulate() makes PreparedFlights. The header of each subject plans its part
/// (control_rows.hpp, sensor_rows.hpp, wind_rows.hpp, event_rows.hpp, ...), and parts_of() divides
/// a sample's row. PreparedFlights owns the arrays that its FlightPlan points to, and all threads
/// share it. Each thread has a SampleBuilder (sample_builder.hpp), which fills the rows.

#include <cstdint>
#include <cstring>
#include <memory>
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
  /// Stores the struct of a part that holds only one.
  template <template <class> class Constants>
  void put(StructsPart<Constants> SampleParts::*part, const Constants<double>& constants) {
    const std::span<double> numbers = (*this)[part];
    std::memcpy(numbers.data(), &constants, numbers.size_bytes());
  }
  /// The numbers for LaneIo::row.
  const double* data() const { return numbers_.data(); }

 private:
  const SampleParts* parts_ = nullptr;
  std::vector<double> numbers_;
};

/// The division of the rows of a plan.
SampleParts parts_of(const FlightPlan& flights);

/// A FlightPlan with the arrays it points to.
struct PreparedFlights {
  explicit PreparedFlights(const Plan& plan);
  PreparedFlights(const PreparedFlights&) = delete;
  PreparedFlights& operator=(const PreparedFlights&) = delete;

  int state_size() const;
  /// An empty row for a sample.
  SampleRow make_row() const { return SampleRow(*parts); }
  /// The flights of a sweep point. They have terms and per-batch parameters of their own, so they
  /// equal the flights of a scenario without the sweep. `there` is the scenario at the point
  /// without the numbers that differ between samples (scenario/derived/unknown_numbers.hpp).
  FlightPlan at(const Scenario& there) const;

  FlightPlan flights{};
  std::optional<SampleParts> parts;
  std::shared_ptr<const InflowTable> inflow_table;  ///< of rotor laws that have one
  std::vector<double> commands;
  std::vector<AreaEdge> area_edges;  ///< of conditions of events
  std::vector<std::int64_t> command_steps;
  std::vector<std::string> dispersed;  ///< paths of all dispersed numbers
  std::vector<std::string> varied;     ///< paths of numbers that also differ between sweep points
  PreparedControl control;
  PreparedSensors sensors;
  WindTables wind_tables;
};

/// Whether one call of a kernel may fly two sweep points: they agree in every field that
/// PreparedFlights::at() sets.
bool fly_together(const FlightPlan& a, const FlightPlan& b);

}  // namespace montecopter
