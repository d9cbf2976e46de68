#include "contain_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/table.hpp"
#include "core/base/wrapped.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

std::string metres(double x) { return fmt::format("{:.1f}", x); }

/// A number of the flights; a bound that is not known has a reason.
std::string known(double x) { return std::isfinite(x) ? significant(x, 4) : "unknown"; }

Table volumes_table(const Study& s) {
  const SoraVolumes& v = s.volumes;
  Table table{{"distance [m]", "formula", "flights"}, {}};
  const auto add = [&](const std::string& name, double x, std::string flown = "-") {
    table.rows.push_back({name, metres(x), std::move(flown)});
  };
  add("contingency volume S_CV", v.contingency);
  add("contingency height H_CV", v.contingency_height);
  add("ground risk buffer S_GRB", v.buffer, known(s.buffer().bound));
  add("  ballistic, no drag", v.ballistic);
  add("  1:1 rule", v.one_to_one);
  if (s.operation.wind_m_s > 0)
    add(fmt::format("  parachute in {} m/s of wind", s.operation.wind_m_s), v.parachute);
  if (std::isfinite(v.pdra_s01)) add("  PDRA-S01, minimum", v.pdra_s01);
  add("adjacent area", v.adjacent);
  return table;
}

Table impacts_table(const Study& s) {
  const double percent = 100 * s.probability;
  Table table{{"impact", "mean", fmt::format("{:.4g} %", percent),
               fmt::format("bound at {:.4g} %", 100 * s.confidence)},
              {}};
  for (const ImpactNumber& n : s.numbers) {
    table.rows.push_back({fmt::format("{} [{}]", n.name, n.unit), significant(n.mean, 4),
                          known(n.quantile), known(n.bound)});
  }
  return table;
}

std::string ellipse_text(const ImpactEllipse& e) {
  return fmt::format(
      "Impact ellipse (95 % if normal): centre {} m north, {} m east; half axes {} and {} m, the "
      "longer one at {:.0f} deg; {:.1f} % of the impacts lie inside.",
      metres(e.north_m), metres(e.east_m), metres(e.major_m), metres(e.minor_m), e.bearing_deg,
      100 * e.inside);
}

std::string risk_text(const Study& s) {
  if (!s.column) return "intrinsic ground risk class: none, too large or too fast for SORA\n";
  const RiskColumn& column = risk_columns[*s.column];
  std::string text =
      fmt::format("intrinsic ground risk class (SORA 2.5, table 2; at most {} m and {} m/s):\n",
                  column.dimension_m, column.speed_m_s);
  for (const RiskRow& row : risk_rows) {
    const int of_row = row.classes[*s.column];
    text += fmt::format("  {:<28}{}\n", row.where,
                        of_row == 0 ? "outside SORA" : fmt::format("{}", of_row));
  }
  return text;
}

std::string bound_text(const Study& s) {
  std::string text = fmt::format(
      "{} flights: {} touched down, {} beyond the buffer by formula; at {:.4g} % confidence at "
      "most {:.3g} % of all flights are.",
      s.flights, std::ssize(s.impacts), s.beyond, 100 * s.confidence, 100 * s.beyond_bound);
  text += fmt::format(
      " {} left the contingency volume, falls included: at most {:.3g} % of all flights do.",
      s.left, 100 * s.left_bound);
  if (s.is_sequential) {
    text += fmt::format(" \"At least {:.4g} % come down within it\" is {}.", 100 * s.probability,
                        statistics::name_of(s.verdict));
  }
  if (s.missing() > 0)
    text += fmt::format(" {} flights have no touchdown and count as infinitely far.", s.missing());
  if (s.before > 0) {
    text += fmt::format(" {} came down before {} and count as 0 m.", s.before,
                        s.since.empty() ? "control ended" : fmt::format("'{}'", s.since));
  }
  if (!std::isfinite(s.buffer().bound) && s.missing() == 0 && !s.is_sequential)
    text += fmt::format(" A bound needs {} flights.", fewest_flights(s.probability, s.confidence));
  return text;
}

/// The inputs that matter; empty if there are none to rank.
std::string inputs_text(const Study& s) {
  if (s.inputs.empty()) return "";
  std::string text;
  for (const StudyInput& input : s.inputs) {
    if (!input.is_beyond_chance || input.first_order < 0.005) continue;
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", input.name(), input.first_order);
  }
  if (text.empty()) return "No single input has a significant effect on the impact distance.";
  return "Fractions of the impact distance's variance due to single inputs: " + text +
         ". The rest is due to interactions, other inputs and noise.";
}

std::string assumptions(const Study& s) {
  return fmt::format(
      "Assumptions: the ground is level, at the height of the origin. Distances are horizontal, "
      "from the place {}, plus half of the dimension. {} The critical area is that of open ground.",
      s.since.empty() ? "where all rotors go off (otherwise: where the first failure begins)"
                      : fmt::format("where '{}' begins", s.since),
      s.has_wreck_drag ? "Events change the drag of the wreck."
                       : "The vehicle keeps the drag of the scenario; stopped or windmilling "
                         "rotors add none.");
}
const char scope[] =
    "The bound holds for the scenario as written: its wind, vehicle and failure. It says nothing "
    "about population, air risk or legal approval.";

}  // namespace

std::string study_text(const Study& s, const std::string& name) {
  const std::size_t width = table_width();
  const auto sentences = [](const std::string& text) { return wrapped(text, 0, answer_width()); };
  std::string text =
      fmt::format("{}: {} m/s, {} m high, dimension {} m\n", name, s.operation.speed_m_s,
                  s.operation.height_m, s.operation.dimension_m);
  text += table_text(volumes_table(s), width) + table_text(impacts_table(s), width);
  if (s.ellipse) text += sentences(ellipse_text(*s.ellipse));
  text += sentences(bound_text(s)) + sentences(inputs_text(s));
  text += fmt::format("lethal energy of Annex F: {} J\n", lethal_energy_j) + risk_text(s);
  return text + sentences(assumptions(s)) + sentences(scope);
}

Json study_json(const Study& s, const std::string& name) {
  const SoraVolumes& v = s.volumes;
  Json out = Json::object();
  out.set("kind", Json::text("containment")).set("name", Json::text(name));
  out.set("probability", Json::number(s.probability)).set("confidence", Json::number(s.confidence));
  out.set("flights", Json::number(s.flights))
      .set("touchdowns", Json::number(std::ssize(s.impacts)));
  out.set("formula",
          Json::object()
              .set("contingency_volume_m", Json::number(v.contingency))
              .set("contingency_height_m", Json::number(v.contingency_height))
              .set("ground_risk_buffer_m", Json::number(v.buffer))
              .set("ballistic_m", Json::number(v.ballistic))
              .set("one_to_one_m", Json::number(v.one_to_one))
              .set("parachute_m", s.operation.wind_m_s > 0 ? Json::number(v.parachute) : Json())
              .set("pdra_s01_m", Json::number(v.pdra_s01))
              .set("adjacent_area_m", Json::number(v.adjacent)));
  Json numbers = Json::array();
  for (const ImpactNumber& n : s.numbers) {
    numbers.add(Json::object()
                    .set("name", Json::text(n.name))
                    .set("unit", Json::text(n.unit))
                    .set("mean", Json::number(n.mean))
                    .set("quantile", Json::number(n.quantile))
                    .set("bound", Json::number(n.bound)));
  }
  out.set("impacts", std::move(numbers));
  Json ellipse;
  if (const auto& e = s.ellipse) {
    ellipse = Json::object()
                  .set("north_m", Json::number(e->north_m))
                  .set("east_m", Json::number(e->east_m))
                  .set("major_m", Json::number(e->major_m))
                  .set("minor_m", Json::number(e->minor_m))
                  .set("bearing_deg", Json::number(e->bearing_deg))
                  .set("inside", Json::number(e->inside));
  }
  out.set("ellipse", std::move(ellipse));
  out.set("verdict",
          s.is_sequential ? Json::text(std::string(statistics::name_of(s.verdict))) : Json());
  Json events = Json::array();
  for (const CountedEvent& event : s.events) events.add(Json::text(event.shown));
  out.set("counted_events", std::move(events));
  out.set("before_event", Json::number(s.before));
  out.set("beyond", Json::number(s.beyond)).set("beyond_bound", Json::number(s.beyond_bound));
  out.set("left_volume", Json::number(s.left)).set("left_volume_bound", Json::number(s.left_bound));
  Json inputs = Json::array();
  for (const StudyInput& input : s.inputs) {
    inputs.add(Json::object()
                   .set("name", Json::text(input.name()))
                   .set("first_order", Json::number(input.first_order))
                   .set("beyond_chance", Json::boolean(input.is_beyond_chance)));
  }
  out.set("inputs", std::move(inputs));
  Json classes = Json::array();
  for (const RiskRow& row : risk_rows) {
    const int of_row = s.column ? row.classes[*s.column] : 0;
    classes.add(Json::object()
                    .set("where", Json::text(row.where))
                    .set("class", of_row == 0 ? Json() : Json::number(of_row)));
  }
  out.set("ground_risk_classes", std::move(classes));
  return out;
}

}  // namespace montecopter::cli
