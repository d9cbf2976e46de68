#include "scenario/text/writer.hpp"

#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/fields/paths.hpp"

namespace montecopter {
namespace {

using FieldKind = TypeSchema::Kind;

/// Removes const: elements and held values are only read, but the schema gives mutable access.
const void* element(const TypeSchema& type, const void* value, std::size_t i) {
  return type.element(const_cast<void*>(value), i);
}

/// Members that stand on a line `key = value`; the others become tables.
bool is_inline(const TypeSchema& type) {
  switch (type.kind) {
    case FieldKind::optional:
    case FieldKind::list:
      return is_inline(*type.part);
    case FieldKind::table:
    case FieldKind::variant:
    case FieldKind::map:
      return false;
    case FieldKind::number:
    case FieldKind::integer:
    case FieldKind::boolean:
    case FieldKind::text:
    case FieldKind::rate:
    case FieldKind::numbers:
      return true;
  }
  return false;
}

std::string rate_text(const Rate& rate) {
  if (rate.is_continuous()) return toml_quote(continuous_word);
  if (rate.denominator == 1) return fmt::format("{}", rate.numerator);
  return fmt::format("\"{}/{}\"", rate.numerator, rate.denominator);
}

std::string numbers_text(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ", ") + format_double(number);
  return "[" + text + "]";
}

/// Text of a value that stands on a line. Rows of numbers take a line each.
std::string value_text(const TypeSchema& type, const void* value) {
  switch (type.kind) {
    case FieldKind::number:
      return format_double(*static_cast<const double*>(value));
    case FieldKind::integer:
      return fmt::format("{}", *static_cast<const std::int64_t*>(value));
    case FieldKind::boolean:
      return *static_cast<const bool*>(value) ? "true" : "false";
    case FieldKind::text:
      return toml_quote(*static_cast<const std::string*>(value));
    case FieldKind::rate:
      return rate_text(*static_cast<const Rate*>(value));
    case FieldKind::numbers:
      return numbers_text({static_cast<const double*>(value), type.components.names.size()});
    case FieldKind::list: {
      const bool are_rows = type.part->kind == FieldKind::list;
      std::string text;
      for (std::size_t i = 0; i < type.size(value); ++i) {
        const std::string one = value_text(*type.part, element(type, value, i));
        text += are_rows ? "  " + one + ",\n" : (text.empty() ? "" : ", ") + one;
      }
      return (are_rows ? "[\n" : "[") + text + "]";
    }
    case FieldKind::optional:
    case FieldKind::table:
    case FieldKind::variant:
    case FieldKind::map:
      break;
  }
  return {};
}

}  // namespace

bool Writer::says_nothing(const TypeSchema& table, const void* owner, std::string_view path,
                          std::string_view key) const {
  const bool by_itself = table.says_nothing != nullptr && table.says_nothing(owner, key);
  return by_itself || says_nothing_(path, key);
}

void Writer::fields(const TypeSchema& table, const void* owner, const std::string& path) {
  for (const FieldSchema& f : table.fields) {
    const void* member = f.of(owner);
    if (is_inline(*f.type)) {
      if (!says_nothing(table, owner, path, f.key)) line(f.key, *f.type, member);
    } else if (f.type->kind == FieldKind::list && f.type->size(member) == 0) {
      if (!says_nothing(table, owner, path, f.key)) text_ += fmt::format("{} = []\n", f.key);
    }
  }
  for (const FieldSchema& f : table.fields) {
    if (is_inline(*f.type) || says_nothing(table, owner, path, f.key)) continue;
    tables(*f.type, f.of(owner), append_path(path, f.key));
  }
}

void Writer::line(std::string_view key, const TypeSchema& type, const void* value) {
  if (type.kind != FieldKind::optional) {
    text_ += fmt::format("{} = {}\n", key, value_text(type, value));
  } else if (type.size(value) > 0) {
    line(key, *type.part, element(type, value, 0));
  }
}

/// Writes each entry of a map as a table of its own; the map itself needs no header.
void Writer::tables(const TypeSchema& type, const void* value, const std::string& path) {
  if (type.kind == FieldKind::optional) {
    if (type.size(value) > 0) tables(*type.part, element(type, value, 0), path);
  } else if (type.kind == FieldKind::map && is_inline(*type.part)) {
    if (type.size(value) > 0) text_ += fmt::format("\n[{}]\n", path);
    type.each_entry(const_cast<void*>(value), [&](const std::string& name, const void* entry) {
      line(append_path("", name), *type.part, entry);
    });
  } else if (type.kind == FieldKind::map) {
    type.each_entry(const_cast<void*>(value), [&](const std::string& name, const void* entry) {
      tables(*type.part, entry, append_path(path, name));
    });
  } else if (type.kind == FieldKind::list) {
    for (std::size_t i = 0; i < type.size(value); ++i) {
      text_ += fmt::format("\n[[{}]]\n", path);
      body(*type.part, element(type, value, i), path);
    }
  } else {
    text_ += fmt::format("\n[{}]\n", path);
    body(type, value, path);
  }
}

void Writer::body(const TypeSchema& type, const void* value, const std::string& path) {
  if (type.kind != FieldKind::variant) return fields(type, value, path);
  const TypeSchema& held = type.type_held(value);
  text_ += fmt::format("{} = \"{}\"\n", type.type_key, held.type_name);
  fields(held, type.held(const_cast<void*>(value)), path);
}

}  // namespace montecopter
