#include "scenario/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace montecopter {
namespace {

/// What a part of a formula is.
struct Type {
  int width = 1;
  bool over_time = false;
};

struct Function {
  std::string_view name;
  std::size_t arguments;
  FormulaOp op;
};

constexpr std::array<Function, 16> functions = {{
    {"abs", 1, FormulaOp::abs},
    {"sqrt", 1, FormulaOp::sqrt},
    {"norm", 1, FormulaOp::norm},
    {"sum", 1, FormulaOp::sum},
    {"min", 2, FormulaOp::smaller},
    {"max", 2, FormulaOp::larger},
    {"min", 1, FormulaOp::minimum},
    {"max", 1, FormulaOp::maximum},
    {"mean", 1, FormulaOp::mean},
    {"rms", 1, FormulaOp::rms},
    {"first", 1, FormulaOp::first},
    {"final", 1, FormulaOp::final},
    {"integral", 1, FormulaOp::integral},
    {"first_time", 2, FormulaOp::first_time},
    {"last_time", 2, FormulaOp::last_time},
    {"share", 2, FormulaOp::share},
}};

constexpr bool is_over_time(FormulaOp op) { return op >= FormulaOp::minimum; }
constexpr bool compares_with_level(FormulaOp op) { return op >= FormulaOp::first_time; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Recursive descent; each rule emits its steps and returns what they leave on the stack.
class Parser {
 public:
  Parser(std::string_view text, const std::vector<FormulaSignal>& signals)
      : text_(text), signals_(signals) {}

  Formula parse() {
    const Type type = sum();
    skip_space();
    if (at_ < text_.size()) {
      fail(at_, fmt::format("'{}' is not expected here", text_[at_]), "the formula ends before it");
    }
    if (type.over_time) {
      fail(0, "the formula gives a value at every time", "a metric is one number per flight",
           "Say which: max(...), mean(...), rms(...), final(...) or integral(...), for example");
    }
    if (type.width != 1) fail(0, fmt::format("the formula gives {} numbers", type.width), one_why);
    return std::move(formula_);
  }

 private:
  static constexpr const char* one_why = "a metric is one number per flight";
  static constexpr int max_depth = 100;

  [[noreturn]] static void fail(std::size_t at, std::string what, std::string why = {},
                                std::string suggestion = {}) {
    throw FormulaError{at, std::move(what), std::move(why), std::move(suggestion)};
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (take(c)) return;
    fail(at_, fmt::format("'{}' is missing", c),
         at_ < text_.size() ? fmt::format("'{}' stands in its place", text_[at_])
                            : "the formula ends before it");
  }
  void emit(FormulaOp op, double number = 0.0, int index = 0) {
    formula_.steps.push_back({op, number, index});
  }

  /// Two operands, component by component; one component goes with any number of them.
  Type both(const Type& a, const Type& b, std::size_t at) const {
    if (a.width != b.width && a.width != 1 && b.width != 1) {
      fail(at, fmt::format("{} and {} components do not go together", a.width, b.width),
           "operations are component by component");
    }
    return {std::max(a.width, b.width), a.over_time || b.over_time};
  }

  Type sum() {
    Type type = product();
    for (char c = peek(); c == '+' || c == '-'; c = peek()) {
      const std::size_t at = at_++;
      type = both(type, product(), at);
      emit(c == '+' ? FormulaOp::add : FormulaOp::subtract);
    }
    return type;
  }

  Type product() {
    Type type = factor();
    for (char c = peek(); c == '*' || c == '/'; c = peek()) {
      const std::size_t at = at_++;
      type = both(type, factor(), at);
      emit(c == '*' ? FormulaOp::multiply : FormulaOp::divide);
    }
    return type;
  }

  Type factor() {
    if (take('-')) {
      const Type type = nested([&] { return factor(); });
      emit(FormulaOp::negate);
      return type;
    }
    const Type type = primary();
    if (take('^')) emit(FormulaOp::power, 0.0, exponent());
    return type;
  }

  int exponent() {
    const char c = peek();
    const bool is_one_digit =
        is_digit(c) && c != '0' &&
        (at_ + 1 >= text_.size() || (!is_digit(text_[at_ + 1]) && text_[at_ + 1] != '.'));
    if (!is_one_digit) fail(at_, "an exponent is a whole number from 1 to 9", "", "Use sqrt(...)");
    ++at_;
    return c - '0';
  }

  Type primary() {
    const char c = peek();
    if (take('(')) {
      const Type type = nested([&] { return sum(); });
      expect(')');
      return type;
    }
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return named();
    if (c == '\0') fail(at_, "the formula ends where a value is expected");
    fail(at_, fmt::format("'{}' is not expected here", c), "a value is",
         "Use a number, t, a signal, a function or (...)");
  }

  template <class Rule>
  Type nested(Rule rule) {
    if (++depth_ > max_depth) {
      fail(at_, "the formula is nested too deeply", fmt::format("at most {} levels", max_depth));
    }
    const Type type = rule();
    --depth_;
    return type;
  }

  Type number() {
    const std::size_t start = at_;
    const auto digits = [&] {
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    };
    digits();
    if (at_ < text_.size() && text_[at_] == '.') ++at_, digits();
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      ++at_;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      digits();
    }
    const std::string_view written = text_.substr(start, at_ - start);
    const auto value = parse_double(written);
    if (!value) fail(start, fmt::format("'{}' is not a number", written));
    emit(FormulaOp::number, *value);
    return {};
  }

  std::string_view word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return text_.substr(start, at_ - start);
  }

  Type named() {
    const std::size_t start = at_;
    const std::string_view name = word();
    if (peek() == '(') return call(name, start);
    if (name == "t") {
      emit(FormulaOp::time);
      return {1, true};
    }
    const auto found = std::find_if(signals_.begin(), signals_.end(),
                                    [&](const FormulaSignal& s) { return s.name == name; });
    if (found == signals_.end()) fail_unknown(name, start);
    if (!found->missing.empty()) {
      fail(start, fmt::format("the signal '{}' does not exist here", name), found->missing);
    }
    emit(FormulaOp::signal, 0.0, static_cast<int>(found - signals_.begin()));
    return component_of(*found);
  }

  [[noreturn]] void fail_unknown(std::string_view name, std::size_t at) const {
    std::vector<std::string> names = {"t"};
    for (const FormulaSignal& signal : signals_) names.push_back(signal.name);
    const auto near = near_name(name, names);
    fail(at, fmt::format("there is no signal '{}'", name), "",
         near ? fmt::format("Did you mean '{}'?", *near) : "Use one of " + join(names, " or "));
  }

  /// `.x`, `[2]` or all of them.
  Type component_of(const FormulaSignal& signal) {
    if (take('[')) {
      const std::size_t at = at_;
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      const auto index = parse_int(text_.substr(at, at_ - at));
      if (!index || *index >= signal.width) {
        fail(at, fmt::format("'{}' has no such component", signal.name),
             fmt::format("they count from 0 to {}", signal.width - 1));
      }
      expect(']');
      emit(FormulaOp::component, 0.0, static_cast<int>(*index));
      return {1, true};
    }
    if (!take('.')) return {signal.width, true};
    const std::size_t at = at_;
    const std::string_view part = word();
    const auto found = std::find(signal.parts.begin(), signal.parts.end(), part);
    if (found == signal.parts.end()) {
      fail(at, fmt::format("'{}' has no component '{}'", signal.name, part), "",
           signal.parts.empty() ? fmt::format("Use {}[0], for example", signal.name)
                                : "Use one of " + join(signal.parts, " or "));
    }
    emit(FormulaOp::component, 0.0, static_cast<int>(found - signal.parts.begin()));
    return {1, true};
  }

  Type call(std::string_view name, std::size_t at) {
    expect('(');
    std::vector<Type> arguments;
    do {
      arguments.push_back(nested([&] { return sum(); }));
    } while (take(','));
    expect(')');
    const Function& function = find_function(name, arguments.size(), at);
    emit(function.op);
    return result(function, arguments, at);
  }

  static const Function& find_function(std::string_view name, std::size_t arguments,
                                       std::size_t at) {
    std::vector<std::string> names, counts;
    for (const Function& f : functions) {
      if (f.name == name && f.arguments == arguments) return f;
      if (f.name == name) counts.push_back(std::to_string(f.arguments));
      if (names.empty() || names.back() != f.name) names.emplace_back(f.name);
    }
    if (!counts.empty()) {
      fail(at, fmt::format("'{}' does not take {} arguments", name, arguments),
           fmt::format("it takes {}", join(counts, " or ")));
    }
    const auto near = near_name(name, names);
    fail(at, fmt::format("there is no function '{}'", name), "",
         near ? fmt::format("Did you mean '{}'?", *near) : "Use one of " + join(names, " or "));
  }

  Type result(const Function& function, const std::vector<Type>& arguments, std::size_t at) const {
    const Type& a = arguments[0];
    if (function.op == FormulaOp::norm || function.op == FormulaOp::sum) return {1, a.over_time};
    const Type all = arguments.size() == 2 ? both(a, arguments[1], at) : a;
    if (!is_over_time(function.op)) return all;
    if (!a.over_time) {
      fail(at, fmt::format("what {}(...) is taken of does not change with time", function.name),
           "it goes over all times of the flight");
    }
    if (compares_with_level(function.op) && arguments[1].over_time) {
      fail(at, fmt::format("the level of {}(...) changes with time", function.name),
           "it is one number", "Use the difference: (a - b, 0)");
    }
    return {all.width, false};
  }

  std::string_view text_;
  const std::vector<FormulaSignal>& signals_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Formula formula_;
};

}  // namespace

Formula parse_formula(std::string_view text, const std::vector<FormulaSignal>& signals) {
  return Parser(text, signals).parse();
}

}  // namespace montecopter
