#include "results/report/material.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "results/report/html.hpp"
#include "results/summarise/report.hpp"

namespace montecopter::report {

Material::Material(const record::ResultFile& file_)
    : file(file_),
      name(std::filesystem::path(file_.path()).filename().string()),
      samples(read_samples(file_)),
      summary(summarise(file_, samples)) {
  if (file.is_flight_log()) {
    scenario_trouble = "this is the log of a real flight without a scenario";
    return;
  }
  try {
    scenario = load_scenario_text(file.resolved_text(), file.path(), ".");
  } catch (const Error&) {
    scenario_trouble = "this version of the program cannot load the scenario of the file";
    return;
  }
  if (!scenario->scenario.requirement.empty() && !summary.sampling.is_chosen) {
    judgements = judge(scenario->scenario, file, samples);
  }
}

std::string Material::command(const std::string& of, const std::string& words,
                              bool with_point) const {
  std::string line = fmt::format("montecopter {} {}", of, shell_word(name));
  if (!words.empty()) line += " " + words;
  if (with_point && summary.is_sweep()) line += fmt::format(" --point {}", options.point);
  return line;
}

std::string Material::point_text() const {
  return summary.is_sweep() ? group_text(samples.groups[group()]) : "";
}

}  // namespace montecopter::report
