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

/// Key whose value is 0 where it is missing: earlier versions did not write it.
const std::string offset_key = "angular_acceleration_rad_s2";

std::vector<std::pair<std::string, Numbers>> keys_of(ErrorFile& e) {
  const auto three = [](std::array<UnexplainedMotion, 3>& axes, double UnexplainedMotion::*number) {
    return Numbers{&(axes[0].*number), &(axes[1].*number), &(axes[2].*number)};
  };
  ModelErrors& m = e.model;
  return {
      {"delay_s", {&e.log.delay_s}},
      {"rate_bias_rad_s",
       {&e.log.rate_bias_rad_s[0], &e.log.rate_bias_rad_s[1], &e.log.rate_bias_rad_s[2]}},
      {offset_key,
       {&e.log.angular_acceleration_rad_s2[0], &e.log.angular_acceleration_rad_s2[1],
        &e.log.angular_acceleration_rad_s2[2]}},
      {"position_noise_m", {&m.position_noise_m}},
      {"attitude_noise_rad", {&m.attitude_noise_rad}},
      {"velocity_noise_m_s", three(m.velocity, &UnexplainedMotion::noise)},
      {"acceleration_density_m2_s3", three(m.velocity, &UnexplainedMotion::density)},
      {"acceleration_drift_m_s2", three(m.velocity, &UnexplainedMotion::drift)},
      {"body_rate_noise_rad_s", three(m.body_rate, &UnexplainedMotion::noise)},
      {"angular_acceleration_density_rad2_s3", three(m.body_rate, &UnexplainedMotion::density)},
      {"angular_acceleration_drift_rad_s2", three(m.body_rate, &UnexplainedMotion::drift)},
  };
}

double number_of(const toml::node* node, const std::string& key, const std::string& path) {
  const auto value = node == nullptr ? std::nullopt : node->value<double>();
  if (!value || !std::isfinite(*value)) fail(path, fmt::format("{} is not a number", key));
  const bool may_be_negative = key == "delay_s" || key == "rate_bias_rad_s" || key == offset_key;
  if (*value < 0 && !may_be_negative) fail(path, fmt::format("{} is negative", key));
  const double most = key == "delay_s" ? most_delay_s : most_error;
  if (std::fabs(*value) > most)
    fail(path, fmt::format("{} = {} is outside {} to {}", key, *value, may_be_negative ? -most : 0,
                           most));
  return *value;
}

void read_key(const toml::table& table, const std::string& key, const Numbers& numbers,
              const std::string& path) {
  const toml::node* node = table.get(key);
  if (node == nullptr && key == offset_key) return;
  if (node == nullptr) fail(path, fmt::format("{} is missing", key));
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
  const auto keys = keys_of(errors);
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
  return errors;
}

}  // namespace

LogErrors mean_log_errors(const Fit& fit) {
  LogErrors mean;
  const double n = static_cast<double>(fit.logs.size());
  for (const FittedLog& log : fit.logs) {
    mean.delay_s += log.errors.delay_s / n;
    for (std::size_t k = 0; k < 3; ++k) {
      mean.rate_bias_rad_s[k] += log.errors.rate_bias_rad_s[k] / n;
      mean.angular_acceleration_rad_s2[k] += log.errors.angular_acceleration_rad_s2[k] / n;
    }
  }
  return mean;
}

std::string error_toml(const ErrorFile& errors) {
  ErrorFile copy = errors;
  std::string text =
      "# Motion in the flights that the vehicle model does not explain, by montecopter fit.\n";
  for (const auto& [key, numbers] : keys_of(copy)) {
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
