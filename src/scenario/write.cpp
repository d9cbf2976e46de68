#include "scenario/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "base/text.hpp"
#include "scenario/paths.hpp"
#include "scenario/reader.hpp"

namespace montecopter {

namespace {

/// Members that stand on a line `key = value`; the others become tables.
template <class T>
constexpr bool is_inline() {
  if constexpr (is_vector<T>::value || is_optional<T>::value) {
    return is_inline<typename T::value_type>();
  } else {
    return std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || std::is_same_v<T, Rate> ||
           is_double_array<T>::value;
  }
}

std::string text_of(double value) { return format_double(value); }
std::string text_of(std::int64_t value) { return fmt::format("{}", value); }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(const std::string& value) { return toml_quote(value); }
std::string text_of(const Rate& rate) {
  if (rate.denominator == 1) return fmt::format("{}", rate.numerator);
  return fmt::format("\"{}/{}\"", rate.numerator, rate.denominator);
}

template <class List>
std::string list_text(const List& list) {
  std::string text;
  for (const auto& element : list) text += (text.empty() ? "" : ", ") + text_of(element);
  return "[" + text + "]";
}
template <std::size_t N>
std::string text_of(const std::array<double, N>& list) {
  return list_text(list);
}
std::string text_of(const std::vector<double>& list) { return list_text(list); }
std::string text_of(const std::vector<std::string>& list) { return list_text(list); }
std::string text_of(const std::vector<std::vector<double>>& rows) {
  std::string text = "[\n";
  for (const std::vector<double>& row : rows) text += "  " + list_text(row) + ",\n";
  return text + "]";
}

/// Fields that say nothing in this state, and that reading would refuse.
template <class T>
bool says_nothing(const Scenario&, const T&, std::string_view) {
  return false;
}
bool says_nothing(const Scenario&, const Integrator& integrator, std::string_view key) {
  const auto kind = integrator_kind(integrator.type);
  return key.find("_tolerance") != std::string_view::npos && (!kind || !is_controlled(*kind));
}
bool says_nothing(const Scenario&, const CommandTable& table, std::string_view key) {
  return key == "file" && table.file.empty();
}
bool says_nothing(const Scenario& scenario, const MonteCarlo&, std::string_view key) {
  return key == "independent_points" && scenario.sweep.empty();
}
bool says_nothing(const Scenario&, const SweepAxis&, std::string_view key) {
  return key != "values";
}
bool says_nothing(const Scenario&, const std::derived_from<EmpiricalDistribution> auto& empirical,
                  std::string_view key) {
  return (key == "file" && empirical.file.empty()) || (key == "column" && empirical.column.empty());
}

class Writer {
 public:
  explicit Writer(const Scenario& scenario) : scenario_(scenario) {}

  /// The lines of a table: first what stands on one line, then the tables below it.
  template <HasFields T>
  void fields(const T& owner, const std::string& path) {
    for_each_field<T>([&](const auto& f) {
      using Member = typename std::remove_cvref_t<decltype(f)>::MemberType;
      if constexpr (is_inline<Member>()) {
        if (!says_nothing(scenario_, owner, f.key)) line(f.key, owner.*f.member);
      } else if constexpr (is_vector<Member>::value) {
        if ((owner.*f.member).empty()) text_ += fmt::format("{} = []\n", f.key);
      }
    });
    for_each_field<T>([&](const auto& f) {
      using Member = typename std::remove_cvref_t<decltype(f)>::MemberType;
      if constexpr (!is_inline<Member>()) tables(owner.*f.member, append_path(path, f.key));
    });
  }

  std::string text() && { return std::move(text_); }

 private:
  template <class T>
  void line(std::string_view key, const T& value) {
    if constexpr (is_optional<T>::value) {
      if (value) line(key, *value);
    } else {
      text_ += fmt::format("{} = {}\n", key, text_of(value));
    }
  }

  template <class T>
  void tables(const T& value, const std::string& path) {
    if constexpr (is_vector<T>::value) {
      for (const auto& element : value) {
        text_ += fmt::format("\n[[{}]]\n", path);
        body(element, path);
      }
    } else {
      text_ += fmt::format("\n[{}]\n", path);
      body(value, path);
    }
  }

  /// Each entry is a table of its own; the list itself needs no header.
  template <class T>
  void tables(const std::map<std::string, T>& entries, const std::string& path) {
    for (const auto& entry : entries) tables(entry.second, append_path(path, entry.first));
  }

  template <HasFields T>
  void body(const T& value, const std::string& path) {
    fields(value, path);
  }

  template <class... Ts>
  void body(const std::variant<Ts...>& value, const std::string& path) {
    std::visit(
        [&](const auto& alternative) {
          using T = std::remove_cvref_t<decltype(alternative)>;
          text_ += fmt::format("{} = \"{}\"\n", type_key<std::variant<Ts...>>, T::type_name);
          fields(alternative, path);
        },
        value);
  }

  const Scenario& scenario_;
  std::string text_;
};

}  // namespace

std::string write_scenario(const Scenario& scenario) {
  Writer writer(scenario);
  writer.fields(scenario, "");
  return std::move(writer).text();
}

}  // namespace montecopter
