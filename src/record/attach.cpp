/// Writer::attach: several processes fill one file, each at the offsets of its samples. One process
/// lays it out, holds its lock and finishes it. The others know the layout from their own plan and
/// receive the offsets from that process.

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <map>

#include "core/base/error.hpp"
#include "record/partial.hpp"
#include "record/writer.hpp"

namespace montecopter::record {
namespace {

/// Takes the offsets. All written data lie within the file, so that no write makes it longer.
void take_offsets(Schema& schema, const FilePlace& place, std::uint64_t size) {
  const std::map<std::string, std::uint64_t> offsets(place.offsets.begin(), place.offsets.end());
  for (Dataset& dataset : schema.datasets) {
    const bool is_written = dataset.is_root() && dataset.scale == Scale::none;
    if (!is_written) continue;
    const auto found = offsets.find(dataset.name);
    if (found != offsets.end() && dataset.bytes() <= size &&
        found->second <= size - dataset.bytes()) {
      dataset.offset = found->second;
      continue;
    }
    throw Error(ExitCode::io,
                Problem{place.path, "this is not the file that the first process laid out",
                        fmt::format("'{}' is not in it", dataset.name)});
  }
}

}  // namespace

FilePlace Writer::place() const {
  FilePlace place;
  place.path = real_path(beside_ ? beside_->path() : path_);
  struct stat status = {};
  if (::fstat(fd_.get(), &status) != 0) throw_errno(path_, "read its status", errno);
  place.device = status.st_dev;
  place.inode = status.st_ino;
  for (const Dataset& dataset : schema_.datasets) {
    place.offsets.emplace_back(dataset.name, dataset.offset);
  }
  return place;
}

void Writer::sync() const { sync_data(fd_.get(), path_); }

Writer Writer::attach(const FilePlace& place, const Layout& layout) {
  std::signal(SIGXFSZ, SIG_IGN);  // as in create_or_resume()
  Writer writer;
  writer.path_ = place.path;
  writer.fd_ = open_regular(place.path, true);
  writer.schema_ = schema_of(layout);
  take_offsets(writer.schema_, place, file_size(writer.fd_.get(), place.path));
  writer.take_layout(layout);
  return writer;
}

}  // namespace montecopter::record
