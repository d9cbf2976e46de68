#include "results/golden/golden.hpp"

#include <sys/mman.h>

#include <cerrno>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "record/packing.hpp"
#include "record/posix.hpp"

namespace montecopter::golden {
namespace {

using record::Dataset;
using record::Scale;

/// Dataset that readers of results need and goldens do not store.
Dataset complete_byte() {
  return {.name = "provenance/volatile/complete",
          .element = Element::u8,
          .shape = {},
          .dims = {},
          .attributes = {}};
}

}  // namespace

const std::vector<std::byte>& Golden::bytes_of(const std::string& name) const {
  for (std::size_t i = 0; i < schema.datasets.size(); ++i) {
    if (schema.datasets[i].name == name) return data[i];
  }
  throw Error(ExitCode::internal, "no dataset '" + name + "' in the golden.");
}

std::string Golden::resolved_text() const {
  const std::vector<std::byte>& bytes = bytes_of("provenance/resolved");
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string identity(const Golden& golden) {
  Sha256 sha256;
  const std::string schema = record::pack(golden.schema);
  sha256.add(std::as_bytes(std::span(schema)));
  for (const auto& bytes : golden.data) sha256.add(bytes);
  return hex(sha256.digest());
}

record::ResultFile as_result(const Golden& golden, const std::string& path) {
  record::Fd fd(memfd_create("golden", MFD_CLOEXEC));
  if (!fd) record::throw_errno(path, "be held in memory", errno);
  record::Schema schema = golden.schema;
  std::uint64_t offset = 0;
  const auto store = [&](Dataset& dataset, std::span<const std::byte> bytes) {
    dataset.offset = offset;
    record::pwrite_all(fd.get(), bytes, offset, path);
    offset += bytes.size();
  };
  for (std::size_t i = 0; i < schema.datasets.size(); ++i) {
    if (schema.datasets[i].scale != Scale::bare) store(schema.datasets[i], golden.data[i]);
  }
  constexpr std::byte complete{1};
  store(schema.datasets.emplace_back(complete_byte()), std::span(&complete, 1));
  return record::ResultFile::of(std::move(fd), path, std::move(schema));
}

}  // namespace montecopter::golden
