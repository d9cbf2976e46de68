#include "flights/identify/error_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "core/base/text.hpp"
#include "core/base/toml_guard.hpp"

namespace montecopter::identify {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw Error(ExitCode::usage,
              Problem{path, what, "",
                      fmt::format("`montecopter fit --errors {}` writes such a file", path)});
}

/// Far beyond the errors of any flight, in all units of the keys; squares are still finite.
constexpr double most_error = 1e6;

/// Numbers of a key, one or three.
using Numbers = std::vector<double*>;

/// Numbers of one component or quantity after each horizon.
template <std::size_t n>
Numbers by_horizon(ErrorLaw& law, std::array<double, n> ErrorLawAt::*numbers, std::size_t first,
                   std::size_t count) {
  Numbers out;
  for (ErrorLawAt& at : law.at) {
    for (std::size_t k = first; k < first + count; ++k) out.push_back(&(at.*numbers)[k]);
  }
  return out;
}

/// Numbers of logs, as a file has them.
struct LogCounts {
  double flights = 0, law = 0;
};

std::size_t count_of(double logs, const std::string& path) {
  if (logs >= 1 && logs == std::floor(logs)) return static_cast<std::size_t>(logs);
  fail(path, fmt::format("{} is no number of logs", logs));
}

std::vector<std::pair<std::string, Numbers>> keys_of(ErrorFile& e, LogCounts& logs) {
  const auto three = [](std::array<double, 3>& axes) {
    return Numbers{&axes[0], &axes[1], &axes[2]};
  };
  FlightSpread& f = e.flights;
  e.law.at.resize(law_horizons_s.size());
  Numbers horizons;
  for (ErrorLawAt& at : e.law.at) horizons.push_back(&at.horizon_s);
  std::vector<std::pair<std::string, Numbers>> keys = {
      {"logs", {&logs.flights}},
      {"error_logs", {&logs.law}},
      {"delay_s", {&f.mean.delay_s}},
      {"delay_sd_s", {&f.sd.delay_s}},
      {"rate_bias_rad_s", three(f.mean.rate_bias_rad_s)},
      {"rate_bias_sd_rad_s", three(f.sd.rate_bias_rad_s)},
      {"acceleration_m_s2", three(f.mean.acceleration_m_s2)},
      {"acceleration_sd_m_s2", three(f.sd.acceleration_m_s2)},
      {"angular_acceleration_rad_s2", three(f.mean.angular_acceleration_rad_s2)},
      {"angular_acceleration_sd_rad_s2", three(f.sd.angular_acceleration_rad_s2)},
      {"activity_rad_s", {&e.law.activity_rad_s}},
      {"horizon_s", horizons},
  };
  const std::array<const char*, 4> names = {"position_error_m", "velocity_error_m_s",
                                            "attitude_error_rad", "body_rate_error_rad_s"};
  for (std::size_t q = 0; q < names.size(); ++q)
    keys.emplace_back(names[q], by_horizon(e.law, &ErrorLawAt::scale, 3 * q, 3));
  keys.emplace_back("activity_slope", by_horizon(e.law, &ErrorLawAt::slope, 0, 4));
  keys.emplace_back("activity_slope_sd", by_horizon(e.law, &ErrorLawAt::slope_sd, 0, 4));
  keys.emplace_back("between_flights_sd", by_horizon(e.law, &ErrorLawAt::between_sd, 0, 4));
  keys.emplace_back("within_flights_sd", by_horizon(e.law, &ErrorLawAt::within_sd, 0, 4));
  return keys;
}

bool may_be_negative(const std::string& key) {
  return key == "delay_s" || key == "rate_bias_rad_s" || key == "acceleration_m_s2" ||
         key == "angular_acceleration_rad_s2" || key == "activity_slope";
}

double number_of(const toml::node* node, const std::string& key, const std::string& path) {
  const auto value = node == nullptr ? std::nullopt : node->value<double>();
  if (!value || !std::isfinite(*value)) fail(path, fmt::format("{} is not a number", key));
  if (*value < 0 && !may_be_negative(key)) fail(path, fmt::format("{} is negative", key));
  const double most = key == "delay_s" ? most_delay_s : most_error;
  if (std::fabs(*value) > most)
    fail(path, fmt::format("{} = {} is outside {} to {}", key, *value,
                           may_be_negative(key) ? -most : 0, most));
  return *value;
}

void read_key(const toml::table& table, const std::string& key, const Numbers& numbers,
              const std::string& path) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    fail(path, fmt::format("{} is missing, as in files of earlier versions. Fit again", key));
  if (numbers.size() == 1) {
    *numbers[0] = number_of(node, key, path);
    return;
  }
  const toml::array* list = node->as_array();
  if (list == nullptr || list->size() != numbers.size())
    fail(path, fmt::format("{} is not a list of {} numbers", key, numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i) *numbers[i] = number_of(list->get(i), key, path);
}

ErrorFile read_table(const toml::table& table, const std::string& path) {
  ErrorFile errors;
  LogCounts logs;
  const auto keys = keys_of(errors, logs);
  std::vector<std::string> names;
  for (const auto& [key, numbers] : keys) names.push_back(key);
  for (const auto& entry : table) {
    const std::string key(entry.first.str());
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    const auto near = near_name(key, names);
    fail(path, fmt::format("unknown key '{}'{}", key,
                           near ? fmt::format(" (did you mean '{}'?)", *near) : ""));
  }
  for (const auto& [key, numbers] : keys) read_key(table, key, numbers, path);
  for (std::size_t h = 0; h < errors.law.at.size(); ++h) {
    const double before = h == 0 ? 0 : errors.law.at[h - 1].horizon_s;
    if (!(errors.law.at[h].horizon_s > before)) fail(path, "horizon_s does not ascend from 0");
  }
  errors.flights.logs = count_of(logs.flights, path);
  errors.law.logs = count_of(logs.law, path);
  return errors;
}

}  // namespace

ErrorFile find_errors(const Multirotor& vehicle, const CalmAir& air,
                      const std::vector<FitLog>& logs, const Fit& fit, int threads) {
  const std::vector<LogErrors> effects = effects_of_logs(vehicle, air, logs, fit);
  std::vector<SeenErrors> seen;
  std::vector<double> activities;
  for (std::size_t l = 0; l < logs.size(); ++l) {
    const FitLog& log = logs[l];
    const LogErrors& own = effects[l];
    const DriveSchedule steps = mean_schedule(log.drive, log.track, own.delay_s);
    RepeatedFlight flown(vehicle, air, log.drive, log.track, steps);
    apply_effects(own, flown);
    SeenErrors errors =
        see_errors(flown, log.track, log.windows.front().first, log.track.rows() - 1,
                   own.rate_bias_rad_s, law_horizons(log.track), threads);
    if (!(errors.windows > 0)) continue;
    seen.push_back(std::move(errors));
    activities.push_back(activity_of(log.track));
  }
  return {spread_of(effects), law_of(seen, activities)};
}

std::string error_toml(const ErrorFile& errors) {
  ErrorFile copy = errors;
  LogCounts logs{static_cast<double>(errors.flights.logs), static_cast<double>(errors.law.logs)};
  std::string text =
      "# Effects of single flights, and errors of predictions of them, by montecopter fit.\n"
      "# Lists of 12: x, y, z after each horizon. Lists of 16: position, velocity, attitude, body\n"
      "# rate after each horizon, as logarithms.\n";
  for (const auto& [key, numbers] : keys_of(copy, logs)) {
    std::string list;
    for (const double* number : numbers)
      list += (list.empty() ? "" : ", ") + format_double(*number);
    if (numbers.size() > 1) list = "[" + list + "]";
    text += fmt::format("{} = {}\n", key, list);
  }
  return text;
}

ErrorFile read_error_file(const std::string& path) {
  std::string why;
  const auto text = read_input_file(path, max_file_bytes + 1, why);
  if (!text) throw Error(ExitCode::io, Problem{path, "cannot read it", why});
  if (text->size() > max_file_bytes) fail(path, "the file is too large");
  if (is_utf16(*text)) fail(path, std::string(utf16_words));
  if (const auto deep = find_too_deep(*text)) fail(path, deep->what);
  try {
    return read_table(toml::parse(*text, std::string_view(path)), path);
  } catch (const toml::parse_error& error) {
    fail(path, fmt::format("line {} is not valid TOML ({})", error.source().begin.line,
                           error.description()));
  }
}

}  // namespace montecopter::identify
