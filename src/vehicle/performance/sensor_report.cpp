#include "vehicle/performance/sensor_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/statistics/allan_edf.hpp"
#include "dynamics/sensors/sensor_unit.hpp"

namespace montecopter {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Text of a value, "-" for a missing one.
std::string unless_zero(double value) { return value == 0 ? "-" : significant(value); }

std::string departure_text(double off) {
  return std::isnan(off) ? "-" : fmt::format("{:.2f}", off);
}

double reading_rate_hz(const NoiseModel& noise) { return 1.0 / noise.dt_s; }

/// Random walk K in unit / sqrt(s), from the step per reading.
double walk_per_root_second(const NoiseModel& noise) {
  return noise.random_walk_sd_per_step / std::sqrt(noise.dt_s);
}

Json noise_json(const NoisyChannel& c) {
  Json json = Json::object();
  json.set("name", Json::text(c.name)).set("unit", Json::text(c.unit));
  json.set("rate_hz", Json::number(reading_rate_hz(c.noise)));
  json.set("constant_bias", Json::number(c.constant_bias));
  json.set("turn_on_bias_sd", Json::number(c.turn_on_bias_sd));
  json.set("white_sd", Json::number(c.noise.white_sd));
  json.set("gauss_markov_sd", Json::number(c.noise.gauss_markov_sd));
  json.set("gauss_markov_time_s", Json::number(c.noise.gauss_markov_time_s));
  json.set("random_walk_per_sqrt_s", Json::number(walk_per_root_second(c.noise)));
  json.set("resolution", Json::number(c.resolution));
  return json;
}

Json points_json(const ChannelAllan& allan) {
  Json points = Json::array();
  for (std::size_t i = 0; i < allan.curve.points.size(); ++i) {
    const AllanPoint& p = allan.curve.points[i];
    Json point = Json::object();
    point.set("tau_s", Json::number(p.tau_s)).set("readings", Json::number(p.m));
    point.set("deviation", Json::number(p.deviation));
    point.set("low95", Json::number(p.low)).set("high95", Json::number(p.high));
    point.set("expected", Json::number(allan.expected[i]));
    point.set("off_sd", Json::number(allan.off[i]));
    points.add(point);
  }
  return points;
}

std::string heading(const ChannelAllan& allan) {
  const AllanCurve& curve = allan.curve;
  std::string text = fmt::format("{} [{}]: {} readings at {:.6g} Hz", allan.channel.name,
                                 allan.channel.unit, curve.readings, 1.0 / curve.period_s);
  if (curve.missing > 0) text += fmt::format(", {} missing", curve.missing);
  return text + "\n";
}

}  // namespace

double ChannelAllan::worst_off() const {
  double worst = 0;
  for (const double x : off) {
    if (std::fabs(x) > std::fabs(worst)) worst = x;
  }
  return worst;
}

ChannelAllan channel_allan(const NoisyChannel& channel, std::span<const double> readings) {
  ChannelAllan allan;
  allan.channel = channel;
  try {
    const AllanRecord record(readings, channel.noise.dt_s);
    AllanOptions options;
    if (channel.has_theory) options.noise = channel.noise;
    allan.curve = allan_curve(record, octave_ladder(record.size()), options);
  } catch (const Error& error) {
    throw Error(error.code(), channel.name + ": " + error.what());
  }
  const AllanCovariance covariance(channel.noise, allan.curve.readings);
  for (const AllanPoint& point : allan.curve.points) {
    const double expected =
        channel.has_theory ? std::sqrt(expected_allan_variance(channel.noise, point.m)) : nan;
    const double edf = covariance.edf(point.m, allan.curve.options.estimator);
    allan.expected.push_back(expected);
    allan.off.push_back(expected > 0 ? (point.deviation - expected) / allan_band(expected, edf, 1.0)
                                     : nan);
  }
  return allan;
}

std::string sensors_text(const Sensors& sensors, std::size_t width) {
  Table table;
  table.header = {"reading",         "unit",       "rate_hz",         "white_sd",
                  "gauss_markov_sd", "its_time_s", "walk_per_sqrt_s", "turn_on_sd",
                  "resolution"};
  for (const NoisyChannel& c : noisy_channels(sensors)) {
    table.rows.push_back({c.name, c.unit, fmt::format("{:.6g}", reading_rate_hz(c.noise)),
                          unless_zero(c.noise.white_sd), unless_zero(c.noise.gauss_markov_sd),
                          unless_zero(c.noise.gauss_markov_time_s),
                          unless_zero(walk_per_root_second(c.noise)),
                          unless_zero(c.turn_on_bias_sd), unless_zero(c.resolution)});
  }
  return table_text(table, width);
}

std::string sensors_json(const Sensors& sensors) {
  Json list = Json::array();
  for (const NoisyChannel& c : noisy_channels(sensors)) list.add(noise_json(c));
  return Json::object().set("sensors", list).print() + "\n";
}

std::string allan_text(std::span<const ChannelAllan> channels, const std::string& source,
                       std::size_t width) {
  std::string text = "Allan deviation (overlapping) of " + source + "\n";
  double worst = 0;
  for (const ChannelAllan& allan : channels) {
    Table table;
    table.header = {"tau_s", "readings", "deviation", "low95", "high95", "expected", "off_sd"};
    for (std::size_t i = 0; i < allan.curve.points.size(); ++i) {
      const AllanPoint& p = allan.curve.points[i];
      table.rows.push_back({significant(p.tau_s), fmt::format("{}", p.m), significant(p.deviation),
                            significant(p.low), significant(p.high), significant(allan.expected[i]),
                            departure_text(allan.off[i])});
    }
    text += "\n" + heading(allan) + table_text(table, width);
    worst = std::max(worst, std::fabs(allan.worst_off()));
  }
  return text +
         fmt::format("\nlargest difference from theory: {:.2f} standard deviations\n", worst);
}

std::string allan_json(std::span<const ChannelAllan> channels, const std::string& source,
                       std::optional<bool> verified) {
  Json list = Json::array();
  for (const ChannelAllan& allan : channels) {
    Json json = Json::object();
    json.set("noise", noise_json(allan.channel));
    json.set("readings", Json::number(allan.curve.readings));
    json.set("missing", Json::number(allan.curve.missing));
    json.set("points", points_json(allan));
    list.add(json);
  }
  Json json = Json::object().set("source", Json::text(source));
  if (verified) json.set("verified", Json::boolean(*verified));
  return json.set("channels", list).print() + "\n";
}

}  // namespace montecopter
