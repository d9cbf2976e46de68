#include "vehicle/import/surface_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.hpp"
#include "core/base/csv.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "dynamics/vehicles/response_surface.hpp"
#include "dynamics/vehicles/response_surface_setup.hpp"
#include "vehicle/import/line_problems.hpp"
#include "vehicle/import/toml_lines.hpp"

namespace montecopter {
namespace {

constexpr double pound_force = 4.4482216152605, foot = 0.3048, knot = 1852.0 / 3600.0;

struct Unit {
  std::string_view name;
  double factor;  ///< SI per unit
};

/// Units of forces and moments, velocities, angular rates, and angular accelerations.
constexpr std::array<Unit, 2> force_units = {{{"N", 1}, {"lbf", pound_force}}};
constexpr std::array<Unit, 3> moment_units = {
    {{"N m", 1}, {"ft lbf", pound_force* foot}, {"lbf ft", pound_force* foot}}};
constexpr std::array<Unit, 3> velocity_units = {{{"m/s", 1}, {"ft/s", foot}, {"kt", knot}}};
constexpr std::array<Unit, 3> rate_units = {
    {{"rad/s", 1}, {"deg/s", rad_per_deg}, {"rpm", rad_s_per_rpm}}};
constexpr std::array<Unit, 2> acceleration_units = {{{"rad/s2", 1}, {"deg/s2", rad_per_deg}}};

/// SI per unit; nullopt for an unknown one. Without a unit, 1.
template <std::size_t n>
std::optional<double> factor_of(std::string_view unit, const std::array<Unit, n>& units) {
  if (unit.empty()) return 1.0;
  for (const Unit& one : units) {
    if (one.name == unit) return one.factor;
  }
  return std::nullopt;
}

/// "u (ft/s)": a name and its unit.
struct Quantity {
  std::string_view name, unit;
};
Quantity quantity_of(std::string_view text) {
  const auto open = text.find('('), close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open ||
      !trim_cell(text.substr(close + 1)).empty()) {
    return {trim_cell(text), ""};  // a name with brackets is refused as unknown
  }
  return {trim_cell(text.substr(0, open)), trim_cell(text.substr(open + 1, close - open - 1))};
}

std::optional<double> factor_of_output(const Quantity& output) {
  return output.name.starts_with("force_") ? factor_of(output.unit, force_units)
                                           : factor_of(output.unit, moment_units);
}
std::optional<double> factor_of_factor(const Quantity& factor) {
  constexpr std::array<std::string_view, 3> velocities = {"u", "v", "w"};
  if (std::find(velocities.begin(), velocities.end(), factor.name) != velocities.end()) {
    return factor_of(factor.unit, velocity_units);
  }
  if (factor.name.starts_with("rotor_acceleration.")) {
    return factor_of(factor.unit, acceleration_units);
  }
  return factor_of(factor.unit, rate_units);
}

constexpr std::array<std::string_view, 7> columns = {
    "output", "term", "coefficient", "standard_error", "centre", "lowest", "highest"};
enum Column : std::size_t { output, term, coefficient, standard_error, centre, lowest, highest };

/// Place of each column of a table, or none.
using Places = std::array<std::optional<std::size_t>, columns.size()>;

Places places_of(const std::vector<CsvCell>& header, std::uint32_t line, LineProblems& problems) {
  Places places;
  for (std::size_t k = 0; k < header.size(); ++k) {
    const auto at = std::find(columns.begin(), columns.end(), header[k].text);
    if (at == columns.end()) {
      problems.at(line, fmt::format("unknown column '{}'", printable(header[k].text)), "",
                  "The columns are " + join({columns.begin(), columns.end()}));
    } else {
      auto& place = places[static_cast<std::size_t>(at - columns.begin())];
      if (place) {
        problems.at(line, fmt::format("the column '{}' is there twice", *at), "", "Remove one");
      }
      place = k;
    }
  }
  for (const Column needed : {output, term, coefficient}) {
    if (!places[needed]) {
      problems.at(line, fmt::format("the column '{}' is missing", columns[needed]), "",
                  "The first line that is no comment names the columns");
    }
  }
  return places;
}

/// One line of a table as a term in SI units.
class TermReader {
 public:
  TermReader(const Places& places, CsvFormat format, LineProblems& problems)
      : places_(places), format_(format), problems_(problems) {}

  std::optional<SurfaceTerm> read(const std::vector<CsvCell>& cells, std::uint32_t line) {
    line_ = line, is_good_ = true;
    SurfaceTerm made;
    const Quantity result = quantity_of(cell(cells, output));
    made.output = result.name;
    if (std::none_of(surface_outputs.begin(), surface_outputs.end(),
                     [&](const Choice& one) { return one.name == result.name; })) {
      fault(fmt::format("unknown output '{}'", printable(result.name)),
            "Outputs are force_x to force_z and moment_x to moment_z, with a unit as in force_x "
            "(lbf)");
    }
    const double per_output = known(factor_of_output(result), result);
    double unit = 1;
    std::string_view left = cell(cells, term);
    for (auto star = left.find('*'); star != std::string_view::npos; star = left.find('*')) {
      unit *= add_factor(trim_cell(left.substr(0, star)), made);
      left.remove_prefix(star + 1);
    }
    unit *= add_factor(trim_cell(left), made);
    if (made.factors.size() > max_surface_factors) {
      fault(counted(made.factors.size(), "factor") + " in a term",
            fmt::format("A term has at most {}", max_surface_factors));
    }
    made.coefficient = number(cells, coefficient).value_or(0) * per_output / unit;
    made.standard_error = number(cells, standard_error).value_or(0) * per_output / unit;
    made.centre = number(cells, centre).value_or(0) * unit;
    if (const auto low = number(cells, lowest)) made.lowest = *low * unit;
    if (const auto high = number(cells, highest)) made.highest = *high * unit;
    if (made.standard_error < 0) fault("the standard error is negative", "Give its magnitude");
    if (made.lowest && made.highest && *made.lowest > *made.highest)
      fault("lowest is above highest", "Exchange the two numbers");
    return is_good_ ? std::optional(made) : std::nullopt;
  }

 private:
  void fault(std::string what, std::string suggestion) {
    problems_.at(line_, std::move(what), "", std::move(suggestion));
    is_good_ = false;
  }

  std::string_view cell(const std::vector<CsvCell>& cells, Column column) const {
    const auto place = places_[column];
    return place && *place < cells.size() ? cells[*place].text : std::string_view();
  }

  std::optional<double> number(const std::vector<CsvCell>& cells, Column column) {
    const std::string_view text = cell(cells, column);
    if (text.empty() && column != coefficient) return std::nullopt;
    const auto value = csv_number(text.starts_with('+') ? text.substr(1) : text, format_);
    if (!value) {
      fault(fmt::format("'{}' is not a number", printable(text)),
            fmt::format("Give the {} of the term as a number", columns[column]));
    }
    return value;
  }

  double known(std::optional<double> factor, const Quantity& of) {
    if (factor) return *factor;
    fault(fmt::format("unknown unit '{}' of {}", printable(of.unit), printable(of.name)),
          "Known are N, lbf, N m, ft lbf, m/s, ft/s, kt, rad/s, deg/s, rpm, rad/s2 and deg/s2");
    return 1;
  }

  /// Adds "u (ft/s)^2" to the factors and returns its SI per unit. "1" is no factor.
  double add_factor(std::string_view text, SurfaceTerm& made) {
    if (text == "1") return 1;
    if (text.empty()) {
      fault("a factor of the term is empty", "Write 1 for a constant");
      return 1;
    }
    std::size_t power = 1;
    if (const auto caret = text.rfind('^'); caret != std::string_view::npos) {
      const auto given = parse_double(trim_cell(text.substr(caret + 1)));
      if (!given || (*given != 1 && *given != 2 && *given != 3)) {
        fault(fmt::format("'{}' has no power of 1, 2 or 3", printable(text)),
              "Write a factor as u, u^2 or u (ft/s)^2");
        return 1;
      }
      power = static_cast<std::size_t>(*given);
      text = trim_cell(text.substr(0, caret));
    }
    const Quantity quantity = quantity_of(text);
    if (!surface_variable(quantity.name)) {
      fault(fmt::format("unknown factor '{}'", printable(quantity.name)),
            "Factors are u, v, w, p, q, r, rotor_speed.N and rotor_acceleration.N, with a unit as "
            "in u (ft/s), joined by *; a constant is 1");
      return 1;
    }
    const double factor = known(factor_of_factor(quantity), quantity);
    double unit = 1;
    for (std::size_t k = 0; k < power; ++k) {
      made.factors.emplace_back(quantity.name);
      unit *= factor;
    }
    return unit;
  }

  const Places& places_;
  CsvFormat format_;
  LineProblems& problems_;
  std::uint32_t line_ = 0;
  bool is_good_ = true;
};

std::vector<SurfaceTerm> terms_of(std::string_view text, const std::string& file) {
  LineProblems problems(file);
  std::vector<SurfaceTerm> terms;
  std::optional<Places> places;
  CsvFormat format;
  text = without_byte_order_mark(text);
  for (std::uint32_t line = 1; !text.empty() && !problems.are_too_many(); ++line) {
    const std::string_view row = take_csv_line(text);
    if (trim_cell(row).empty() || trim_cell(row).starts_with('#')) continue;
    if (!places) {
      format = csv_format(row);
      places = places_of(split_cells(row, format), line, problems);
      if (!problems.are_none()) break;
    } else if (const auto made =
                   TermReader(*places, format, problems).read(split_cells(row, format), line)) {
      terms.push_back(*made);
    }
  }
  if (problems.are_none() && terms.empty())
    problems.of_file("the table has no terms", "",
                     "Add a line for each term below the names of the columns");
  problems.throw_if_any();
  return terms;
}

std::string text_of(const SurfaceTerm& term) {
  std::string text = fmt::format("  {{output = \"{}\", factors = [", printable(term.output));
  for (std::size_t k = 0; k < term.factors.size(); ++k) {
    text += fmt::format("{}\"{}\"", k == 0 ? "" : ", ", printable(term.factors[k]));
  }
  text += "]";
  const auto add = [&](std::string_view key, double value) {
    text += fmt::format(", {} = {}", key, format_double(value));
  };
  if (term.centre != 0) add("centre", term.centre);
  add("coefficient", term.coefficient);
  if (term.standard_error != 0) add("standard_error", term.standard_error);
  if (term.lowest) add("lowest", *term.lowest);
  if (term.highest) add("highest", *term.highest);
  return text + "},\n";
}

/// The first of some units is that of SI.
template <std::size_t n>
std::string in_si(const std::string& name, const std::array<Unit, n>& units) {
  return fmt::format("{} ({})", name, units.front().name);
}

std::string factor_in_si(const std::string& name) {
  if (name.starts_with("rotor_acceleration.")) return in_si(name, acceleration_units);
  return name == "u" || name == "v" || name == "w" ? in_si(name, velocity_units)
                                                   : in_si(name, rate_units);
}

}  // namespace

std::string surface_csv(const ResponseSurface& surface) {
  const auto known = [](std::optional<double> x) { return x ? format_double(*x) : ""; };
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  for (const SurfaceTerm& term : surface.terms) {
    std::vector<std::string> factors;
    for (const std::string& factor : term.factors) factors.push_back(factor_in_si(factor));
    text += fmt::format("{},{},{},{},{},{},{}\n",
                        term.output.starts_with("force_") ? in_si(term.output, force_units)
                                                          : in_si(term.output, moment_units),
                        factors.empty() ? "1" : fmt::format("{}", fmt::join(factors, "*")),
                        format_double(term.value()), format_double(term.standard_error),
                        format_double(term.centre), known(term.lowest), known(term.highest));
  }
  return text;
}

ImportResult SurfaceTable::read(const ImportRequest& request) {
  const std::vector<SurfaceTerm> terms = terms_of(request.text, request.file);
  TomlLines lines;
  lines.say(fmt::format("{} from {}, in SI units.", counted(terms.size(), "term"), request.file));
  lines.table("response_surface");
  lines.key("rotor_loads", "\"added\"", "or \"replaced\": the surface includes the rotors");
  std::string text = lines.text() + "terms = [\n";
  for (const SurfaceTerm& term : terms) text += text_of(term);
  ImportResult made;
  made.vehicle = text + "]\n";
  made.assumed.push_back(
      "the surface adds to the loads of the rotor laws: set rotor_loads to "
      "\"replaced\" if it includes the rotors");
  made.numbers.set("terms", Json::number(static_cast<double>(terms.size())));
  return made;
}

}  // namespace montecopter
