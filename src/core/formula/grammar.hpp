#pragma once
/// The language of formulas, by recursive descent: what metrics by formula (formula.hpp) and
/// conditions on samples (condition.hpp) have in common. What names mean, which functions there
/// are, and whether comparisons may be made is up to the vocabulary that derives from it.
///
///   disjunction := conjunction { "or" conjunction }
///   conjunction := negation { "and" negation }
///   negation    := "not" negation | comparison
///   comparison  := sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
///   sum         := product { ("+" | "-") product }
///   product     := factor { ("*" | "/") factor }
///   factor      := "-" factor | primary [ "^" digit ]
///   primary     := number | "(" expression ")" | function "(" sum { "," sum } ")" | name
///
/// A metric's expression is a sum, that of a condition a disjunction. Where the vocabulary has
/// windows, the last argument of a function over time may be one.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formula/formula.hpp"

namespace montecopter {

/// Kind and size of a part of a formula.
struct FormulaType {
  enum class Kind {
    number,
    truth,   ///< of a comparison
    name,    ///< one of a closed set, for example a status
    window,  ///< of time: the last argument of a function over time
    moment,  ///< the last argument of `at`
  };
  Index width = 1;
  bool over_time = false;  ///< one value for each time; of a condition, for each sample
  Kind kind = Kind::number;
  Index set = 0;  ///< of a name: the column that has such names; of a window or a moment: which
};

struct FormulaFunction {
  std::string_view name;
  std::size_t arguments;
  FormulaOp op;
};

class FormulaGrammar {
 public:
  virtual ~FormulaGrammar() = default;

 protected:
  using Type = FormulaType;

  /// `noun` is what messages call the text: "formula", "condition".
  FormulaGrammar(std::string_view text, std::string_view noun,
                 std::span<const FormulaFunction> functions)
      : text_(text), noun_(noun), functions_(functions) {}

  /// The rule of the whole text and of texts in parentheses.
  virtual Type expression() = 0;
  /// A name, of which nothing is read yet, and emits what it means.
  virtual Type name() = 0;
  /// Description of primaries for people: "a number, t, a signal".
  virtual std::string primaries() const = 0;

  /// All of the text as an expression; throws FormulaError if it ends early or goes on.
  Type whole();
  Type disjunction();
  Type sum();

  [[noreturn]] static void fail(std::size_t at, std::string what, std::string why = {},
                                std::string suggestion = {});
  [[noreturn]] static void fail_unknown(std::size_t at, std::string what, std::string_view name,
                                        const std::vector<std::string>& names);
  char peek();
  bool take(char c);
  void expect(char c);
  /// Letters, digits and '_' from here on.
  std::string_view word();
  bool is_at_end() const { return at_ >= text_.size(); }
  void emit(FormulaOp op, double number = 0.0, Index index = 0) {
    formula_.steps.push_back({op, number, index});
  }

  std::string_view text_, noun_;
  std::size_t at_ = 0;
  Formula formula_;

 private:
  static constexpr int max_depth = 100;

  void skip_space();
  /// Position of the next character that is no blank.
  std::size_t here() {
    skip_space();
    return at_;
  }
  bool take_word(std::string_view keyword);
  [[noreturn]] void fail_here(std::string why);
  void require_number(const Type& type, std::size_t at) const;
  void require_truth(const Type& type, std::size_t at) const;
  Type both(const Type& a, const Type& b, std::size_t at) const;
  Type conjunction();
  Type negation();
  Type comparison();
  FormulaOp take_comparison();
  void require_comparable(const Type& a, const Type& b, FormulaOp op, std::size_t at) const;
  Type product();
  Type factor();
  Index exponent();
  Type primary();
  template <class Rule>
  Type nested(Rule rule);
  Type number();
  bool is_call() const;
  Type call();
  void require_fitting(const FormulaFunction& function, const Type& last, std::size_t at) const;
  const FormulaFunction& find_function(std::string_view name, std::size_t arguments,
                                       std::size_t at) const;
  Type result(const FormulaFunction& function, const std::vector<Type>& arguments,
              std::size_t at) const;

  std::span<const FormulaFunction> functions_;
  int depth_ = 0;
};

}  // namespace montecopter
