#include "results/golden/format.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/base/input_file.hpp"
#include "core/base/packed_bytes.hpp"
#include "record/packing.hpp"

namespace montecopter::golden {
namespace {

using record::Dataset;
using record::Scale;

constexpr std::size_t head_bytes = 24, check_bytes = 16;
/// The largest file that could hold a body of most_body_bytes.
constexpr std::size_t most_file_bytes = most_body_bytes + (1 << 20);

/// Bytes of equal weight of all numbers side by side: numbers with common bytes compress better.
std::string shuffled(std::span<const std::byte> bytes, std::size_t size) {
  std::string out(bytes.size(), '\0');
  const std::size_t count = bytes.size() / size;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      out[k * count + i] = static_cast<char>(bytes[i * size + k]);
    }
  }
  return out;
}

std::vector<std::byte> in_order(std::string_view bytes, std::size_t size) {
  std::vector<std::byte> out(bytes.size());
  const std::size_t count = bytes.size() / size;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      out[i * size + k] = static_cast<std::byte>(bytes[k * count + i]);
    }
  }
  return out;
}

std::string body_of(const Golden& golden) {
  BytePacker body;
  body.number(golden.history.size());
  for (const Acceptance& acceptance : golden.history) {
    for (const std::string* text : {&acceptance.date, &acceptance.reason, &acceptance.build,
                                    &acceptance.before, &acceptance.after}) {
      body.text(*text);
    }
  }
  body.text(record::pack(golden.schema));
  for (std::size_t i = 0; i < golden.data.size(); ++i) {
    body.raw(shuffled(golden.data[i], size_of(golden.schema.datasets[i].element)));
  }
  return body.out;
}

std::string compressed(const std::string& body) {
  uLongf size = compressBound(body.size());
  std::string out(size, '\0');
  const int code =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(body.data()), body.size(), Z_BEST_COMPRESSION);
  if (code != Z_OK) throw Error(ExitCode::internal, "zlib failed to compress a golden.");
  out.resize(size);
  return out;
}

std::string expanded(std::string_view bytes, std::uint64_t size) {
  if (size > most_body_bytes) throw std::out_of_range("its body is too large");
  std::string body(static_cast<std::size_t>(size), '\0');
  uLongf there = body.size();
  const int code = uncompress(reinterpret_cast<Bytef*>(body.data()), &there,
                              reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  if (code != Z_OK || there != size) throw std::out_of_range("its body does not decompress");
  return body;
}

Hash128 check_of(std::string_view bytes) {
  Xxh3 hash;
  hash.add(std::as_bytes(std::span(bytes)));
  return hash.digest128();
}

/// Checks everything that readers of results rely on, because the bytes may come from anywhere.
void require_consistent(const record::Schema& schema) {
  const auto require = [](bool good, const std::string& what) {
    if (!good) throw std::out_of_range(what);
  };
  for (const Dataset& dataset : schema.datasets) {
    require(dataset.dims.size() == dataset.shape.size(),
            "'" + dataset.name + "' has no names of dimensions");
    std::int64_t elements = 1;
    for (std::size_t axis = 0; axis < dataset.shape.size(); ++axis) {
      const std::int64_t extent = dataset.shape[axis];
      const bool overflow = extent < 1 || __builtin_mul_overflow(elements, extent, &elements);
      require(!overflow && elements <= static_cast<std::int64_t>(most_body_bytes),
              "'" + dataset.name + "' has an impossible shape");
      const Dataset* scale = schema.find(dataset.dims[axis]);
      require(scale && scale->scale != Scale::none && scale->shape.size() == 1 &&
                  scale->shape[0] == extent,
              "'" + dataset.name + "' does not match its dimensions");
    }
  }
  const auto has = [&](const char* name, Element element) {
    const Dataset* dataset = schema.find(name);
    require(dataset && dataset->element == element && dataset->shape.size() == 1 &&
                dataset->scale != Scale::bare,
            fmt::format("'{}' is missing or has another kind", name));
  };
  has("sample", Element::i64);
  has(status_column, Element::i8);
  has(chosen_sample_name, Element::i64);
  has("provenance/resolved", Element::u8);
  const Dataset* traced = schema.find("trace_sample");
  require(!traced || (traced->element == Element::i64 && traced->scale == Scale::coordinate),
          "'trace_sample' has another kind");
}

/// Requires few chosen samples, in ascending order, that exist.
void require_chosen(const Golden& golden) {
  const std::vector<std::byte>& bytes = golden.bytes_of(chosen_sample_name);
  std::vector<std::int64_t> chosen(bytes.size() / sizeof(std::int64_t));
  std::memcpy(chosen.data(), bytes.data(), bytes.size());
  std::int64_t last = -1;
  for (const std::int64_t sample : chosen) {
    const bool good = sample > last && sample < golden.schema.at("sample").rows();
    if (!good || chosen.size() > most_chosen) {
      throw std::out_of_range("'chosen_sample' names samples that do not exist");
    }
    last = sample;
  }
}

Golden golden_of(std::string_view body) {
  ByteUnpacker pieces(body);
  Golden golden;
  for (std::uint64_t left = pieces.number(); left > 0; --left) {
    Acceptance& acceptance = golden.history.emplace_back();
    for (std::string* text : {&acceptance.date, &acceptance.reason, &acceptance.build,
                              &acceptance.before, &acceptance.after}) {
      *text = pieces.text();
    }
  }
  golden.schema = record::unpack(std::string(pieces.text()));
  require_consistent(golden.schema);
  for (const Dataset& dataset : golden.schema.datasets) {
    const std::uint64_t size = dataset.scale == Scale::bare ? 0 : dataset.bytes();
    golden.data.push_back(in_order(pieces.take(size), size_of(dataset.element)));
  }
  if (!pieces.empty()) throw std::out_of_range("there are bytes after its end");
  require_chosen(golden);
  return golden;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why, const char* advice) {
  throw Error(ExitCode::refused,
              fmt::format("{}: error: cannot use this golden ({}). {}", path, why, advice));
}

constexpr const char* restore = "Restore it from version control.";

}  // namespace

std::string encode(const Golden& golden) {
  const std::string body = body_of(golden);
  BytePacker file;
  file.raw(magic);
  file.number(format_version);
  file.number(body.size());
  file.raw(compressed(body));
  const Hash128 check = check_of(file.out);
  file.number(check.low);
  file.number(check.high);
  return file.out;
}

Golden decode(std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(magic)) {
    refuse(path, "it does not begin like a golden", "Name a file that `montecopter bless` wrote.");
  }
  if (bytes.size() < head_bytes + check_bytes) refuse(path, "it is truncated", restore);
  ByteUnpacker pieces(bytes.substr(magic.size()));
  const std::uint64_t version = pieces.number();
  if (version != format_version) {
    refuse(path,
           fmt::format("it has format version {}; this program reads version {}", version,
                       format_version),
           "Use the version of the program that wrote it.");
  }
  const std::size_t end = bytes.size() - check_bytes;
  ByteUnpacker check(bytes.substr(end));
  const Hash128 stored{.low = check.number(), .high = check.number()};
  if (stored != check_of(bytes.substr(0, end))) {
    refuse(path, "its bytes do not match its checksum: it is damaged or truncated", restore);
  }
  try {
    const std::uint64_t size = pieces.number();
    return golden_of(expanded(bytes.substr(head_bytes, end - head_bytes), size));
  } catch (const std::out_of_range& error) {
    refuse(path, error.what(), restore);
  } catch (const Error&) {  // from unpack()
    refuse(path, "its metadata are damaged", restore);
  }
}

bool is_golden(const std::string& path) {
  std::string why;
  const auto bytes = read_input_file(path, magic.size(), why);
  return bytes && *bytes == magic;
}

Golden read_golden(const std::string& path) {
  std::string why;
  const auto bytes = read_input_file(path, most_file_bytes, why);
  if (!bytes) {
    throw Error(ExitCode::io, Problem{path, "cannot read this golden", why});
  }
  return decode(*bytes, path);
}

}  // namespace montecopter::golden
