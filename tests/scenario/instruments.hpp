#pragma once
/// A format for tests: tables that the user names, optional tables, included files, quantities in
/// several units and numbers per axis, all at once. No scenario has any of it.

#include <unistd.h>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/fields/joined.hpp"
#include "core/fields/schema_of.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/describe/describe.hpp"
#include "scenario/text/document.hpp"
#include "scenario/text/reader.hpp"
#include "scenario/text/writer.hpp"

namespace montecopter::instruments {

struct TurnRate {
  static constexpr std::string_view suffix = "rad_s";
  static constexpr const UnitFamily& family = units::angular_rate;
  static constexpr const UnitFamily& density = units::angular_rate_density;
};
struct SpecificForce {
  static constexpr std::string_view suffix = "m_s2";
  static constexpr const UnitFamily& family = units::acceleration;
  static constexpr const UnitFamily& density = units::acceleration_density;
};

inline constexpr std::array<Choice, 2> roundings = {{{"nearest", "half away from zero"}, {"down"}}};

/// A model whose keys depend on what it is a model of.
template <class Quantity>
struct Errors {
  PerAxis density = 0.0;
  PerAxis bias = 0.0;
  std::optional<double> limit;
  std::optional<PerAxis> scale;
  std::string rounding = "nearest";
  bool on = true;
  Rate rate_hz = {100, 1};

  static constexpr auto fields() {
    using E = Errors;
    return FieldList{
        field(joined<"density_", Quantity::suffix, "_sqrt_hz">, &E::density, Quantity::density,
              non_negative, Vary::per_sample, "Density of white noise"),
        field(joined<"bias_", Quantity::suffix>, &E::bias, Quantity::family, between(-10, 10),
              Vary::per_sample, "Bias"),
        field(joined<"limit_", Quantity::suffix>, &E::limit, Quantity::family, positive,
              Vary::per_batch, "Full scale"),
        field("scale", &E::scale, "1", positive, Vary::per_sample, "Scale factors"),
        field("rounding", &E::rounding, roundings, "How it rounds"),
        field("on", &E::on, "Whether it works"),
        field("rate_hz", &E::rate_hz, "Hz", positive, Vary::fixed, "Readings per second"),
    };
  }
};

struct Finder {
  double far_m = required;
  std::array<double, 3> axis = {0, 0, 1};
  static constexpr auto fields() {
    return FieldList{
        field("far_m", &Finder::far_m, units::length, positive, Vary::per_sample, "Farthest"),
        field("axis", &Finder::axis, "1", any_number, Vary::per_sample, "Where it looks")};
  }
};

struct Instrument {
  static constexpr std::string_view included_as = "device";
  std::optional<Errors<TurnRate>> gyroscope;
  std::optional<Errors<SpecificForce>> accelerometer;
  std::optional<Finder> range;
  static constexpr auto fields() {
    using I = Instrument;
    return FieldList{field("gyroscope", &I::gyroscope, "Turns"),
                     field("accelerometer", &I::accelerometer, "Pushes"),
                     field("range", &I::range, "Distance")};
  }
};

struct Part {
  double delay_s = required;
  std::vector<double> times_s;
  std::optional<Finder> range;
  std::map<std::string, Finder> ranges;
  static constexpr auto fields() {
    return FieldList{
        field("delay_s", &Part::delay_s, units::time, non_negative, Vary::per_sample, "Delay"),
        field("times_s", &Part::times_s, units::time, between(0, 60), Vary::fixed, "When"),
        field("range", &Part::range, "One"), field("ranges", &Part::ranges, "Several")};
  }
};

struct Nominal {
  double value = 0.0;
  static constexpr auto fields() {
    return FieldList{field("value", &Nominal::value, "", any_number, Vary::per_sample, "A value")};
  }
};

struct Root {
  std::int64_t schema = 1;
  std::map<std::string, Instrument> instruments;
  std::optional<Finder> floor;
  std::vector<Part> parts;
  std::map<std::string, Nominal> vary;  ///< by dotted path
  static constexpr auto fields() {
    using R = Root;
    return FieldList{
        field("schema", &R::schema, "1", between(1, 1), Vary::fixed, "Version"),
        field("instruments", &R::instruments, "Instruments by name"),
        field("floor", &R::floor, "The floor"),
        field("parts", &R::parts, "", between(0, 4), Vary::fixed, "Parts"),
        field("vary", &R::vary, "", any_number, Vary::per_sample, "Numbers by path"),
    };
  }
};

/// Whether the paths of `vary` address numbers that vary per sample.
inline void check_paths(Root& root, Report& report) {
  const std::vector<NumberRef> numbers = all_numbers(root);
  for (const auto& entry : root.vary) {
    const std::string path = append_path("vary", entry.first);
    const std::vector<NumberRef> found = find_numbers(numbers, entry.first);
    if (found.empty()) {
      report_no_number(numbers, entry.first, path, report);
    } else if (found.front().vary != Vary::per_sample) {
      report.error(path, "'" + entry.first + "' does not vary per sample");
    }
  }
}

/// What a text says, and what is wrong with it.
struct Reading {
  Root root;
  std::string complaint;
};

inline Reading read(const std::string& text, const std::vector<std::string>& overrides = {},
                    const std::string& folder = ".") {
  Reading reading;
  Report report("lab.toml");
  const auto table =
      read_document(text, "lab.toml", folder, overrides, includables(schema_of<Root>()), report);
  if (table) {
    report.locate_in(*table);
    Reader(report).read(*table, reading.root);
    check_paths(reading.root, report);
  }
  const Diagnostics diagnostics = report.diagnostics();
  try {
    diagnostics.throw_if_errors();
  } catch (const Error& error) {
    reading.complaint = error.what();
  }
  return reading;
}

inline std::string written(const Root& root) {
  Writer writer([](std::string_view, std::string_view) { return false; });
  writer.fields(schema_of<Root>(), &root, "");
  return std::move(writer).text();
}

}  // namespace montecopter::instruments
