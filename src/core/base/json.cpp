#include "core/base/json.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/text.hpp"

namespace montecopter {

Json Json::text(std::string_view text) { return Json(Kind::scalar, json_quote(text)); }

Json Json::number(double value) {
  return Json(Kind::scalar, std::isfinite(value) ? fmt::format("{}", value) : "null");
}

Json Json::texts(const std::vector<std::string>& texts) {
  Json list = array();
  for (const std::string& entry : texts) list.add(text(entry));
  return list;
}

Json& Json::set(std::string_view key, Json value) {
  parts_.emplace_back(key, std::move(value));
  return *this;
}

Json& Json::add(Json value) {
  parts_.emplace_back("", std::move(value));
  return *this;
}

std::string Json::flat() const {
  if (kind_ == Kind::scalar) return scalar_;
  std::string inside;
  for (const auto& [key, value] : parts_) {
    if (!inside.empty()) inside += ", ";
    if (kind_ == Kind::object) inside += json_quote(key) + ": ";
    inside += value.flat();
  }
  return kind_ == Kind::object ? "{" + inside + "}" : "[" + inside + "]";
}

void Json::print(std::string& out, std::size_t indent, std::size_t used) const {
  constexpr std::size_t width = 100;
  const std::string line = flat();
  if (parts_.empty() || used + line.size() <= width) {
    out += line;
    return;
  }
  out += kind_ == Kind::object ? "{" : "[";
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    out += (i > 0 ? ",\n" : "\n") + std::string(indent + 2, ' ');
    const std::string key = kind_ == Kind::object ? json_quote(parts_[i].first) + ": " : "";
    out += key;
    parts_[i].second.print(out, indent + 2, indent + 2 + key.size());
  }
  out += "\n" + std::string(indent, ' ') + (kind_ == Kind::object ? "}" : "]");
}

std::string Json::print() const {
  std::string out;
  print(out, 0, 0);
  return out + "\n";
}

}  // namespace montecopter
