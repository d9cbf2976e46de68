#include "record/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <ctime>

#include "base/error.hpp"
#include "record/check.hpp"
#include "record/describe.hpp"
#include "record/fill.hpp"
#include "record/lay_out.hpp"
#include "record/lines.hpp"
#include "record/partial.hpp"
#include "record/reader.hpp"

namespace montecopter::record {
namespace {

const std::string volatile_group = "provenance/volatile/";

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  ::gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

[[noreturn]] void refuse(const std::string& path, const std::string& why,
                         const std::string& advice) {
  throw Error(ExitCode::refused,
              fmt::format("{}: error: cannot resume this file ({}). {}. The file "
                          "was not touched.",
                          path, why, advice));
}

void require_same_scenario(const ResultFile& file, const Layout& layout) {
  const std::string parted = first_differing_line(file.resolved_text(), layout.resolved_text);
  if (!parted.empty()) {
    refuse(file.path(), "it holds another scenario, file against command: " + parted,
           "Name another output file or remove this one");
  }
  const std::string unlike = difference(schema_of(layout), file.schema());
  if (!unlike.empty()) {
    refuse(file.path(), "same scenario, but laid out differently: " + unlike,
           "It comes from another version of the program: name another output file");
  }
}

}  // namespace

Writer Writer::create_or_resume(const std::string& path, const Layout& layout,
                                const Volatile& description, WriterOptions options) {
  // A file size limit shall be an error code that we report, not a signal that kills the run.
  std::signal(SIGXFSZ, SIG_IGN);
  Writer writer;
  writer.path_ = path;
  writer.volatile_ = description;
  writer.options_ = options;
  writer.begin_ = std::chrono::steady_clock::now();
  writer.warnings_ = stale_partials(path);
  const bool created = !exists(path) && create(writer, layout);
  if (!created) resume(writer, layout);
  writer.take_layout(layout);
  if (!created && !writer.was_complete_) writer.reset_end();
  return writer;
}

bool Writer::create(Writer& writer, const Layout& layout) {
  const Schema wanted = schema_of(layout);
  PartialFile partial(writer.path_);
  std::uint64_t bytes = 0;
  for (const Dataset& dataset : wanted.datasets) bytes += dataset.bytes();
  require_possible(partial.fd(), bytes, writer.path_);
  lay_out(partial.path(), wanted);
  // Reading it back gives the offsets, and proves that what was laid out can be opened.
  writer.schema_ = describe(partial.fd(), partial.path());
  const std::string unlike = difference(wanted, writer.schema_);
  if (!unlike.empty()) {
    throw Error(ExitCode::io, writer.path_ + ": error: the layout does not read back as written (" +
                                  unlike + "). Check the disk.");
  }
  const std::uint64_t size = file_size(partial.fd(), writer.path_);
  const std::string warning = reserve(partial.fd(), size, writer.path_);
  if (!warning.empty()) writer.warnings_.push_back(warning);
  fill_initially(partial.fd(), writer.path_, layout, writer.schema_);
  writer.fd_ = partial.take_fd();
  writer.write_started();
  writer.write_volatile();
  sync_all(writer.fd_.get(), writer.path_);
  // Locked before it is visible: nobody else can begin to fill it.
  lock_exclusively(writer.fd_.get(), writer.path_);
  if (!partial.publish()) return false;
  sync_directory_of(writer.path_);
  for (std::int64_t sample = 0; sample < layout.samples; ++sample) {
    writer.missing_.push_back(sample);
  }
  return true;
}

void Writer::resume(Writer& writer, const Layout& given) {
  ResultFile file = ResultFile::open(writer.path_, true);
  Layout layout = given;
  // Remarks and the order of keys may have changed since: the file keeps the text it began with.
  if (file.scenario_text().size() != given.scenario_text.size()) {
    layout.scenario_text = file.scenario_text();
  }
  require_same_scenario(file, layout);
  if (!lock_exclusively(file.fd(), writer.path_)) {
    throw Error(ExitCode::io, writer.path_ +
                                  ": error: another process is writing this file. Wait "
                                  "for it or name another output file.");
  }
  const std::vector<std::string> repaired =
      repair_fixed(file.fd(), writer.path_, layout, file.schema());
  if (!repaired.empty()) {
    sync_data(file.fd(), writer.path_);
    writer.warnings_.push_back(fmt::format(
        "{}: warning: '{}' did not hold what this scenario gives and was written again.",
        writer.path_, fmt::join(repaired, "', '")));
  }
  writer.missing_ = file.unverified_samples();
  const bool ended = file.complete() && writer.missing_.empty();
  writer.was_complete_ = ended && file.content_sha256() == file.computed_content_sha256();
  if (ended && !writer.was_complete_) {
    writer.warnings_.push_back(writer.path_ +
                               ": warning: the statistics do not give the stored content hash: "
                               "both are computed again.");
  }
  writer.schema_ = file.schema();
  writer.fd_ = file.take_fd();
}

void Writer::take_layout(const Layout& layout) {
  columns_ = layout.columns;
  trace_samples_ = layout.trace_samples;
  for (const Column& column : columns_) {
    stored_.push_back(layout.is_stored(column) ? &schema_.at(column.name) : nullptr);
  }
}

/// A file that is not as finish() leaves it is not complete, whatever it said before.
void Writer::reset_end() const {
  write_zeros(fd_.get(), path_, schema_.at(volatile_group + "complete"));
  // `complete` must leave the disk before anything that it vouches for changes.
  sync_data(fd_.get(), path_);
  write_zeros(fd_.get(), path_, schema_.at(volatile_group + "content_sha256"));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].rows == Rows::none) fill_column(fd_.get(), path_, columns_[i], *stored_[i]);
  }
}

void Writer::put(const Dataset& dataset, std::span<const std::byte> bytes, std::uint64_t at) const {
  pwrite_all(fd_.get(), bytes, dataset.offset + at, path_);
}

void Writer::write_started() const {
  write_text(fd_.get(), path_, schema_.at(volatile_group + "started"),
             options_.reproducible ? "" : utc_now());
}

void Writer::write_volatile() const {
  const auto text = [&](const char* name, const std::string& value) {
    write_text(fd_.get(), path_, schema_.at(volatile_group + name),
               options_.reproducible ? "" : value);
  };
  text("host", volatile_.host);
  text("build", volatile_.build);
  text("compiler", volatile_.compiler);
  text("lanes", volatile_.lanes);
  const std::int64_t threads = options_.reproducible ? 0 : volatile_.threads;
  put(schema_.at(volatile_group + "threads"), std::as_bytes(std::span(&threads, 1)));
}

void Writer::finish(const std::vector<std::vector<std::byte>>& statistics) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].rows != Rows::none) continue;
    if (next >= statistics.size() || statistics[next].size() != stored_[i]->bytes()) {
      throw Error(ExitCode::internal, "statistics '" + columns_[i].name + "' have another size.");
    }
    put(*stored_[i], statistics[next++]);
  }
  const Digest256 content = record::content_sha256(fd_.get(), path_, schema_);
  put(schema_.at(volatile_group + "content_sha256"), content);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin_;
  const double wall_s = options_.reproducible ? 0.0 : wall.count();
  put(schema_.at(volatile_group + "wall_s"), std::as_bytes(std::span(&wall_s, 1)));
  write_text(fd_.get(), path_, schema_.at(volatile_group + "finished"),
             options_.reproducible ? "" : utc_now());
  if (options_.reproducible) write_started();
  write_volatile();
  // `complete` must not reach the disk before what it vouches for.
  sync_data(fd_.get(), path_);
  const std::byte complete{1};
  put(schema_.at(volatile_group + "complete"), std::span(&complete, 1));
  sync_all(fd_.get(), path_);
}

bool Writer::volatile_matches() const {
  if (!options_.reproducible) return true;
  for (const Dataset& dataset : schema_.datasets) {
    const bool stays = dataset.name == volatile_group + "complete" ||
                       dataset.name == volatile_group + "content_sha256";
    if (!dataset.name.starts_with(volatile_group) || dataset.scale != Scale::none || stays) {
      continue;
    }
    std::vector<std::byte> bytes(dataset.bytes());
    pread_all(fd_.get(), bytes, dataset.offset, path_);
    if (std::any_of(bytes.begin(), bytes.end(), [](std::byte b) { return b != std::byte{0}; })) {
      return false;
    }
  }
  return true;
}

std::string Writer::content_sha256() const {
  std::byte complete{};
  const Dataset& flag = schema_.at(volatile_group + "complete");
  pread_all(fd_.get(), std::span(&complete, 1), flag.offset, path_);
  if (complete == std::byte{0}) return {};
  Digest256 content;
  pread_all(fd_.get(), content, schema_.at(volatile_group + "content_sha256").offset, path_);
  return hex(content);
}

}  // namespace montecopter::record
