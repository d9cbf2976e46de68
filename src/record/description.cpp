#include "record/description.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "record/posix.hpp"

namespace montecopter::record {
namespace {

constexpr const char* hash_name = "provenance/description_sha256";

/// Attributes covered by the hash. Attributes that another program adds are not covered.
constexpr std::array<const char*, 6> described_attributes = {"Conventions",    "title",   "source",
                                                             "number_sources", "stopped", "shard"};

constexpr std::uint64_t piece_bytes = 1u << 20;

/// Adds a name and a length before each part, to keep parts apart.
void add_head(Sha256& hash, std::string_view name, std::uint64_t bytes) {
  hash.add(std::as_bytes(std::span(name)));
  hash.add(std::as_bytes(std::span(&bytes, 1)));
}

void add_attribute(Sha256& hash, const Schema& schema, const char* name) {
  for (const Attribute& attribute : schema.attributes) {
    const auto* text = std::get_if<std::string>(&attribute.value);
    if (attribute.name != name || !text) continue;
    add_head(hash, name, text->size());
    hash.add(std::as_bytes(std::span(*text)));
  }
}

void add_dataset(Sha256& hash, int fd, const std::string& path, const Dataset& dataset) {
  add_head(hash, dataset.name, dataset.bytes());
  std::vector<std::byte> piece;
  for (std::uint64_t at = 0; at < dataset.bytes(); at += piece.size()) {
    piece.resize(std::min(piece_bytes, dataset.bytes() - at));
    pread_all(fd, piece, dataset.offset + at, path);
    hash.add(piece);
  }
}

}  // namespace

Digest256 description_sha256(int fd, const std::string& path, const Schema& schema) {
  Sha256 hash;
  for (const char* name : described_attributes) add_attribute(hash, schema, name);
  add_dataset(hash, fd, path, schema.at("provenance/scenario"));
  for (const Dataset& dataset : schema.datasets) {
    const bool is_described =
        dataset.is_root() && dataset.scale == Scale::coordinate && dataset.name != "sample";
    if (is_described) add_dataset(hash, fd, path, dataset);
  }
  return hash.digest();
}

Digest256 stored_description_sha256(int fd, const std::string& path, const Schema& schema) {
  const Dataset* dataset = schema.find(hash_name);
  Digest256 stored = {};  // no hash: another program changed or damaged the dataset
  if (dataset && dataset->bytes() == stored.size() && dataset->scale != Scale::bare) {
    pread_all(fd, stored, dataset->offset, path);
  }
  return stored;
}

void write_description_sha256(int fd, const std::string& path, const Schema& schema) {
  pwrite_all(fd, description_sha256(fd, path, schema), schema.at(hash_name).offset, path);
}

}  // namespace montecopter::record
