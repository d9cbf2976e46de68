#include "record/schema.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace montecopter::record {
namespace {

std::int64_t byte_count(const std::string& text) {
  return std::max<std::int64_t>(1, std::ssize(text));
}

/// Adds a text attribute. Empty texts are left out: HDF5 has no fixed-length text of length 0.
void add_text(std::vector<Attribute>& attributes, const std::string& name,
              const std::string& value) {
  if (!value.empty()) attributes.push_back({name, value});
}

Dataset bare_scale(const std::string& name, std::int64_t size) {
  return {.name = name,
          .element = Element::f32,
          .shape = {size},
          .dims = {name},
          .attributes = {},
          .scale = Scale::bare};
}

Dataset scale_of(const Dimension& dimension) {
  Dataset scale = bare_scale(dimension.name, dimension.size);
  if (!dimension.coordinates.empty()) {
    scale.scale = Scale::coordinate;
    scale.element = dimension.element;
  }
  add_text(scale.attributes, "units", dimension.unit);
  add_text(scale.attributes, "long_name", dimension.long_name);
  return scale;
}

Dataset index_scale(const std::string& name, std::int64_t size, const std::string& long_name) {
  return {.name = name,
          .element = Element::i64,
          .shape = {size},
          .dims = {name},
          .attributes = {{"long_name", long_name}},
          .scale = Scale::coordinate};
}

Dataset dataset_of(const Layout& layout, const Column& column) {
  Dataset dataset{.name = column.name,
                  .element = column.element,
                  .shape = {},
                  .dims = column.dims,
                  .attributes = {}};
  if (column.rows == Rows::sample) dataset.dims.insert(dataset.dims.begin(), "sample");
  if (column.rows == Rows::trace_sample) dataset.dims.insert(dataset.dims.begin(), "trace_sample");
  for (const std::string& dim : dataset.dims) dataset.shape.push_back(layout.dimension_size(dim));
  add_text(dataset.attributes, "units", column.unit);
  add_text(dataset.attributes, "frame", column.frame);
  add_text(dataset.attributes, "long_name", column.long_name);
  if (!column.flag_values.empty()) {
    dataset.attributes.push_back({"flag_values", column.flag_values});
  }
  if (!column.flag_masks.empty()) dataset.attributes.push_back({"flag_masks", column.flag_masks});
  for (const auto& [name, value] : column.attributes) add_text(dataset.attributes, name, value);
  for (const auto& [name, numbers] : column.number_attributes) {
    dataset.attributes.push_back({name, numbers});
  }
  return dataset;
}

Dataset check_column(const Layout& layout) {
  return {.name = "check",
          .element = Element::u64,
          .shape = {layout.samples, 2},
          .dims = {"sample", "check_word"},
          .attributes = {{"long_name", "XXH3-128 of the sample's stored bytes; 0 0 = not flown"}}};
}

bool is_used(const Layout& layout, const std::string& dimension) {
  for (const Column& column : layout.columns) {
    const bool named = std::count(column.dims.begin(), column.dims.end(), dimension) > 0;
    if (named && layout.is_stored(column)) return true;
  }
  return false;
}

void add_scales(Schema& schema, const Layout& layout) {
  schema.datasets.push_back(index_scale("sample", layout.samples, "index of the sample"));
  if (!layout.trace_samples.empty()) {
    const auto traces = std::ssize(layout.trace_samples);
    schema.datasets.push_back(index_scale("trace_sample", traces, "sample of each stored trace"));
  }
  for (const Dimension& dimension : layout.dimensions) {
    if (is_used(layout, dimension.name)) schema.datasets.push_back(scale_of(dimension));
  }
  schema.datasets.push_back(bare_scale("check_word", 2));
}

/// Adds a byte array in /provenance with its own scale, in the same group: h5netcdf and netCDF need
/// every named dimension in scope.
void add_bytes(Schema& schema, const std::string& path, const std::string& dim,
               const std::string& long_name) {
  schema.datasets.push_back({.name = path,
                             .element = Element::u8,
                             .shape = {schema.at(dim).shape.front()},
                             .dims = {dim},
                             .attributes = {{"long_name", long_name}}});
}

void add_scalar(Schema& schema, const std::string& path, Element element, const std::string& unit,
                const std::string& long_name) {
  Dataset dataset{.name = path, .element = element, .shape = {}, .dims = {}, .attributes = {}};
  add_text(dataset.attributes, "units", unit);
  add_text(dataset.attributes, "long_name", long_name);
  schema.datasets.push_back(dataset);
}

void add_provenance(Schema& schema, const Layout& layout) {
  const std::string group = "provenance/";
  schema.datasets.push_back(bare_scale(group + "scenario_byte", byte_count(layout.scenario_text)));
  schema.datasets.push_back(bare_scale(group + "resolved_byte", byte_count(layout.resolved_text)));
  add_bytes(schema, group + "scenario", group + "scenario_byte", "scenario as given (UTF-8)");
  add_bytes(schema, group + "resolved", group + "resolved_byte", "complete scenario (UTF-8)");
  schema.datasets.push_back(bare_scale(group + "warnings_byte", warnings_bytes));
  add_bytes(schema, group + "warnings", group + "warnings_byte",
            "warnings about the scenario and its flights (UTF-8), a line for each");
  schema.datasets.push_back(bare_scale(group + "annotations_byte", annotations_bytes));
  add_bytes(schema, group + "annotations", group + "annotations_byte",
            "additions to the record (TOML, UTF-8), each with its date and hash");
  schema.datasets.push_back(bare_scale(group + "description_byte", 32));
  add_bytes(schema, group + "description_sha256", group + "description_byte",
            "SHA-256 of scenario text, sources, coordinates");
}

void add_volatile(Schema& schema) {
  const std::string group = "provenance/volatile/";
  const std::string text = group + "text_byte";
  const std::string sha256 = group + "sha256_byte";
  schema.datasets.push_back(bare_scale(text, volatile_text_bytes));
  schema.datasets.push_back(bare_scale(sha256, 32));
  add_scalar(schema, group + "complete", Element::u8, "", "1 when the file is finished");
  add_bytes(schema, group + "content_sha256", sha256,
            "SHA-256 of resolved scenario, checks and statistics");
  add_bytes(schema, group + "host", text, "machine that finished the file");
  add_bytes(schema, group + "started", text, "when the file was laid out (UTC)");
  add_bytes(schema, group + "finished", text, "when the file was finished (UTC)");
  add_bytes(schema, group + "build", text, "build of the program");
  add_bytes(schema, group + "compiler", text, "compiler of the program");
  add_bytes(schema, group + "lanes", text, "instruction set of the lanes");
  add_bytes(schema, group + "verify_stamp", text,
            "when the build passed montecopter verify on the host (UTC), and how many checks");
  add_scalar(schema, group + "threads", Element::i64, "1", "worker threads");
  add_scalar(schema, group + "wall_s", Element::f64, "s", "time of the session that finished");
}

std::string describe_shape(const Dataset& dataset) {
  return fmt::format("({})", fmt::join(dataset.shape, ", "));
}

std::string attribute_difference(const std::string& where, const std::vector<Attribute>& wanted,
                                 const std::vector<Attribute>& stored) {
  for (const Attribute& attribute : wanted) {
    if (std::find(stored.begin(), stored.end(), attribute) == stored.end()) {
      return "attribute '" + attribute.name + "' of " + where;
    }
  }
  return {};
}

std::string dataset_difference(const Dataset& wanted, const Dataset* stored) {
  const std::string name = "'" + wanted.name + "'";
  if (!stored) return "no dataset " + name;
  if (stored->element != wanted.element) return "element type of " + name;
  if (stored->shape != wanted.shape) {
    return fmt::format("{} has shape {}, not {}", name, describe_shape(*stored),
                       describe_shape(wanted));
  }
  if (stored->dims != wanted.dims) return "dimensions of " + name;
  if (stored->scale != wanted.scale) return "kind of dimension " + name;
  return attribute_difference(name, wanted.attributes, stored->attributes);
}

/// Compares the order, because `check` and the content hash run over root datasets in file order.
std::string order_difference(const Schema& wanted, const Schema& stored) {
  const auto is_root = [](const Dataset& dataset) { return dataset.is_root(); };
  auto there = stored.datasets.begin();
  for (const Dataset& dataset : wanted.datasets) {
    if (!dataset.is_root()) continue;
    there = std::find_if(there, stored.datasets.end(), is_root);
    if (there->name != dataset.name) {
      return fmt::format("'{}' takes the place of '{}'", there->name, dataset.name);
    }
    ++there;
  }
  return {};
}

}  // namespace

std::int64_t Dataset::elements() const {
  std::int64_t product = 1;
  for (const std::int64_t extent : shape) product *= extent;
  return product;
}

std::string Dataset::text(std::string_view attribute) const {
  for (const Attribute& candidate : attributes) {
    const auto* value = std::get_if<std::string>(&candidate.value);
    if (candidate.name == attribute && value) return *value;
  }
  return {};
}

const Dataset* Schema::find(std::string_view name) const {
  for (const Dataset& dataset : datasets) {
    if (dataset.name == name) return &dataset;
  }
  return nullptr;
}

const Dataset& Schema::at(std::string_view name) const {
  const Dataset* dataset = find(name);
  if (!dataset) {
    throw Error(ExitCode::internal, "no dataset '" + std::string(name) + "' in the result file.");
  }
  return *dataset;
}

Schema schema_of(const Layout& layout) {
  layout.validate();
  Schema schema;
  schema.attributes = {{"Conventions", std::string("CF-1.10")},
                       {"format", std::string(format_name)},
                       {"format_version", format_version}};
  for (const auto& [name, value] : layout.root_attributes) {
    add_text(schema.attributes, name, value);
  }
  add_scales(schema, layout);
  for (const Column& column : layout.columns) {
    if (layout.is_stored(column)) schema.datasets.push_back(dataset_of(layout, column));
  }
  schema.datasets.push_back(check_column(layout));
  add_provenance(schema, layout);
  add_volatile(schema);
  return schema;
}

std::string difference(const Schema& wanted, const Schema& stored) {
  std::string text = attribute_difference("the file", wanted.attributes, stored.attributes);
  for (const Dataset& dataset : wanted.datasets) {
    if (!text.empty()) return text;
    text = dataset_difference(dataset, stored.find(dataset.name));
  }
  if (!text.empty()) return text;
  if (stored.datasets.size() != wanted.datasets.size()) return "additional datasets";
  return order_difference(wanted, stored);
}

}  // namespace montecopter::record
