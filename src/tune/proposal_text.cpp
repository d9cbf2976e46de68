#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/json.hpp"
#include "base/table.hpp"
#include "base/text.hpp"
#include "base/wrapped.hpp"
#include "scenario/controls.hpp"
#include "scenario/writer.hpp"
#include "tune/proposal.hpp"

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

/// "45 degrees and 6 dB", as asked for.
std::string asked_words(const GainProposal& proposal) {
  const GainWish& wish = proposal.wish;
  const WantedMargins wanted = wish.margins();
  if (wish.bandwidth_rad_s) {
    return fmt::format(
        "a bandwidth of {:.4g} rad/s of roll and pitch, with {:.3g} degrees and "
        "{:.3g} dB at least",
        *wish.bandwidth_rad_s, wanted.phase_deg, wanted.gain_db);
  }
  std::string words = fmt::format("the fastest loop with {:.3g} degrees and {:.3g} dB",
                                  wanted.phase_deg, wanted.gain_db);
  if (wish.asks_for_margins()) return words;
  const bool is_rate = follows_only_body_rates(proposal.controller);
  return words + fmt::format(" that makes a step of {:.3g} {} without saturation", wish.step,
                             is_rate ? "rad/s" : "m");
}

std::string axes_text(const GainProposal& proposal) {
  Table table;
  table.header = {"broken at command", "phase deg", "at rad/s", "gain dB", "band rad/s"};
  for (const BrokenLoop& axis : proposal.loop.axes) {
    const LoopMargins& m = axis.margins;
    table.rows.push_back({axis.name, significant(m.phase_deg.value, 3),
                          significant(m.phase_deg.rad_s, 3), significant(m.gain_db(), 3),
                          significant(m.bandwidth_rad_s, 3)});
  }
  return commented(table_text(table, widest - 2));
}

/// The keys of the controller, complete.
std::string keys_text(const Controller& controller, const std::string& path) {
  const TypeSchema& whole = schema_of<Scenario>();
  const auto at = std::find_if(whole.fields.begin(), whole.fields.end(),
                               [](const FieldSchema& f) { return f.key == "controller"; });
  const TypeSchema& type = *at->type;
  Writer writer([](std::string_view, std::string_view) { return false; });
  const TypeSchema& held = type.type_held(&controller);
  writer.fields(held, type.held(const_cast<Controller*>(&controller)), path);
  return fmt::format("{} = \"{}\"\n", type.type_key, held.type_name) + std::move(writer).text();
}

Json numbers_json(const TunedLoop& loop) {
  return Json::object()
      .set("pace_rad_s", Json::number(loop.pace.rad_s))
      .set("outer_fraction", Json::number(loop.pace.outer))
      .set("bandwidth_rad_s", Json::number(loop.bandwidth_rad_s()))
      .set("step_demand", Json::number(loop.step_demand));
}

Json asked_json(const GainWish& wish) {
  const WantedMargins wanted = wish.margins();
  return Json::object()
      .set("bandwidth_rad_s", wish.bandwidth_rad_s ? Json::number(*wish.bandwidth_rad_s) : Json())
      .set("phase_deg", Json::number(wanted.phase_deg))
      .set("gain_db", Json::number(wanted.gain_db))
      .set("step", Json::number(wish.step));
}

}  // namespace

std::string controller_toml(const GainProposal& proposal, TableForm form) {
  const MarginReport& report = proposal.report;
  std::string text = said(fmt::format("Gains of {} for {}, proposed by `montecopter tune`: {}.",
                                      report.controller, report.name, asked_words(proposal)));
  for (const std::string& note : proposal.notes) text += said(note);
  text += "#\n" + axes_text(proposal) + "\n";
  if (form == TableForm::in_file) return text + keys_text(proposal.controller, "");
  return text + "[controller]\n" + keys_text(proposal.controller, "controller");
}

std::string proposal_json(const GainProposal& proposal, const std::string& written) {
  const TableForm form = written.empty() ? TableForm::in_scenario : TableForm::in_file;
  Json json = Json::object()
                  .set("name", Json::text(proposal.report.name))
                  .set("law", Json::text(proposal.report.controller))
                  .set("asked", asked_json(proposal.wish))
                  .set("found", numbers_json(proposal.loop))
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
                  .set("reason", Json::text(reason))
                  .set("notes", Json::texts({}))
                  .set("written", Json())
                  .set("toml", Json())
                  .set("margins", Json());
  return json.print() + "\n";
}

}  // namespace montecopter
