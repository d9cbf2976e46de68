#include "vehicle/performance/performance_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "vehicle/performance/report_words.hpp"

namespace montecopter {
namespace {

constexpr std::size_t columns = 80;

std::string limits_text(const AuthorityLimits& r) {
  if (!r.exists()) return "none";
  // Equal in the printed digits.
  if (std::fabs(r.highest + r.lowest) <= 1e-3 * r.highest) {
    return fmt::format("+-{} rad/s2", significant(r.highest));
  }
  return fmt::format("{} to {} rad/s2", significant(r.lowest), significant(r.highest));
}

/// Fraction of the authority of all rotors, in the weaker direction.
double fraction(const AuthorityLimits& left, const AuthorityLimits& of_all) {
  if (!left.exists() || !(of_all.both_ways() > 0)) return 0;
  return left.both_ways() / of_all.both_ways();
}

/// Capability without one rotor; fractions with yaw uncontrolled.
struct Failure {
  enum class Holds { heading, attitude, nothing } holds = Holds::nothing;
  double lift = 0;  ///< greatest thrust by weight, in balance; heading held if possible
  double roll_fraction = 0, pitch_fraction = 0;
};

Failure failure_of(const AuthorityReport& report, std::size_t rotor) {
  const AuthorityOfRotors& left = report.without[rotor];
  const bool held = left.heading_held.holds_hover(), balanced = left.yaw_free.holds_hover(false);
  Failure f;
  f.holds = held       ? Failure::Holds::heading
            : balanced ? Failure::Holds::attitude
                       : Failure::Holds::nothing;
  f.lift = (held ? left.heading_held : left.yaw_free).thrust_to_weight.highest;
  f.roll_fraction = fraction(left.yaw_free.roll_rad_s2, report.intact.yaw_free.roll_rad_s2);
  f.pitch_fraction = fraction(left.yaw_free.pitch_rad_s2, report.intact.yaw_free.pitch_rad_s2);
  return f;
}

std::string failure_text(const Failure& f) {
  if (f.holds == Failure::Holds::nothing) return "cannot hold roll and pitch";
  return fmt::format("{}: roll {:.0f} %, pitch {:.0f} %; lift {:.2f} weights",
                     f.holds == Failure::Holds::heading ? "can hold its heading" : "must spin",
                     100 * f.roll_fraction, 100 * f.pitch_fraction, f.lift);
}

/// Groups rotors with the same text, in the order of the first of each.
std::string failures_text(const AuthorityReport& report) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (std::size_t i = 0; i < report.without.size(); ++i) {
    const std::string said = failure_text(failure_of(report, i));
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == said; });
    if (group == groups.end()) group = groups.insert(groups.end(), {said, {}});
    group->second.push_back(std::to_string(i));
  }
  std::string text =
      "  one rotor out, with a controller that reallocates:\n"
      "  roll and pitch authority with yaw uncontrolled, in % of the intact vehicle\n";
  for (const auto& [said, rotors] : groups) {
    const bool all = rotors.size() == report.without.size() && rotors.size() > 1;
    const std::string label = "  " + (all ? "any" : join(rotors, " or "));
    text += label.size() < 18 ? report_line(label, said)
                              : fmt::format("  {}\n", label) + report_line("", said);
  }
  return text;
}

Json limits_json(const AuthorityLimits& r) {
  if (!r.exists()) return {};
  return Json::array().add(Json::number(r.lowest)).add(Json::number(r.highest));
}

Json authority_json(const Authority& a) {
  Json json = Json::object();
  json.set("roll_rad_s2", limits_json(a.roll_rad_s2));
  json.set("pitch_rad_s2", limits_json(a.pitch_rad_s2));
  json.set("yaw_rad_s2", limits_json(a.yaw_rad_s2));
  json.set("thrust_to_weight", limits_json(a.thrust_to_weight));
  return json;
}

std::string holds_word(Failure::Holds holds) {
  if (holds == Failure::Holds::heading) return "heading";
  return holds == Failure::Holds::attitude ? "roll and pitch" : "nothing";
}

/// "17.21 m/s", or the bound or the reason why it is unknown.
std::string course_text(const CourseSpeed& course) {
  if (const auto top = course.known_top_speed_m_s()) return significant(*top) + " m/s";
  if (!course.fastest.trim || !course.known.has_radius) return "unknown";
  if (!course.known.covers(course.fastest.trim->velocity_m_s.norm())) {
    return "at least " + significant(course.known.m_s, 3) + " m/s";
  }
  return course.fastest.is_reached ? "no limit" : "unknown";
}

/// Groups courses with the same text, without the first.
std::string courses_text(const std::vector<CourseSpeed>& courses) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const CourseSpeed& course : courses) {
    const std::string said = course_text(course);
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == said; });
    if (group == groups.end()) group = groups.insert(groups.end(), {said, {}});
    group->second.push_back(fmt::format("{:.0f}", course.course_deg));
  }
  if (groups.size() == 1) {
    const bool is_known = courses.front().known_top_speed_m_s().has_value();
    return is_known ? report_line("  any direction", groups.front().first) : "";
  }
  std::string text;
  for (const auto& [said, degrees] : groups) {
    text += report_line(text.empty() ? "  by direction" : "",
                        fmt::format("{} at {} deg", said, join(degrees)));
  }
  return text;
}

std::string number_or_dash(double value, const char* format) {
  return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : "-";
}

/// A table with indented lines, like other lines of a report.
std::string indented(const Table& table) {
  std::string text = table_text(table, columns - 2), out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out += "  " + text.substr(at, end - at + 1);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return out;
}

std::string over_speed_text(const MultirotorPerformance& p) {
  if (p.over_speed.size() < 2) return "";
  // NaN: the power is unknown. Without drag every row equals that of hover, within the solver's
  // tolerance.
  const double hovers_w = p.over_speed.front().shaft_power_w;
  if (!(std::fabs(p.over_speed.back().shaft_power_w - hovers_w) > 1e-6 * hovers_w)) return "";
  const bool has_battery = !std::isnan(p.over_speed.front().electric_power_w);
  Table table{{"speed [m/s]", "tilt [deg]", "shaft [W]"}, {}};
  if (has_battery) {
    for (const char* name : {"battery [W]", "endurance [min]", "range [km]"}) {
      table.header.push_back(name);
    }
  }
  for (const FlightAtSpeed& f : p.over_speed) {
    std::vector<std::string> row = {significant(f.speed_m_s, 4),
                                    fmt::format("{:.1f}", f.tilt_rad * deg_per_rad),
                                    significant(f.shaft_power_w)};
    if (has_battery) {
      row.push_back(significant(f.electric_power_w));
      row.push_back(number_or_dash(f.endurance_s / 60, "{:.2f}"));
      row.push_back(number_or_dash(f.range_m / 1000, "{:.3f}"));
    }
    table.rows.push_back(std::move(row));
  }
  return indented(table);
}

/// "at least" where the best flight is the last that is known.
std::string bound_text(const MultirotorPerformance& p, const FlightAtSpeed& best) {
  const bool is_bound = p.ends_at_known && best.speed_m_s >= p.over_speed.back().speed_m_s;
  return is_bound ? "at least " : "";
}

std::string best_text(const MultirotorPerformance& p) {
  if (!p.longest) return "";
  std::string text = report_line(
      "longest flight", fmt::format("{}{:.2f} min at {:.3g} m/s (hover {:.2f} min)",
                                    bound_text(p, *p.longest), p.longest->endurance_s / 60,
                                    p.longest->speed_m_s, p.over_speed.front().endurance_s / 60));
  if (!p.farthest) return text;
  return text + report_line("farthest flight",
                            fmt::format("{}{:.3f} km at {:.3g} m/s", bound_text(p, *p.farthest),
                                        p.farthest->range_m / 1000, p.farthest->speed_m_s));
}

Json flight_json(const FlightAtSpeed& f) {
  Json json = Json::object();
  json.set("speed_m_s", Json::number(f.speed_m_s)).set("tilt_rad", Json::number(f.tilt_rad));
  json.set("shaft_power_w", Json::number(f.shaft_power_w));
  json.set("electric_power_w", Json::number(f.electric_power_w));
  json.set("endurance_s", Json::number(f.endurance_s)).set("range_m", Json::number(f.range_m));
  return json;
}

/// Speed above which flight on a course is not known; nullopt: all is known.
std::optional<double> known_bound(const CourseSpeed& course) {
  if (!course.fastest.trim || course.known.covers(course.fastest.trim->velocity_m_s.norm())) {
    return std::nullopt;
  }
  return course.known.m_s;
}

Json number_json(const std::optional<double>& value) {
  return value ? Json::number(*value) : Json();
}

}  // namespace

AuthorityReport authority_report(const MultirotorModel& model) {
  AuthorityReport report{control_authority(model), {}};
  for (int i = 0; i < model.rotors(); ++i) report.without.push_back(control_authority(model, i));
  return report;
}

std::string limits_text(const std::vector<CommandAtLimit>& limits) {
  std::string text;
  for (const bool highest : {true, false}) {
    std::vector<std::string> rotors;
    for (const CommandAtLimit& limit : limits) {
      if (limit.is_highest == highest) rotors.push_back(std::to_string(limit.rotor));
    }
    if (rotors.empty()) continue;
    const std::string end = highest ? "highest" : "lowest";
    text += text.empty() ? "" : ", ";
    text += rotors.size() == 1 ? fmt::format("rotor {} at its {} command", rotors[0], end)
                               : fmt::format("rotors {} at their {} commands", join(rotors), end);
  }
  return text;
}

std::string authority_text(const AuthorityReport& report) {
  const Authority& a = report.intact.heading_held;
  return "  control authority (thrust = weight, no acceleration about the other axes)\n" +
         report_line("  roll", limits_text(a.roll_rad_s2)) +
         report_line("  pitch", limits_text(a.pitch_rad_s2)) +
         report_line("  yaw", limits_text(a.yaw_rad_s2)) + failures_text(report);
}

std::string performance_text(const MultirotorPerformance& p) {
  std::string text = courses_text(p.courses);
  if (const auto wind = p.wind_held_m_s()) {
    text += report_line("wind limit",
                        fmt::format("{} m/s from any side, heading held", significant(*wind)));
  } else if (const auto least = p.least_wind_held_m_s()) {
    text += report_line("wind limit", fmt::format("at least {} m/s from any side, heading held",
                                                  significant(*least, 3)));
  }
  return text + best_text(p) + over_speed_text(p);
}

std::string envelope_text(const std::vector<EnvelopePoint>& points) {
  Table table{{"mass [kg]", "air [kg/m3]", "thrust/weight", "hover [%]", "top [m/s]"}, {}};
  const auto has = [&](double EnvelopePoint::*of) {
    return std::any_of(points.begin(), points.end(),
                       [&](const EnvelopePoint& p) { return !std::isnan(p.*of); });
  };
  const bool has_power = has(&EnvelopePoint::shaft_power_w);
  const bool has_endurance = has(&EnvelopePoint::endurance_s);
  if (has_power) table.header.push_back("shaft [W]");
  if (has_endurance) table.header.push_back("[min]");
  for (const EnvelopePoint& p : points) {
    std::vector<std::string> row = {significant(p.mass_kg), significant(p.air_density_kg_m3),
                                    significant(p.thrust_to_weight),
                                    number_or_dash(100 * p.thrust_fraction, "{:.1f}"),
                                    p.top_speed_m_s ? significant(*p.top_speed_m_s) : "-"};
    if (has_power) row.push_back(significant(p.shaft_power_w));
    if (has_endurance) row.push_back(number_or_dash(p.endurance_s / 60, "{:.2f}"));
    table.rows.push_back(std::move(row));
  }
  return "  envelope (hover: % of greatest thrust; [min]: endurance; -: none, not known)\n" +
         indented(table);
}

void add_authority(const AuthorityReport& report, Json& json) {
  json.set("authority", authority_json(report.intact.heading_held));
  json.set("authority_yaw_free", authority_json(report.intact.yaw_free));
  Json list = Json::array();
  for (std::size_t i = 0; i < report.without.size(); ++i) {
    const Failure f = failure_of(report, i);
    Json failure = Json::object();
    failure.set("rotor", Json::number(double(i))).set("holds", Json::text(holds_word(f.holds)));
    failure.set("roll_fraction", Json::number(f.roll_fraction));
    failure.set("pitch_fraction", Json::number(f.pitch_fraction));
    failure.set("authority", authority_json(report.without[i].heading_held));
    failure.set("authority_yaw_free", authority_json(report.without[i].yaw_free));
    list.add(std::move(failure));
  }
  json.set("rotor_failed", std::move(list));
}

void add_performance(const MultirotorPerformance& p, Json& json) {
  Json courses = Json::array();
  for (const CourseSpeed& course : p.courses) {
    const auto top = course.known_top_speed_m_s();
    courses.add(
        Json::object()
            .set("course_deg", Json::number(course.course_deg))
            .set("top_speed_m_s", number_json(top))
            .set("known_up_to_m_s", number_json(known_bound(course)))
            .set("limit", top ? Json::text(limits_text(course.fastest.at_limits)) : Json()));
  }
  json.set("top_speeds", std::move(courses));
  json.set("wind_held_m_s", number_json(p.wind_held_m_s()));
  json.set("wind_held_at_least_m_s", number_json(p.least_wind_held_m_s()));
  Json flights = Json::array();
  for (const FlightAtSpeed& f : p.over_speed) flights.add(flight_json(f));
  json.set("level_flights", std::move(flights));
  json.set("longest_flight", p.longest ? flight_json(*p.longest) : Json());
  json.set("farthest_flight", p.farthest ? flight_json(*p.farthest) : Json());
}

Json envelope_json(const std::vector<EnvelopePoint>& points) {
  Json list = Json::array();
  for (const EnvelopePoint& p : points) {
    Json point = Json::object();
    point.set("mass_kg", Json::number(p.mass_kg));
    point.set("air_density_kg_m3", Json::number(p.air_density_kg_m3));
    point.set("thrust_to_weight", Json::number(p.thrust_to_weight));
    point.set("can_hover", Json::boolean(p.can_hover));
    point.set("thrust_fraction", Json::number(p.thrust_fraction));
    point.set("shaft_power_w", Json::number(p.shaft_power_w));
    point.set("endurance_s", Json::number(p.endurance_s));
    point.set("top_speed_m_s", number_json(p.top_speed_m_s));
    list.add(std::move(point));
  }
  return list;
}

}  // namespace montecopter
