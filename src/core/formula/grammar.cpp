#include "core/formula/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/text.hpp"

namespace montecopter {
namespace {

using Kind = FormulaType::Kind;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Functions that had another name before, and the name that took its place.
struct FormerFunction {
  std::string_view before, now;
};
constexpr std::array former_functions = {FormerFunction{"share", "fraction"}};

constexpr const char* comparisons = "Comparisons are <, <=, >, >=, == and !=";

}  // namespace

void FormulaGrammar::fail(std::size_t at, std::string what, std::string why,
                          std::string suggestion) {
  throw FormulaError{at, std::move(what), std::move(why), std::move(suggestion)};
}

void FormulaGrammar::fail_unknown(std::size_t at, std::string what, std::string_view name,
                                  const std::vector<std::string>& names) {
  const auto near = near_name(name, names);
  fail(at, std::move(what), "",
       near ? fmt::format("Did you mean '{}'?", *near) : "Use one of " + join(names, " or "));
}

void FormulaGrammar::skip_space() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
}

char FormulaGrammar::peek() {
  skip_space();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool FormulaGrammar::take(char c) {
  if (peek() != c) return false;
  ++at_;
  return true;
}

void FormulaGrammar::expect(char c) {
  if (take(c)) return;
  fail(at_, fmt::format("'{}' is missing", c),
       at_ < text_.size() ? fmt::format("'{}' is there instead", text_[at_])
                          : fmt::format("the {} ends before it", noun_));
}

std::string_view FormulaGrammar::word() {
  const std::size_t start = at_;
  while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
  return text_.substr(start, at_ - start);
}

/// A keyword, if it stands here and is not the beginning of a name.
bool FormulaGrammar::take_word(std::string_view keyword) {
  skip_space();
  const std::size_t start = at_;
  if (word() == keyword && (is_at_end() || text_[at_] != '.')) return true;
  at_ = start;
  return false;
}

/// Reports a character that no rule takes. People of other languages write &&, || and =.
void FormulaGrammar::fail_here(std::string why) {
  const char c = text_[at_];
  const std::string_view instead = c == '&'   ? "Write 'and'"
                                   : c == '|' ? "Write 'or'"
                                   : c == '!' ? "Write 'not', or '!=' between two values"
                                              : "";
  fail(at_, fmt::format("'{}' is not expected here", c), std::move(why), std::string(instead));
}

FormulaType FormulaGrammar::whole() {
  const Type type = expression();
  skip_space();
  if (!is_at_end()) fail_here(fmt::format("the {} ends before it", noun_));
  return type;
}

void FormulaGrammar::require_number(const Type& type, std::size_t at) const {
  if (type.kind == Kind::number) return;
  fail(at, "a number is expected next to this",
       type.kind == Kind::truth    ? "a comparison is not a number"
       : type.kind == Kind::window ? "a window is not a number"
       : type.kind == Kind::moment ? "a moment is not a number"
                                   : "a name is not a number");
}

void FormulaGrammar::require_truth(const Type& type, std::size_t at) const {
  if (type.kind == Kind::truth) return;
  fail(at, "a comparison is expected here",
       type.kind == Kind::number ? "a number is neither true nor false"
                                 : "a name is neither true nor false",
       type.kind == Kind::number ? "Compare it: x > 0, for example"
                                 : "Compare it: status == ok, for example");
}

/// Two operands, component by component; one component goes with any number of them.
FormulaType FormulaGrammar::both(const Type& a, const Type& b, std::size_t at) const {
  if (a.width != b.width && a.width != 1 && b.width != 1) {
    fail(at, fmt::format("the operands have {} and {} components", a.width, b.width),
         "operations are component by component");
  }
  return {std::max(a.width, b.width), a.over_time || b.over_time};
}

FormulaType FormulaGrammar::disjunction() {
  std::size_t at = here();
  Type type = conjunction();
  while (take_word("or")) {
    require_truth(type, at);
    at = here();
    const Type right = conjunction();
    require_truth(right, at);
    type = {1, type.over_time || right.over_time, Kind::truth};
    emit(FormulaOp::either);
  }
  return type;
}

FormulaType FormulaGrammar::conjunction() {
  std::size_t at = here();
  Type type = negation();
  while (take_word("and")) {
    require_truth(type, at);
    at = here();
    const Type right = negation();
    require_truth(right, at);
    type = {1, type.over_time || right.over_time, Kind::truth};
    emit(FormulaOp::both);
  }
  return type;
}

FormulaType FormulaGrammar::negation() {
  if (!take_word("not")) return comparison();
  const std::size_t at = here();
  const Type type = nested([&] { return negation(); });
  require_truth(type, at);
  emit(FormulaOp::inverse);
  return type;
}

FormulaType FormulaGrammar::comparison() {
  const Type left = sum();
  if (std::string_view("<>=!").find(peek()) == std::string_view::npos) return left;
  const std::size_t at = at_;
  const FormulaOp op = take_comparison();
  const Type right = sum();
  require_comparable(left, right, op, at);
  emit(op);
  if (std::string_view("<>=").find(peek()) != std::string_view::npos) {
    fail(at_, "comparisons cannot be chained", "a comparison has two sides",
         "Write a < b and b < c");
  }
  return {1, left.over_time || right.over_time, Kind::truth};
}

FormulaOp FormulaGrammar::take_comparison() {
  const char c = text_[at_];
  const bool with_equal = at_ + 1 < text_.size() && text_[at_ + 1] == '=';
  if (c == '=' && !with_equal) {
    fail(at_, "'=' is not a comparison", "", "Write '==' for equality");
  }
  if (c == '!' && !with_equal) fail(at_, "'!' is not a comparison", "", comparisons);
  at_ += with_equal ? 2 : 1;
  if (c == '<') return with_equal ? FormulaOp::less_equal : FormulaOp::less;
  if (c == '>') return with_equal ? FormulaOp::greater_equal : FormulaOp::greater;
  return c == '=' ? FormulaOp::equal : FormulaOp::unequal;
}

void FormulaGrammar::require_comparable(const Type& a, const Type& b, FormulaOp op,
                                        std::size_t at) const {
  if (a.kind == Kind::truth || b.kind == Kind::truth) {
    fail(at, "a comparison cannot be compared", "both sides must be numbers or names",
         "Write a < b and b < c");
  }
  if (a.kind != b.kind) {
    fail(at, "a name and a number cannot be compared", "their types differ",
         "Names are compared with names: status != ok, for example");
  }
  const bool is_order = op != FormulaOp::equal && op != FormulaOp::unequal;
  if (a.kind == Kind::name && is_order) {
    fail(at, "names have no order", "they are equal or different", "Use == or !=");
  }
  if (a.kind == Kind::name && a.set != b.set) {
    fail(at, "names of different columns are compared", "they are never equal");
  }
}

FormulaType FormulaGrammar::sum() {
  const std::size_t start = here();
  Type type = product();
  for (char c = peek(); c == '+' || c == '-'; c = peek()) {
    require_number(type, start);
    const std::size_t at = at_++;
    const Type right = product();
    require_number(right, at);
    type = both(type, right, at);
    emit(c == '+' ? FormulaOp::add : FormulaOp::subtract);
  }
  return type;
}

FormulaType FormulaGrammar::product() {
  const std::size_t start = here();
  Type type = factor();
  for (char c = peek(); c == '*' || c == '/'; c = peek()) {
    require_number(type, start);
    const std::size_t at = at_++;
    const Type right = factor();
    require_number(right, at);
    type = both(type, right, at);
    emit(c == '*' ? FormulaOp::multiply : FormulaOp::divide);
  }
  return type;
}

FormulaType FormulaGrammar::factor() {
  if (take('-')) {
    const std::size_t at = at_ - 1;
    const Type type = nested([&] { return factor(); });
    require_number(type, at);
    emit(FormulaOp::negate);
    return type;
  }
  const Type type = primary();
  if (take('^')) {
    require_number(type, at_ - 1);
    emit(FormulaOp::power, 0.0, exponent());
  }
  return type;
}

Index FormulaGrammar::exponent() {
  const char c = peek();
  const bool is_one_digit =
      is_digit(c) && c != '0' &&
      (at_ + 1 >= text_.size() || (!is_digit(text_[at_ + 1]) && text_[at_ + 1] != '.'));
  if (!is_one_digit)
    fail(at_, "an exponent must be a whole number from 1 to 9", "", "Use sqrt(...)");
  ++at_;
  return static_cast<Index>(c - '0');
}

FormulaType FormulaGrammar::primary() {
  const char c = peek();
  if (take('(')) {
    const Type type = nested([&] { return expression(); });
    expect(')');
    return type;
  }
  if (is_digit(c) || c == '.') return number();
  if (is_letter(c)) return is_call() ? call() : name();
  if (c == '"') return name();
  if (c == '\0') fail(at_, fmt::format("the {} ends where a value is expected", noun_));
  if (c == '&' || c == '|' || c == '!') fail_here("a value is expected");
  fail(at_, fmt::format("'{}' is not expected here", c), "a value is expected",
       fmt::format("Use {}, a function or (...)", primaries()));
}

template <class Rule>
FormulaType FormulaGrammar::nested(Rule rule) {
  if (++depth_ > max_depth) {
    fail(at_, fmt::format("the {} is nested too deeply", noun_),
         fmt::format("at most {} levels", max_depth));
  }
  const Type type = rule();
  --depth_;
  return type;
}

FormulaType FormulaGrammar::number() {
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

/// Whether a name and '(' stand here.
bool FormulaGrammar::is_call() const {
  std::size_t at = at_;
  while (at < text_.size() && (is_letter(text_[at]) || is_digit(text_[at]))) ++at;
  while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
  return at < text_.size() && text_[at] == '(';
}

FormulaType FormulaGrammar::call() {
  const std::size_t at = at_;
  const std::string_view name = word();
  expect('(');
  std::vector<Type> arguments;
  std::size_t before = at;  // where the last argument stands
  do {
    const std::size_t start = here();
    if (!arguments.empty()) require_number(arguments.back(), before);
    arguments.push_back(nested([&] { return sum(); }));
    before = start;
  } while (take(','));
  expect(')');
  const Type last = arguments.back();
  const bool in_window = last.kind == Kind::window, is_at = last.kind == Kind::moment;
  if (in_window || is_at) {
    arguments.pop_back();
  } else {
    require_number(last, before);
  }
  const FormulaFunction& function = find_function(name, arguments.size(), at);
  require_fitting(function, last, before);
  emit(function.op, 0.0, in_window ? last.set + 1 : is_at ? last.set : 0);
  return result(function, arguments, at);
}

/// Checks the last argument of a call: only functions over time take a window, only `at` a moment.
void FormulaGrammar::require_fitting(const FormulaFunction& function, const Type& last,
                                     std::size_t at) const {
  if (function.op == FormulaOp::at && last.kind != Kind::moment) {
    fail(at, "at(...) needs the name of an event, or end",
         "its value is that of one instant of the flight",
         "Write at(position.z, end), or give an event a name");
  }
  if (last.kind == Kind::moment && function.op != FormulaOp::at) {
    fail(at, fmt::format("{}(...) does not take a moment", function.name), "only at(...) does",
         "Write at(position.z, end), for example");
  }
  if (last.kind == Kind::window && !is_over_time(function.op)) {
    fail(at, fmt::format("{}(...) does not take a window", function.name),
         "it does not reduce over time");
  }
}

const FormulaFunction& FormulaGrammar::find_function(std::string_view name, std::size_t arguments,
                                                     std::size_t at) const {
  std::vector<std::string> names, counts;
  for (const FormulaFunction& f : functions_) {
    if (f.name == name && f.arguments == arguments) return f;
    if (f.name == name) counts.push_back(std::to_string(f.arguments));
    if (names.empty() || names.back() != f.name) names.emplace_back(f.name);
  }
  if (!counts.empty() && arguments == 0) {
    fail(at, fmt::format("'{}' has a window but no signal", name),
         "it reduces a signal over the times of the window",
         fmt::format("Write {}(airspeed, ...), for example", name));
  }
  if (!counts.empty()) {
    fail(at, fmt::format("'{}' does not take {} arguments", name, arguments),
         fmt::format("it takes {}", join(counts, " or ")));
  }
  for (const FormerFunction& former : former_functions) {
    if (former.before != name || std::count(names.begin(), names.end(), former.now) == 0) continue;
    fail(at, fmt::format("there is no function '{}' any more", name), "",
         fmt::format("Use '{}'", former.now));
  }
  fail_unknown(at, fmt::format("there is no function '{}'", name), name, names);
}

FormulaType FormulaGrammar::result(const FormulaFunction& function,
                                   const std::vector<Type>& arguments, std::size_t at) const {
  const Type& a = arguments[0];
  if (function.op == FormulaOp::norm || function.op == FormulaOp::sum) return {1, a.over_time};
  const Type all = arguments.size() == 2 ? both(a, arguments[1], at) : a;
  if (!is_over_time(function.op)) return all;
  if (!a.over_time) {
    fail(at, fmt::format("the argument of {}(...) does not change with time", function.name),
         "it evaluates a signal over the whole flight");
  }
  if (compares_with_level(function.op) && arguments[1].over_time) {
    fail(at, fmt::format("the level of {}(...) changes with time", function.name),
         "a level is one number", "Use the difference: (a - b, 0)");
  }
  return {all.width, false};
}

}  // namespace montecopter
