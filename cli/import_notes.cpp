#include "import_notes.hpp"

#include <fmt/format.h>

#include <map>

#include "core/base/counted.hpp"
#include "core/base/json.hpp"
#include "core/base/shortened.hpp"
#include "core/base/table.hpp"
#include "core/base/wrapped.hpp"

namespace montecopter::cli {
namespace {

constexpr std::size_t longest_value = 60;

std::string note(const std::string& file, const std::string& words) {
  return fmt::format("{}: note: {}\n", file, words);
}

/// Settings that were left out for one reason; reasons are in order of appearance.
struct Group {
  std::string why, settings;
  std::size_t count = 0;
  bool is_far = false;
};

std::vector<Group> grouped(const std::vector<OmittedSetting>& left_out) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> places;
  for (const OmittedSetting& setting : left_out) {
    const auto [at, is_new] = places.try_emplace(setting.why, groups.size());
    if (is_new) groups.push_back({setting.why, "", 0, setting.is_far});
    Group& group = groups[at->second];
    group.settings += fmt::format("{}{} {}", group.count == 0 ? "" : ", ", setting.name,
                                  shortened(setting.value, longest_value));
    ++group.count;
  }
  return groups;
}

std::string fit_words(const FittedCurve& fit) {
  std::string words =
      fmt::format("{}: residuals of {} are {} % RMS and at most {} % of the largest value",
                  fit.name, counted(fit.x.size() - fit.apart, "row"),
                  significant(fit.rms_percent, 3), significant(fit.most_percent, 3));
  if (fit.apart == 1) words += "; 1 outlier is ignored";
  if (fit.apart > 1) words += fmt::format("; {} outliers are ignored", fit.apart);
  return words + ".";
}

Json count(std::size_t number) { return Json::raw(fmt::format("{}", number)); }

Json fit_json(const FittedCurve& fit) {
  return Json::object()
      .set("name", Json::text(fit.name))
      .set("rows", count(fit.x.size()))
      .set("apart", count(fit.apart))
      .set("rms", Json::number(fit.rms))
      .set("most", Json::number(fit.most))
      .set("rms_percent", Json::number(fit.rms_percent))
      .set("most_percent", Json::number(fit.most_percent));
}

}  // namespace

std::string import_notes(const ImportResult& imported, const std::string& file) {
  std::string notes;
  for (const std::string& sentence : imported.assumed) notes += note(file, sentence + ".");
  for (const FittedCurve& fit : imported.fits) notes += note(file, fit_words(fit));
  for (const Group& group : grouped(imported.left_out)) {
    notes += group.is_far
                 ? note(file, fmt::format("not imported: {} more ({}); --json lists them.",
                                          group.count, group.why))
                 : note(file, fmt::format("not imported: {} ({}).", group.settings, group.why));
  }
  return lines_within(notes, usual_table_width);
}

std::string import_json(const ImportResult& imported, const std::string& kind,
                        const std::string& text, const std::string& written) {
  Json left_out = Json::array(), fits = Json::array();
  for (const OmittedSetting& setting : imported.left_out) {
    left_out.add(Json::object()
                     .set("name", Json::text(setting.name))
                     .set("value", Json::text(setting.value))
                     .set("why", Json::text(setting.why)));
  }
  for (const FittedCurve& fit : imported.fits) fits.add(fit_json(fit));
  Json all = Json::object();
  all.set("kind", Json::text(kind));
  all.set("written", written.empty() ? Json() : Json::text(written));
  all.set("toml", Json::text(text));
  all.set("numbers", imported.numbers);
  all.set("fits", std::move(fits));
  all.set("assumed", Json::texts(imported.assumed));
  all.set("left_out", std::move(left_out));
  return all.print() + "\n";
}

}  // namespace montecopter::cli
