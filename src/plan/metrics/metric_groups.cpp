/// The list of metric groups, in the order of their columns. A new group is a header, which has its
/// metrics and says which flights have them, and its name here.

#include "plan/metrics/battery_metrics.hpp"
#include "plan/metrics/end_metrics.hpp"
#include "plan/metrics/estimation_metrics.hpp"
#include "plan/metrics/flight_metrics.hpp"
#include "plan/metrics/margin_metrics.hpp"
#include "plan/metrics/recorded_metrics.hpp"
#include "plan/metrics/step_metrics.hpp"
#include "plan/metrics/tracking_metrics.hpp"
#include "plan/metrics/validity_metrics.hpp"

namespace montecopter {
namespace {

constexpr MetricGroup groups[] = {flight_group,
                                  tracking_group,
                                  step_group,
                                  estimation_group,
                                  consistency_group,
                                  wind_group,
                                  battery_group,
                                  cell_group,
                                  battery_part_group,
                                  battery_temperature_group,
                                  motor_group,
                                  recorded_position_group,
                                  recorded_velocity_group,
                                  recorded_attitude_group,
                                  recorded_body_rate_group,
                                  margin_group,
                                  attitude_margin_group,
                                  thrust_margin_group,
                                  servo_margin_group,
                                  validity_group,
                                  surface_validity_group,
                                  touchdown_group,
                                  touchdown_event_group,
                                  end_group,
                                  end_event_group};

}  // namespace

std::span<const MetricGroup> metric_groups() { return groups; }

}  // namespace montecopter
