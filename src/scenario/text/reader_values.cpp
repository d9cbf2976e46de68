/// Values without keys of their own: numbers, words, rates, and arrays of numbers.

#include "scenario/text/reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "core/base/text.hpp"
#include "core/fields/paths.hpp"

namespace montecopter {

namespace {

/// Reads "n/d" or "n", with n and d from 1 to 1e9, so that the product of two fits into 64 bits.
std::optional<Rate> parse_rate(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<std::int64_t> n = parse_int(text.substr(0, slash));
  const std::optional<std::int64_t> d = slash == std::string_view::npos
                                            ? std::optional<std::int64_t>(1)
                                            : parse_int(text.substr(slash + 1));
  constexpr std::int64_t limit = 1'000'000'000;
  if (!n || !d || *n < 1 || *d < 1 || *n > limit || *d > limit) return std::nullopt;
  const std::int64_t divisor = std::gcd(*n, *d);
  return Rate{*n / divisor, *d / divisor};
}

constexpr std::int64_t exact_integers = std::int64_t{1} << 53;

}  // namespace

void Reader::number(const toml::node& node, const std::string& path, const Spec& spec,
                    double& out) {
  double number = 0;
  if (const auto* given = node.as_floating_point()) {
    number = given->get();
  } else if (const auto* integer = node.as_integer()) {
    if (integer->get() > exact_integers || integer->get() < -exact_integers) {
      report_.error_at(report_.place(node.source()), path,
                       fmt::format("'{}' is the integer {}", path, integer->get()),
                       "integers beyond 2^53 are not exact in double precision",
                       "Write it with a decimal point");
      return;
    }
    number = static_cast<double>(integer->get());
  } else {
    return wrong_type(node, path, "a number", spec);
  }
  const double in_si = spec.given != nullptr ? spec.given->to_si(number) : number;
  if (in_range(node, path, spec, in_si, format_double(number))) out = in_si;
}

void Reader::integer(const toml::node& node, const std::string& path, const Spec& spec,
                     std::int64_t& out) {
  const auto* given = node.as_integer();
  if (given == nullptr) return wrong_type(node, path, "an integer", spec);
  const auto number = static_cast<double>(given->get());
  if (in_range(node, path, spec, number, fmt::format("{}", given->get()))) out = given->get();
}

void Reader::boolean(const toml::node& node, const std::string& path, const Spec& spec, bool& out) {
  const auto* given = node.as_boolean();
  if (given == nullptr) return wrong_type(node, path, "true or false", spec);
  out = given->get();
}

void Reader::text(const toml::node& node, const std::string& path, const Spec& spec,
                  std::string& out) {
  const auto* given = node.as_string();
  if (given == nullptr) return wrong_type(node, path, "a text", spec);
  check_choice(node, path, spec, given->get());
  out = given->get();
}

void Reader::rate(const toml::node& node, const std::string& path, const Spec& spec, Rate& out) {
  std::optional<Rate> given;
  if (const auto* integer = node.as_integer()) given = parse_rate(std::to_string(integer->get()));
  if (const auto* text = node.as_string()) {
    const bool is_word = !spec.choices.empty() && text->get() == continuous_word;
    given = is_word ? continuous_rate : parse_rate(text->get());
  }
  if (given) {
    out = *given;
    return;
  }
  std::string expected = "an integer or a ratio \"n/d\" of integers from 1 to 1e9";
  if (!spec.choices.empty()) expected += ", or " + toml_quote(continuous_word);
  wrong_type(node, path, expected, spec);
}

/// Reads a table of some components by name ({z = -3}); the others stay as they are.
void Reader::components(const toml::table& table, const std::string& path, const Spec& spec,
                        std::span<double> out, std::span<const std::string_view> names,
                        bool is_shared) {
  std::vector<KnownKey> known;
  for (const std::string_view name : names) {
    known.push_back({std::string(name), {std::string(name)}});
  }
  const std::set<std::string> misspelt = report_unknown_keys(table, path, known);
  std::vector<std::string> lacking;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const toml::node* element = table.get(names[i]);
    const std::string name(names[i]);
    if (element != nullptr) number(*element, append_path(path, name), spec, out[i]);
    if (element != nullptr || misspelt.count(name) > 0) continue;
    if (std::isnan(out[i])) lacking.push_back("." + name);
  }
  if (!lacking.empty() && !is_shared) report_missing(table, path, spec, lacking);
}

/// Reads a list of all numbers, a table, or another form that the array takes: see Components.
void Reader::numbers(const toml::node& node, const std::string& path, const Spec& spec,
                     std::span<double> out, const Components& array, bool is_shared) {
  if (const toml::table* table = node.as_table()) {
    return components(*table, path, spec, out, array.names, is_shared);
  }
  const std::size_t size = array.names.size(), in_short = array.in_short();
  const toml::array* list = node.as_array();
  const bool is_short =
      in_short > 0 && (list == nullptr ? node.is_number() : list->size() == in_short);
  if (!is_short && (list == nullptr || list->size() != size)) {
    const std::string wanted =
        fmt::format("{}{}a list of {} numbers", in_short > 0 ? "a number" : "",
                    in_short == 0      ? ""
                    : in_short == size ? " or "
                                       : fmt::format(", a list of {} or ", in_short),
                    size);
    if (list == nullptr) return wrong_type(node, path, wanted, spec);
    report_.error_at(report_.place(node.source()), path,
                     fmt::format("'{}' must be {}, found {}", path, wanted, list->size()),
                     why(spec));
    return;
  }
  const std::size_t stride = is_short ? array.stride : 1;
  if (stride > 1) std::fill(out.begin(), out.end(), 0.0);
  if (list == nullptr) {
    double all = 0.0;
    number(node, path, spec, all);
    for (std::size_t i = 0; i < size; i += stride) out[i] = all;
    return;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::size_t at = i * stride;
    number(*list->get(i), append_path(path, array.names[at]), spec, out[at]);
  }
}

}  // namespace montecopter
