#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/text/writer.hpp"
#include "vehicle/tune/proposal.hpp"

namespace montecopter {
namespace {

constexpr std::size_t widest = 100;

std::string commented(const std::string& text) {
  std::string lines;
  std::istringstream from(text);
  for (std::string line; std::getline(from, line);) lines += "# " + line + "\n";
  return lines;
}
std::string said(const std::string& sentences) {
  return commented(wrapped(sentences, 0, widest - 2));
}

/// "fastest of 1200 candidates of this structure that keep a phase margin of 45 degrees ..."
std::string asked_words(const GainProposal& proposal) {
  const GainWish& wish = proposal.wish;
  const MarginBounds wanted = wish.margins();
  const std::string margins =
      fmt::format("a phase margin of {:.3g} degrees and a gain margin of {:.3g} dB",
                  wanted.phase_deg, wanted.gain_db);
  if (wish.bandwidth_rad_s) {
    return fmt::format(
        "stiffest of {} candidates of this structure that give roll and pitch a bandwidth of "
        "{:.4g} rad/s and keep {}",
        proposal.candidates, *wish.bandwidth_rad_s, margins);
  }
  std::string words = fmt::format("fastest of {} candidates of this structure that keep {}",
                                  proposal.candidates, margins);
  const GainQuality& own = proposal.compared.front();
  const GainQuality& last = proposal.compared.back();
  const bool is_as_px4 = last.gains == "PX4's defaults" && own.peak.rad <= last.peak.rad;
  if (wish.peak_deg) {
    words += fmt::format(" and tilt by at most {:.3g} degrees after the moment", *wish.peak_deg);
  } else if (is_as_px4) {
    words += " and tilt no further than PX4's defaults after the moment";
  } else {
    words += " and are within a tenth of the stiffest";
  }
  if (!follows_only_body_rates(proposal.report.controller)) {
    return words + fmt::format("; a step of {:.3g} m saturates no rotor", wish.step);
  }
  if (wish.asks_for_margins()) return words;
  return words + fmt::format("; a step of {:.3g} rad/s saturates no rotor", wish.step);
}

/// "ratio of body rate pace to attitude pace 1.2 to 16, derivative gain 0 to 8"
std::string searched_words(const GainProposal& proposal) {
  std::string words = "pace of body rate 0.05 to 5000 rad/s";
  for (const SearchedRange& range : proposal.searched) {
    words += fmt::format(", {} {:.3g} to {:.3g}{}{}", range.what, range.low, range.high,
                         range.unit.empty() ? "" : " ", range.unit);
  }
  return words;
}

/// "the moment of a lost rotor of 0.962 N m"
std::string moment_words(const GainProposal& proposal) {
  return fmt::format("{} of {:.3g} N m",
                     proposal.is_lost_rotor ? "the moment of a lost rotor" : "a step of moment",
                     proposal.compared.front().peak.moment_n_m);
}

std::string comparison_text(const GainProposal& proposal) {
  Table table;
  table.header = {"gains",    "phase margin deg", "gain margin dB", "bandwidth rad/s",
                  "peak deg", "N m/rad",          "gust deg"};
  for (const GainQuality& row : proposal.compared) {
    if (!row.is_stable) {
      table.rows.push_back({row.gains, "unstable", "-", "-", "-", "-", "-"});
      continue;
    }
    table.rows.push_back({row.gains, significant(row.phase_deg, 3), significant(row.gain_db, 3),
                          significant(row.bandwidth_rad_s, 3), significant(row.peak.deg(), 3),
                          significant(row.peak.stiffness_n_m_rad(), 3),
                          significant(row.wind_peak_deg, 3)});
  }
  return commented(table_text(table, widest - 2));
}

std::string axes_text(const GainProposal& proposal) {
  Table table;
  table.header = {"broken at command", "phase margin deg", "at rad/s", "gain margin dB",
                  "bandwidth rad/s"};
  for (const BrokenLoop& axis : proposal.loop.axes) {
    const LoopMargins& m = axis.margins;
    table.rows.push_back({axis.name, significant(m.phase_deg.value, 3),
                          significant(m.phase_deg.rad_s, 3), significant(m.gain_db(), 3),
                          significant(m.bandwidth_rad_s, 3)});
  }
  return commented(table_text(table, widest - 2));
}

Json quality_json(const GainQuality& row) {
  return Json::object()
      .set("gains", Json::text(row.gains))
      .set("stable", Json::boolean(row.is_stable))
      .set("phase_deg", Json::number(row.phase_deg))
      .set("gain_db", Json::number(row.gain_db))
      .set("bandwidth_rad_s", Json::number(row.bandwidth_rad_s))
      .set("moment_n_m", Json::number(row.peak.moment_n_m))
      .set("peak_deg", Json::number(row.peak.deg()))
      .set("stiffness_n_m_rad", Json::number(row.peak.stiffness_n_m_rad()))
      .set("gust_peak_deg", Json::number(row.wind_peak_deg));
}

Json searched_json(const GainProposal& proposal) {
  Json list = Json::array();
  for (const SearchedRange& range : proposal.searched) {
    list.add(Json::object()
                 .set("what", Json::text(std::string(range.what)))
                 .set("unit", Json::text(std::string(range.unit)))
                 .set("low", Json::number(range.low))
                 .set("high", Json::number(range.high)));
  }
  return list;
}

Json compared_json(const GainProposal& proposal) {
  Json list = Json::array();
  for (const GainQuality& row : proposal.compared) list.add(quality_json(row));
  return list;
}

Json numbers_json(const TunedLoop& loop) {
  return Json::object()
      .set("pace_rad_s", Json::number(loop.pace.rad_s))
      .set("attitude_apart", Json::number(loop.pace.attitude_apart))
      .set("peak_deg", Json::number(loop.peak.deg()))
      .set("outer_fraction", Json::number(loop.pace.outer))
      .set("bandwidth_rad_s", Json::number(loop.bandwidth_rad_s()))
      .set("step_demand", Json::number(loop.step_demand));
}

Json asked_json(const GainWish& wish) {
  const MarginBounds wanted = wish.margins();
  return Json::object()
      .set("bandwidth_rad_s", wish.bandwidth_rad_s ? Json::number(*wish.bandwidth_rad_s) : Json())
      .set("phase_deg", Json::number(wanted.phase_deg))
      .set("gain_db", Json::number(wanted.gain_db))
      .set("step", Json::number(wish.step))
      .set("moment_n_m", wish.moment_n_m ? Json::number(*wish.moment_n_m) : Json())
      .set("peak_deg", wish.peak_deg ? Json::number(*wish.peak_deg) : Json());
}

}  // namespace

std::string controller_keys(const Controller& controller, const std::string& path) {
  const TypeSchema& whole = schema_of<Scenario>();
  const auto at = std::find_if(whole.fields.begin(), whole.fields.end(),
                               [](const FieldSchema& f) { return f.key == "controller"; });
  const TypeSchema& type = *at->type;
  Writer writer([](std::string_view, std::string_view) { return false; });
  const TypeSchema& held = type.type_held(&controller);
  writer.fields(held, type.held(const_cast<Controller*>(&controller)), path);
  return fmt::format("{} = \"{}\"\n", type.type_key, held.type_name) + std::move(writer).text();
}

std::string controller_toml(const GainProposal& proposal, TableForm form) {
  const MarginReport& report = proposal.report;
  std::string text = said(fmt::format("Gains of {} for {}, proposed by `montecopter tune`: {}.",
                                      report.controller, report.name, asked_words(proposal)));
  text += said(fmt::format("Searched: {}.", searched_words(proposal)));
  for (const std::string& note : proposal.notes) text += said(note);
  text += "#\n" + axes_text(proposal) + "#\n";
  text +=
      said(fmt::format("Peak: largest tilt of the linear loop after {}; gust: the same after a "
                       "wind step of {:g} m/s.",
                       moment_words(proposal), Disturbances::wind_m_s));
  text += "#\n" + comparison_text(proposal) + "\n";
  if (form == TableForm::in_file) return text + controller_keys(proposal.controller, "");
  return text + "[controller]\n" + controller_keys(proposal.controller, "controller");
}

std::string proposal_json(const GainProposal& proposal, const std::string& written) {
  const TableForm form = written.empty() ? TableForm::in_scenario : TableForm::in_file;
  Json json = Json::object()
                  .set("name", Json::text(proposal.report.name))
                  .set("law", Json::text(proposal.report.controller))
                  .set("asked", asked_json(proposal.wish))
                  .set("found", numbers_json(proposal.loop))
                  .set("candidates", Json::number(proposal.candidates))
                  .set("searched", searched_json(proposal))
                  .set("compared", compared_json(proposal))
                  .set("reason", Json())
                  .set("notes", Json::texts(proposal.notes))
                  .set("written", written.empty() ? Json() : Json::text(written))
                  .set("toml", Json::text(controller_toml(proposal, form)))
                  .set("margins", margins_as_json(proposal.report));
  return json.print() + "\n";
}

std::string no_gains_json(const std::string& name, const std::string& law, const GainWish& wish,
                          const std::string& reason) {
  Json json = Json::object()
                  .set("name", Json::text(name))
                  .set("law", Json::text(law))
                  .set("asked", asked_json(wish))
                  .set("found", Json())
                  .set("candidates", Json())
                  .set("searched", Json::array())
                  .set("compared", Json::array())
                  .set("reason", Json::text(reason))
                  .set("notes", Json::texts({}))
                  .set("written", Json())
                  .set("toml", Json())
                  .set("margins", Json());
  return json.print() + "\n";
}

}  // namespace montecopter
