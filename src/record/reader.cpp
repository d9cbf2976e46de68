#include "record/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "core/base/text.hpp"
#include "record/describe.hpp"
#include "record/text_diff.hpp"

namespace montecopter::record {
namespace {

/// Whole numbers up to this one have an exact double.
constexpr std::int64_t exact_in_f64 = std::int64_t{1} << 53;

template <class Stored, class Value>
std::vector<Value> converted(std::span<const std::byte> bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + i * sizeof stored, sizeof stored);
    values[i] = static_cast<Value>(stored);
  }
  return values;
}

[[noreturn]] void refuse_conversion(const std::string& path, const Dataset& dataset) {
  throw Error(ExitCode::refused,
              Problem{path, fmt::format("cannot read '{}' as this type of number", dataset.name),
                      "its element type is different",
                      "The file comes from another version of the program"});
}

}  // namespace

ResultFile ResultFile::open(const std::string& path, bool writable) {
  ResultFile file;
  file.path_ = path;
  file.fd_ = open_regular(path, writable);
  if (!writable) note_input(file.fd_.get());
  file.schema_ = describe(file.fd_.get(), path);
  return file;
}

ResultFile ResultFile::of(Fd fd, std::string path, Schema schema) {
  ResultFile file;
  file.path_ = std::move(path);
  file.fd_ = std::move(fd);
  file.schema_ = std::move(schema);
  return file;
}

ResultFile ResultFile::answered(Fd fd, const std::string& path, const std::string& answer) {
  ResultFile file;
  file.path_ = path;
  file.schema_ = believe(answer, fd.get(), path);
  file.fd_ = std::move(fd);
  return file;
}

const Dataset* ResultFile::find(const std::string& name) const { return schema_.find(name); }

const Dataset& ResultFile::at(const std::string& name) const {
  const Dataset* dataset = find(name);
  if (dataset && dataset->scale != Scale::bare) return *dataset;
  std::vector<std::string> names;
  for (const Dataset& candidate : datasets()) names.push_back(candidate.name);
  const auto near = near_name(name, names);
  throw Error(ExitCode::refused, Problem{path_, fmt::format("no dataset '{}' in this file", name),
                                         "", near ? "Did you mean '" + *near + "'?" : ""});
}

std::vector<std::int64_t> ResultFile::trace_samples() const {
  return read_trace_samples(fd_.get(), path_, schema_);
}

std::uint8_t ResultFile::complete_byte() const {
  return std::to_integer<std::uint8_t>(
      read_all(schema_.at("provenance/volatile/complete")).front());
}

std::vector<std::int8_t> ResultFile::status() const {
  std::vector<std::int8_t> all;
  all.reserve(static_cast<std::size_t>(samples()));
  take_status([&](std::int64_t, std::span<const std::int8_t> codes) {
    all.insert(all.end(), codes.begin(), codes.end());
  });
  return all;
}

void ResultFile::take_status(const TakeStatus& take) const {
  const Dataset* dataset = find(status_column);
  if (dataset && (dataset->element != Element::i8 || dataset->shape.size() != 1)) {
    refuse_conversion(path_, *dataset);
  }
  constexpr std::int64_t piece = 1 << 20;
  const std::int64_t rows = dataset ? dataset->elements() : samples();
  for (std::int64_t first = 0; first < rows; first += piece) {
    const std::int64_t count = std::min(piece, rows - first);
    if (!dataset) {
      take(first, std::vector<std::int8_t>(static_cast<std::size_t>(count), 1));
    } else {
      take(first, converted<std::int8_t, std::int8_t>(read_elements(*dataset, first, count)));
    }
  }
}

std::string ResultFile::read_text(const std::string& name) const {
  const std::vector<std::byte> bytes = read_all(schema_.at(name));
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t zero = text.find('\0');
  if (zero == std::string::npos) return text;
  if (text.size() == 1) return {};  // datasets have at least one byte
  throw Error(ExitCode::refused,
              Problem{path_, fmt::format("'{}' is damaged", name),
                      fmt::format("its byte {} is zero, which is not allowed in a text", zero),
                      "Restore the file from a copy"});
}

std::string ResultFile::resolved_text() const { return read_text("provenance/resolved"); }
std::string ResultFile::scenario_text() const { return read_text("provenance/scenario"); }

std::vector<std::string> ResultFile::warnings() const { return read_lines("provenance/warnings"); }

std::string ResultFile::build() const { return volatile_text("build"); }

std::string ResultFile::started() const { return volatile_text("started"); }

std::string ResultFile::volatile_text(const std::string& item) const {
  const std::vector<std::string> lines = read_lines("provenance/volatile/" + item);
  return lines.empty() ? "" : lines.front();
}

/// Lines of a fixed-size text that no hash covers; none if the file has no such item.
std::vector<std::string> ResultFile::read_lines(const std::string& name) const {
  const Dataset* dataset = find(name);
  if (!dataset || dataset->scale == Scale::bare) return {};
  const std::vector<std::byte> bytes = read_all(*dataset);
  return lines_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string ResultFile::root_attribute(const std::string& name) const {
  for (const Attribute& attribute : schema_.attributes) {
    const auto* text = std::get_if<std::string>(&attribute.value);
    if (attribute.name == name && text) return *text;
  }
  return {};
}

std::string ResultFile::content_sha256() const {
  if (!complete()) return {};
  return hex(read_all(schema_.at("provenance/volatile/content_sha256")));
}

std::string ResultFile::computed_content_sha256() const {
  return hex(record::content_sha256(fd_.get(), path_, schema_));
}

UnverifiedSamples ResultFile::find_unverified(int threads) const {
  return record::find_unverified(fd_.get(), path_, schema_, threads);
}

RowRanges ResultFile::unverified_samples(int threads) const {
  const UnverifiedSamples found = find_unverified(threads);
  return united(found.missing, found.damaged);
}

RowRanges ResultFile::samples_to_fly(int threads) const {
  RowRanges left_out;
  take_status([&](std::int64_t first, std::span<const std::int8_t> codes) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] == 0) left_out.add(first + static_cast<std::int64_t>(i));
    }
  });
  return united(unverified_samples(threads), left_out);
}

std::vector<double> ResultFile::read_f64(const std::string& name) const {
  const Dataset& dataset = at(name);
  return read_f64(dataset, 0, dataset.elements());
}

std::vector<double> ResultFile::read_f64(const Dataset& dataset, std::int64_t first,
                                         std::int64_t count) const {
  const std::vector<std::byte> bytes = read_elements(dataset, first, count);
  switch (dataset.element) {
    case Element::f64:
      return converted<double, double>(bytes);
    case Element::f32:
      return converted<float, double>(bytes);
    case Element::i8:
      return converted<std::int8_t, double>(bytes);
    case Element::u8:
      return converted<std::uint8_t, double>(bytes);
    case Element::i64:
      break;
    case Element::u64:
      refuse_conversion(path_, dataset);
  }
  const auto whole = converted<std::int64_t, std::int64_t>(bytes);
  for (const std::int64_t value : whole) {
    if (value < -exact_in_f64 || value > exact_in_f64) refuse_conversion(path_, dataset);
  }
  return std::vector<double>(whole.begin(), whole.end());
}

std::vector<std::int64_t> ResultFile::read_i64(const std::string& name) const {
  const Dataset& dataset = at(name);
  const std::vector<std::byte> bytes = read_all(dataset);
  switch (dataset.element) {
    case Element::i64:
      return converted<std::int64_t, std::int64_t>(bytes);
    case Element::i8:
      return converted<std::int8_t, std::int64_t>(bytes);
    case Element::u8:
      return converted<std::uint8_t, std::int64_t>(bytes);
    default:
      refuse_conversion(path_, dataset);
  }
}

std::vector<std::uint64_t> ResultFile::read_u64(const std::string& name) const {
  const Dataset& dataset = at(name);
  if (dataset.element != Element::u64) refuse_conversion(path_, dataset);
  return converted<std::uint64_t, std::uint64_t>(read_all(dataset));
}

std::vector<std::byte> ResultFile::read_rows(const Dataset& dataset, std::int64_t first,
                                             std::int64_t count) const {
  const std::int64_t per_row = dataset.elements() / dataset.rows();
  return read_elements(dataset, first * per_row, count * per_row);
}

std::vector<std::byte> ResultFile::read_elements(const Dataset& dataset, std::int64_t first,
                                                 std::int64_t count) const {
  std::vector<std::byte> bytes;
  read_elements(dataset, first, count, bytes);
  return bytes;
}

void ResultFile::read_f64(const Dataset& dataset, std::int64_t first, std::int64_t count,
                          std::vector<double>& values) const {
  if (dataset.element != Element::f64) {
    values = read_f64(dataset, first, count);
    return;
  }
  const std::uint64_t place = place_of(dataset, first, count);
  values.resize(static_cast<std::size_t>(count));
  pread_all(fd_.get(), std::as_writable_bytes(std::span(values)), place, path_);
}

void ResultFile::read_elements(const Dataset& dataset, std::int64_t first, std::int64_t count,
                               std::vector<std::byte>& bytes) const {
  const std::uint64_t place = place_of(dataset, first, count);
  bytes.resize(dataset.bytes_of(count));
  pread_all(fd_.get(), bytes, place, path_);
}

std::uint64_t ResultFile::place_of(const Dataset& dataset, std::int64_t first,
                                   std::int64_t count) const {
  if (dataset.scale == Scale::bare) {
    throw Error(ExitCode::refused, Problem{path_, "cannot use this file",
                                           fmt::format("'{}' holds no values", dataset.name),
                                           "Restore it from a copy"});
  }
  const bool inside = first >= 0 && count >= 0 && first <= dataset.elements() &&
                      count <= dataset.elements() - first;
  if (!inside) {
    throw Error(ExitCode::internal, path_ + ": read outside of '" + dataset.name + "'.");
  }
  return dataset.offset + dataset.bytes_of(first);
}

std::vector<std::byte> ResultFile::read_all(const Dataset& dataset) const {
  return read_elements(dataset, 0, dataset.elements());
}

}  // namespace montecopter::record
