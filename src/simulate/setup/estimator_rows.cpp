#include "simulate/setup/estimator_rows.hpp"

#include <cmath>
#include <cstring>

#include "core/base/numbers_of.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "dynamics/estimators/sensor_figures.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/estimator_times.hpp"

namespace montecopter {
namespace {

Matrix3<double> rows_of(const Rotation<double>& R) {
  return {{R.xx, R.xy, R.xz}, {R.yx, R.yy, R.yz}, {R.zx, R.zy, R.zz}};
}
Matrix3<double> columns_of(const Rotation<double>& R) {
  return {{R.xx, R.yx, R.zx}, {R.xy, R.yy, R.zy}, {R.xz, R.yz, R.zz}};
}

/// `centre_of_mass`: FRD [m].
void take_sensors(const EstimatorSensors& estimator, const UsedSensors& used,
                  const std::array<double, 3>& centre_of_mass, EstimatorConstants<double>& c) {
  const Rotation<double> accelerometer = mounting_of(*used.accelerometer.sensor);
  c.accelerometer_to_body = rows_of(accelerometer);
  c.accelerometer_position =
      point(lever_arm(used.accelerometer.sensor->position_m, centre_of_mass));
  c.gyroscope_to_body = rows_of(mounting_of(*used.gyroscope.sensor));
  c.imu_period = used.accelerometer.sensor->rate_hz.period_s();
  if (used.magnetometer) {
    const Rotation<double> magnetometer = mounting_of(*used.magnetometer.sensor);
    c.magnetometer_to_body = rows_of(magnetometer);
    c.body_to_magnetometer = columns_of(magnetometer);
    c.magnetometer_period = used.magnetometer.sensor->rate_hz.period_s();
    c.magnetometer_delay = age_of(*used.magnetometer.sensor, estimator.magnetometer_delay_s);
  }
  if (used.gnss) {
    c.antenna = point(lever_arm(used.gnss.sensor->position_m, centre_of_mass));
    c.gnss_delay = age_of(*used.gnss.sensor, estimator.gnss_delay_s);
  }
  if (used.barometer) {
    c.barometer_delay = age_of(*used.barometer.sensor, estimator.barometer_delay_s);
  }
}

/// Computes the remaining ages of readings when the filter reaches their time: fractions of a step,
/// and the change by a sweep.
void take_remainders(const Plan& plan, EstimatorConstants<double>& c) {
  const EstimatorTimes times = estimator_times(plan.scenario, plan.time);
  const auto rest = [&](double age_s, const FusionTimes& fused) {
    const double left = age_s - static_cast<double>(fused.age) * plan.time.step_s;
    // Ages up to a millionth of a step count as 0, as where times become steps
    // (scenario/derived/time_grid.cpp).
    return std::fabs(left) > 1e-6 * plan.time.step_s ? left : 0.0;
  };
  c.magnetometer_delay = rest(c.magnetometer_delay, times.magnetometer);
  c.barometer_delay = rest(c.barometer_delay, times.barometer);
  c.gnss_delay = rest(c.gnss_delay, times.gnss);
}

void take_start(const InitialUncertainty& initial, EstimatorConstants<double>& c) {
  c.position_variance = squares(initial.position_m);
  c.velocity_variance = squares(initial.velocity_m_s);
  c.attitude_variance = squares(initial.attitude_rad);
}

/// Noise of the accelerometer as the wind filter uses it: the noise of a reading, not a density.
ImuFigures drag_figures(const WindEstimator& wind, const Accelerometer& sensor,
                        const Estimator& estimator) {
  std::optional<PerAxis> noise;
  if (wind.specific_force_noise_m_s2) noise = PerAxis(*wind.specific_force_noise_m_s2);
  const AssumedBias bias = std::visit(
      []<class E>(const E& keys) {
        if constexpr (E::has_covariance) {
          return keys.accelerometer_bias();
        } else {
          return AssumedBias{};  // the sensor's own
        }
      },
      estimator);
  ImuFigures figures = imu_figures(sensor, noise, bias.walk, bias.initial);
  figures.noise =
      in_body(mounting_of(sensor), squares(noise.value_or(white_figure(sensor, sensor.rate_hz))));
  return figures;
}

KnownDrag<double> drag_of(const Multirotor& vehicle, double density_kg_m3) {
  const double per_kg = 1.0 / vehicle.mass_kg;
  const double linear = vehicle.linear_drag_n_s_m * per_kg;
  const double area = 0.5 * density_kg_m3 * vehicle.drag_area_m2;
  return {vehicle.rotor_drag_1_s[0] + linear, vehicle.rotor_drag_1_s[1] + linear,
          (vehicle.quadratic_drag_n_s2_m2 + area) * per_kg};
}

/// The wind cannot be estimated from the drag of a helicopter: validation has refused it.
KnownDrag<double> drag_of(const Helicopter&, double) { return {}; }

WindConstants<double> known_of_wind(const WindEstimator& wind, const Scenario& nominal,
                                    const WorldConstants<double>& world,
                                    const Accelerometer& sensor) {
  WindConstants<double> c{};
  const World<double> home{models_of(*nominal.environment), world};
  const double density_kg_m3 = home.air(0.0).density_kg_m3;
  c.drag = std::visit([&](const auto& vehicle) { return drag_of(vehicle, density_kg_m3); },
                      *nominal.vehicle);
  const ImuFigures figures = drag_figures(wind, sensor, *nominal.estimator);
  c.walk = wind.walk_m_s_sqrt_s * wind.walk_m_s_sqrt_s;
  c.variance = wind.initial_m_s * wind.initial_m_s;
  c.noise_x = figures.noise.xx, c.noise_y = figures.noise.yy;
  c.bias_xx = figures.bias.xx, c.bias_xy = figures.bias.xy, c.bias_yy = figures.bias.yy;
  c.walk_xx = figures.walk.xx, c.walk_xy = figures.walk.xy, c.walk_yy = figures.walk.yy;
  return c;
}

/// Lays out the memory of waiting readings and of the states that they belong to.
class DelayLayout {
 public:
  DelayLayout(const TimeGrid& time, EstimatorPlan& plan) : time_(time), plan_(plan) {}

  /// Adds the readings of a sensor.
  void add(const FusionTimes& times) {
    if (times.sensor < 0) return;
    const int depth = static_cast<int>(times.depth);
    plan_.lines[static_cast<std::size_t>(plan_.lines_count++)] = {times.sensor, times.numbers,
                                                                  depth, plan_.memory, times.wait};
    plan_.memory += depth * times.numbers;
    plan_.waits |= depth > 0;
  }

  /// Adds the true states at the steps whose readings are fused later.
  void add_truths() {
    if (plan_.horizon == 0) return;
    for (int i = 0; i < plan_.lines_count; ++i) {
      const DelayLine& line = plan_.lines[static_cast<std::size_t>(i)];
      const auto sensor = static_cast<std::size_t>(line.sensor);
      plan_.truths += static_cast<int>(plan_.horizon / time_.sensors[sensor].every + 1);
    }
    plan_.truth_memory = plan_.memory;
    plan_.memory += plan_.truths * numbers_of<EstimatedTruth<double>>();
  }

 private:
  const TimeGrid& time_;
  EstimatorPlan& plan_;
};

/// Whether readings may belong to another time than the estimate when they are fused.
template <class Sensor>
bool is_late(const EstimatorPlan& plan, const UsedSensor<Sensor>& used,
             const std::optional<double>& delay_s) {
  if (used && (delay_s || used.sensor->jitter_s > 0)) return true;
  return !plan.runs_at_horizon && used && (plan.horizon > 0 || used.sensor->latency_s > 0);
}

}  // namespace

EstimatorPlan plan_estimator(const Plan& all) {
  EstimatorPlan plan;
  const Scenario& scenario = all.scenario;
  if (!scenario.estimator) return plan;
  const EstimatorSensors& named = sensors_of(*scenario.estimator);
  const UsedSensors used = used_sensors(named, scenario.sensors);
  plan.kind = static_cast<int>(scenario.estimator->index());
  plan.has_covariance = has_covariance(*scenario.estimator);
  plan.runs_at_horizon = runs_at_horizon(*scenario.estimator);
  plan.accelerometer = used.accelerometer.place;
  plan.gyroscope = used.gyroscope.place;
  plan.magnetometer = used.magnetometer.place;
  plan.barometer = used.barometer.place;
  plan.gnss = used.gnss.place;
  plan.row = numbers_of<EstimatorConstants<double>>();
  plan.memory = numbers_of<EstimatorMemory<double>>();
  std::visit(
      [&]<class E>(const E& keys) {
        plan.fuses_velocity = keys.fuses_gnss_velocity();
        plan.own_memory = plan.memory;
        plan.memory += numbers_of<OwnMemory<E, double>>();
        plan.row += numbers_of<EstimatorConstantsOf<E>>();
      },
      *scenario.estimator);
  if (named.wind) {
    plan.wind_memory = plan.memory;
    plan.memory += numbers_of<WindMemory<double>>();
  }
  EstimatorTimes times = estimator_times(scenario, all.time);
  plan.horizon = times.horizon;
  DelayLayout waiting(all.time, plan);
  for (const FusionTimes* of : times.all()) waiting.add(*of);
  waiting.add_truths();
  const SensorTimes& imu = all.time.sensors[static_cast<std::size_t>(plan.accelerometer)];
  plan.predicts = plan.horizon > imu.latency;
  plan.averages_force = used.accelerometer.sensor->averages(imu.every);
  plan.averages_rate = used.gyroscope.sensor->averages(imu.every);
  plan.magnetometer_is_late = is_late(plan, used.magnetometer, named.magnetometer_delay_s);
  plan.gnss_is_late = is_late(plan, used.gnss, named.gnss_delay_s);
  return plan;
}

void known_to_estimator(const Scenario& nominal, const WorldConstants<double>& world,
                        const Plan& plan, double* row) {
  const EstimatorSensors& named = sensors_of(*nominal.estimator);
  const UsedSensors used = used_sensors(named, nominal.sensors);
  EstimatorConstants<double> c{};
  take_sensors(named, used, centre_of_mass_m(*nominal.vehicle), c);
  if (runs_at_horizon(*nominal.estimator)) take_remainders(plan, c);
  c.gravity = world.gravity[0];
  c.home_altitude = world.altitude;
  c.magnetic_field = fold_magnetic_field(nominal.environment->magnetic_field);
  if (named.wind) {
    c.wind = known_of_wind(*named.wind, nominal, world, *used.accelerometer.sensor);
  }
  std::visit(
      [&](const auto& keys) {
        take_start(keys.initial, c);
        const auto own = keys.fold(used.known());
        std::memcpy(row + numbers_of<EstimatorConstants<double>>(), &own, sizeof own);
      },
      *nominal.estimator);
  std::memcpy(row, &c, sizeof(c));
}

void start_estimate(const double* state, const SampleDraws& draws, double* row) {
  EstimatorConstants<double> c;
  std::memcpy(&c, row, sizeof(c));
  const auto error = [&](std::string_view stream, const Vec3<double>& variance) -> Vec3<double> {
    const auto n = draws.first_normals<3>(StreamPurpose::estimator, stream);
    return {n[0] * std::sqrt(variance.x), n[1] * std::sqrt(variance.y),
            n[2] * std::sqrt(variance.z)};
  };
  c.initial = {};
  c.initial.position = Vec3<double>{state[0], state[1], state[2]} -
                       error(stream_names::estimator_position, c.position_variance);
  c.initial.velocity = Vec3<double>{state[3], state[4], state[5]} -
                       error(stream_names::estimator_velocity, c.velocity_variance);
  c.initial.attitude =
      turned<double>({state[6], state[7], state[8], state[9]},
                     -error(stream_names::estimator_attitude, c.attitude_variance));
  c.initial_body_rate = {state[10], state[11], state[12]};
  std::memcpy(row, &c, sizeof(c));
}

}  // namespace montecopter
