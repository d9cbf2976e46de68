#include "core/formula/condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/formula/grammar.hpp"

namespace montecopter {
namespace {

constexpr std::array<FormulaFunction, 4> condition_functions = {{
    {"abs", 1, FormulaOp::abs},
    {"sqrt", 1, FormulaOp::sqrt},
    {"min", 2, FormulaOp::smaller},
    {"max", 2, FormulaOp::larger},
}};

/// Names are those of columns, and of the codes that columns have.
class ConditionParser : FormulaGrammar {
 public:
  ConditionParser(std::string_view text, std::string_view noun,
                  const std::vector<ConditionColumn>& columns)
      : FormulaGrammar(text, noun, condition_functions), columns_(columns) {}

  Formula parse(FormulaType::Kind wanted) {
    const Type type = whole();
    if (type.kind != wanted) {
      const bool is_name = type.kind == FormulaType::Kind::name;
      const std::string given = type.kind == FormulaType::Kind::truth ? "a comparison"
                                : is_name                             ? "a name"
                                                                      : "a number";
      if (wanted == FormulaType::Kind::number) {
        fail(0, fmt::format("this is {}", given), "one number per sample is expected");
      }
      fail(0, fmt::format("this is {}", given), "it is neither true nor false",
           is_name ? "Compare it: status == ok, for example"
                   : "Compare it: max_tilt_deg > 40, for example");
    }
    if (!type.over_time) {
      fail(0, fmt::format("the {} uses no value of the samples", noun_),
           "its result is the same for all of them");
    }
    return std::move(formula_);
  }

 private:
  Type expression() override { return disjunction(); }
  std::string primaries() const override { return "a number, a column"; }

  Type name() override {
    const std::size_t start = at_;
    const std::string name = take('"') ? quoted(start) : dotted();
    if (const auto code = find_code(name, start)) {
      emit(FormulaOp::number, static_cast<double>(code->number));
      return {1, false, FormulaType::Kind::name, code->column};
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (!is_called(columns_[c], name)) continue;
      emit(FormulaOp::signal, 0.0, c);
      const bool is_coded = !columns_[c].codes.empty();
      return {1, true, is_coded ? FormulaType::Kind::name : FormulaType::Kind::number, c};
    }
    fail_column(name, start);
  }

  struct Code {
    std::size_t column, number;
  };

  /// "ok", or "status.ok" where another column has such a name, too.
  std::optional<Code> find_code(const std::string& name, std::size_t at) const {
    std::vector<Code> found;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const auto& codes = columns_[c].codes;
      for (std::size_t number = 0; number < codes.size(); ++number) {
        if (name == codes[number]) found.push_back({c, number});
        if (name == columns_[c].name + "." + codes[number]) return Code{c, number};
      }
    }
    if (found.empty()) return std::nullopt;
    if (found.size() > 1) {
      const std::string &a = columns_[found[0].column].name, &b = columns_[found[1].column].name;
      fail(at, fmt::format("'{}' is a value of both '{}' and '{}'", name, a, b), "",
           fmt::format("Write {}.{} or {}.{}", a, name, b, name));
    }
    return found.front();
  }

  static bool is_called(const ConditionColumn& column, const std::string& name) {
    const auto& others = column.other_names;
    return column.name == name || std::find(others.begin(), others.end(), name) != others.end();
  }

  /// The text between quotes, of which the first is taken.
  std::string quoted(std::size_t start) {
    const std::size_t end = text_.find('"', at_);
    if (end == std::string_view::npos) {
      fail(start, "the closing '\"' is missing", "a quoted name ends with it");
    }
    std::string name(text_.substr(at_, end - at_));
    at_ = end + 1;
    return name;
  }

  /// Words joined by points: a path.
  std::string dotted() {
    std::string name(word());
    while (!is_at_end() && text_[at_] == '.') {
      ++at_;
      name += "." + std::string(word());
    }
    return name;
  }

  [[noreturn]] void fail_column(const std::string& name, std::size_t at) const {
    std::vector<std::string> names;
    for (const ConditionColumn& column : columns_) {
      const auto& former = column.former_names;
      if (std::find(former.begin(), former.end(), name) != former.end()) {
        fail(at, fmt::format("there is no column '{}' any more", name), "",
             fmt::format("Use '{}'", column.name));
      }
      names.push_back(column.name);
      names.insert(names.end(), column.codes.begin(), column.codes.end());
    }
    fail_unknown(at, fmt::format("there is no column '{}'", name), name, names);
  }

  const std::vector<ConditionColumn>& columns_;
};

}  // namespace

Formula parse_condition(std::string_view text, const std::vector<ConditionColumn>& columns) {
  return ConditionParser(text, "condition", columns).parse(FormulaType::Kind::truth);
}

Formula parse_quantity(std::string_view text, const std::vector<ConditionColumn>& columns) {
  return ConditionParser(text, "formula", columns).parse(FormulaType::Kind::number);
}

}  // namespace montecopter
