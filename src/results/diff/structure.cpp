#include "results/diff/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <variant>

#include "plan/invalid_reason.hpp"

namespace montecopter::diff {
namespace {

using record::Dataset;
using record::ResultFile;
using record::Scale;

/// Attributes that define the meaning of stored numbers.
constexpr std::array meanings = {"units",      "frame",      "flag_meanings", "flag_values",
                                 "flag_masks", "grid_shape", "grid_axis"};

/// An attribute of any kind as text; "" if there is none.
std::string text_of(const Dataset& dataset, std::string_view name) {
  const auto is_it = [&](const record::Attribute& attribute) { return attribute.name == name; };
  const auto& all = dataset.attributes;
  const auto found = std::find_if(all.begin(), all.end(), is_it);
  if (found == all.end()) return {};
  if (const auto* text = std::get_if<std::string>(&found->value)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&found->value)) {
    return fmt::format("{}", *number);
  }
  if (const auto* codes = std::get_if<std::vector<std::int8_t>>(&found->value)) {
    return fmt::format("{}", fmt::join(*codes, " "));
  }
  return fmt::format("{}", fmt::join(std::get<std::vector<std::int64_t>>(found->value), " "));
}

std::string element_text(Element element) {
  switch (element) {
    case Element::f64:
      return "float64";
    case Element::f32:
      return "float32";
    case Element::i64:
      return "int64";
    case Element::u64:
      return "uint64";
    case Element::i8:
      return "int8";
    case Element::u8:
      return "uint8";
  }
  return "?";
}

std::string unlike_datasets(const Dataset& a, const Dataset& b) {
  if (a.element != b.element) {
    return fmt::format("element type {} against {}", element_text(a.element),
                       element_text(b.element));
  }
  if (a.shape != b.shape) {
    return fmt::format("shape ({}) against ({})", fmt::join(a.shape, ", "),
                       fmt::join(b.shape, ", "));
  }
  if (a.dims != b.dims) {
    return fmt::format("dimensions ({}) against ({})", fmt::join(a.dims, ", "),
                       fmt::join(b.dims, ", "));
  }
  if ((a.scale == Scale::bare) != (b.scale == Scale::bare)) return "coordinates against none";
  for (const char* attribute : meanings) {
    const std::string in_a = text_of(a, attribute), in_b = text_of(b, attribute);
    if (in_a != in_b) return fmt::format("{} '{}' against '{}'", attribute, in_a, in_b);
  }
  return {};
}

/// Why the names of elements of their dimensions differ; "" if they do not.
std::string unlike_names(const ResultFile& file_a, const ResultFile& file_b, const Dataset& a) {
  for (const std::string& dim : a.dims) {
    const Dataset* in_a = file_a.find(dim);
    const Dataset* in_b = file_b.find(dim);
    if (!in_a || !in_b) continue;
    const std::string names_a = in_a->text("long_name"), names_b = in_b->text("long_name");
    if (names_a != names_b) {
      return fmt::format("names of '{}': '{}' against '{}'", dim, names_a, names_b);
    }
  }
  return {};
}

/// Whether the dataset is a column of reasons not to fly, and all samples fly. The other file, of
/// an earlier version or a golden, may lack it.
bool says_nothing(const ResultFile& file, const Dataset& dataset, const ResultFile& other) {
  if (dataset.name != invalid_reason_column || other.find(dataset.name) != nullptr) return false;
  constexpr std::int64_t piece = 1 << 20;
  for (std::int64_t first = 0; first < dataset.rows(); first += piece) {
    const auto rows = file.read_rows(dataset, first, std::min(piece, dataset.rows() - first));
    const bool any = std::any_of(rows.begin(), rows.end(), [](auto b) { return b != std::byte{}; });
    if (any) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> signal_names(const ResultFile& a, const ResultFile& b) {
  std::vector<std::string> names;
  for (const ResultFile* file : {&a, &b}) {
    for (const Dataset& dataset : file->datasets()) {
      const bool known = std::find(names.begin(), names.end(), dataset.name) != names.end();
      if (says_nothing(*file, dataset, file == &a ? b : a)) continue;
      if (dataset.is_root() && dataset.scale != Scale::bare && !known)
        names.push_back(dataset.name);
    }
  }
  return names;
}

std::string unlikeness(const ResultFile& file_a, const Dataset& a, const ResultFile& file_b,
                       const Dataset& b) {
  const std::string unlike = unlike_datasets(a, b);
  return unlike.empty() ? unlike_names(file_a, file_b, a) : unlike;
}

}  // namespace montecopter::diff
