#pragma once
/// JSON that is built up and printed. Objects keep the order in which their members were set.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace montecopter {

class Json {
 public:
  /// null
  Json() = default;
  static Json object() { return Json(Kind::object, {}); }
  static Json array() { return Json(Kind::array, {}); }
  static Json text(std::string_view text);
  static Json boolean(bool value) { return Json(Kind::scalar, value ? "true" : "false"); }
  /// The shortest decimal that reads back as the same double; null if it is not finite.
  static Json number(double value);
  static Json number(std::integral auto value) { return raw(std::to_string(value)); }
  /// A list of texts.
  static Json texts(const std::vector<std::string>& texts);
  /// Text that is JSON already.
  static Json raw(std::string json) { return Json(Kind::scalar, std::move(json)); }

  /// Appends a member of an object.
  Json& set(std::string_view key, Json value);
  /// Appends an element of an array.
  Json& add(Json value);
  bool empty() const { return parts_.empty(); }

  /// Indented by two blanks; what fits into a line stands on one.
  std::string print() const;

 private:
  enum class Kind { scalar, object, array };
  Json(Kind kind, std::string scalar) : kind_(kind), scalar_(std::move(scalar)) {}
  std::string flat() const;
  void print(std::string& out, std::size_t indent, std::size_t used) const;

  Kind kind_ = Kind::scalar;
  std::string scalar_ = "null";
  std::vector<std::pair<std::string, Json>> parts_;
};

}  // namespace montecopter
