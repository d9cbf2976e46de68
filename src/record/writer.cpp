/// How a result file is begun, resumed, cut and finished. These steps share one file because each
/// starts from the state that another one leaves. Blocks are written in write_block.cpp.

#include "record/writer.hpp"
#include "core/base/counted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "core/base/error.hpp"
#include "plan/shard.hpp"
#include "record/annotations.hpp"
#include "record/carry_over.hpp"
#include "record/check.hpp"
#include "record/description.hpp"
#include "record/fill.hpp"
#include "record/intact.hpp"
#include "record/lay_out.hpp"
#include "record/partial.hpp"
#include "record/reader.hpp"
#include "record/text_diff.hpp"

namespace montecopter::record {
namespace {

const std::string volatile_group = "provenance/volatile/";

[[noreturn]] void refuse_file(const std::string& path, const std::string& why,
                              const std::string& advice) {
  throw Error(ExitCode::refused, Problem{path, "cannot resume this file", why,
                                         fmt::format("{}. The file was not touched", advice)});
}

/// Whether the content hash shows damage. The scenario's text is part of it, so that damage can be
/// distinguished from another text.
bool is_damaged(const ResultFile& file) {
  try {
    return file.complete() && file.computed_content_sha256() != file.content_sha256();
  } catch (const Error& error) {
    if (error.code() == ExitCode::io) throw;
    return true;  // a file marked as finished lacks a check
  }
}

/// The shard of a layout, "1 of 4"; empty for all samples.
std::string shard_text(const Layout& layout) {
  for (const auto& [name, value] : layout.root_attributes) {
    if (name == shard_attribute) return value;
  }
  return {};
}

void require_same_shard(const ResultFile& file, const Layout& layout) {
  const std::string there = file.root_attribute(shard_attribute), here = shard_text(layout);
  if (there == here) return;
  const auto named = [](const std::string& shard) {
    return shard.empty() ? std::string("all samples") : "shard " + shard;
  };
  const auto of_it = shard_of(there);
  refuse_file(
      file.path(), fmt::format("it holds {}, and this run flies {}", named(there), named(here)),
      of_it
          ? fmt::format("Use --shard {} to resume it, or name another output file", of_it->option())
          : "Name another output file");
}

/// Takes an attribute, or its absence, from a file.
void keep_attribute(Layout& layout, const std::string& name, const ResultFile& file) {
  const std::string there = file.root_attribute(name);
  auto& all = layout.root_attributes;
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == name; });
  if (there.empty()) {
    if (at != all.end()) all.erase(at);
  } else if (at != all.end()) {
    at->second = there;  // in its place: equal results have equal bytes
  } else {
    all.emplace_back(name, there);
  }
}

/// Whether the texts of a file equal those of the command: then only their hash is damaged.
bool describes(const Layout& given, const ResultFile& file) {
  std::string sources;
  for (const auto& [name, value] : given.root_attributes) {
    if (name == sources_attribute) sources = value;
  }
  return file.scenario_text() == given.scenario_text && file.root_attribute("stopped").empty() &&
         file.root_attribute(sources_attribute) == sources;
}

void require_same_scenario(const ResultFile& file, const Layout& layout) {
  const std::string parted = first_differing_line(file.resolved_text(), layout.resolved_text);
  if (!parted.empty()) {
    if (is_damaged(file)) {
      refuse_file(file.path(), "it is damaged: its data do not match its content hash",
                  "Restore it from a copy, or name another output file");
    }
    refuse_file(file.path(), "it holds a different scenario, file against command: " + parted,
                "Name another output file or remove this one");
  }
  require_same_shard(file, layout);
  const std::string unlike = difference(schema_of(layout), file.schema());
  if (!unlike.empty()) {
    refuse_file(file.path(), "same scenario, but the layout differs: " + unlike,
                "It comes from another version of the program, or another program changed it: name "
                "another output file");
  }
}

}  // namespace

Writer Writer::create_or_resume(const std::string& path, const Layout& layout,
                                const Volatile& description, const WriterOptions& options) {
  // Makes a file size limit an error code that we report, not a signal that kills the run.
  std::signal(SIGXFSZ, SIG_IGN);
  Writer writer;
  writer.path_ = path;
  writer.volatile_ = description;
  writer.options_ = options;
  writer.begin_ = std::chrono::steady_clock::now();
  const std::int64_t fewer = options.fresh ? 0 : writer.fewer_samples_there(layout);
  const bool beside = (options.fresh || fewer > 0) && exists(path);
  if (!beside) writer.warnings_ = clear_partials(path);
  if (beside) begin_beside(writer, layout);
  const bool created = beside || (!exists(path) && create(writer, layout));
  if (!created) resume(writer, layout);
  writer.take_layout(layout);
  if (!created && !writer.was_complete_) writer.reset_end();
  if (fewer > 0) {
    writer.take_over(ResultFile::open(path),
                     {fewer, options.samples_per_point, {}, shard_of(shard_text(layout))}, layout);
    if (options.refly) {
      const std::string ours = description.build.substr(0, volatile_text_bytes);
      require_same_flights(writer.as_written(), layout, writer.missing_, options.refly, ours);
    }
  }
  return writer;
}

std::int64_t Writer::fewer_samples_there(const Layout& layout) const {
  if (!options_.fewer_samples || !exists(path_)) return 0;
  const ResultFile file = ResultFile::open(path_);
  // Samples of another shard are useless; resuming such a file is refused.
  if (file.root_attribute(shard_attribute) != shard_text(layout)) return 0;
  return options_.fewer_samples(file);
}

/// Takes over the samples that both files have. They need not be flown.
void Writer::take_over(const ResultFile& there, const OtherLength& length, const Layout& layout) {
  missing_ = without(missing_, carry_over(there, length, layout, *this));
  carry_annotations(there, as_written());
}

void Writer::cut(const Layout& layout, const std::vector<std::int64_t>& wanted) {
  const ResultFile all = as_written();
  const auto points = std::ssize(wanted);
  if (is_beside()) {
    fd_.close();
    beside_.reset();
  } else {
    replaced_ = std::move(fd_);
  }
  was_complete_ = false;  // whatever the state of the file that this is cut from
  stored_.clear();
  later_sync_.reset();
  tally_ = std::make_unique<Tally>();
  beside_ = std::make_shared<PartialFile>(real_path(path_));
  begin_in(*beside_, layout);
  take_layout(layout);
  take_over(all, {all.samples() / points, layout.samples / points, wanted}, layout);
}

bool Writer::create(Writer& writer, const Layout& layout) {
  PartialFile partial(writer.path_);
  writer.begin_in(partial, layout);
  if (!partial.publish()) {
    writer.missing_ = {};
    return false;
  }
  writer.later_sync_ =
      std::make_unique<LaterSync>(duplicate(writer.fd_.get(), writer.path_), writer.path_);
  return true;
}

/// Begins a new file beside the existing one, which stays unchanged and locked until the new one is
/// finished.
void Writer::begin_beside(Writer& writer, const Layout& layout) {
  ResultFile there = ResultFile::open(writer.path_, true);
  writer.lock(there.fd());
  writer.replaced_ = there.take_fd();
  // A symbolic link stays a link.
  const std::string path = real_path(writer.path_);
  writer.warnings_ = clear_partials(path);
  writer.beside_ = std::make_shared<PartialFile>(path);
  writer.begin_in(*writer.beside_, layout);
}

void Writer::lock(int fd) const {
  if (lock_exclusively(fd, path_)) return;
  throw Error(ExitCode::io, Problem{path_, "another process is writing this file", "",
                                    "Wait for it or name another output file"});
}

/// Begins a file without flown samples.
void Writer::begin_in(PartialFile& partial, const Layout& layout) {
  try {
    lay_out_in(partial, layout);
  } catch (const Error& error) {
    const std::string text = error.what();
    const bool said = text.find(nothing_left) != std::string::npos;
    throw Error(error.code(), said ? text : fmt::format("{} {}.", text, nothing_left));
  }
  missing_ = RowRanges::first(layout.samples);
}

/// Lays out everything that does not depend on flights. The file is locked and has no final name
/// yet.
void Writer::lay_out_in(PartialFile& partial, const Layout& layout) {
  LaidOut laid_out = lay_out(schema_of(layout));
  schema_ = std::move(laid_out.schema);
  if (!options_.sparse) {
    const std::string warning = reserve(partial.fd(), laid_out.image.size(), path_);
    if (!warning.empty()) warnings_.push_back(warning);
  }
  laid_out.image.write_to(partial.fd(), path_);
  fill_initially(partial.fd(), path_, layout, schema_, options_.sparse);
  fd_ = partial.take_fd();
  write_started();
  write_volatile();
  // Locks the file before it is visible: nobody else can begin to fill it.
  lock_exclusively(fd_.get(), path_);
}

void Writer::resume(Writer& writer, const Layout& given) {
  ResultFile file = ResultFile::open(writer.path_, true);
  Layout layout = given;
  const bool was_described = is_described(file);
  // Comments and the order of keys may have changed since. The file keeps its original text.
  const std::uint64_t given_bytes = std::max<std::uint64_t>(1, given.scenario_text.size());
  const bool other_size = file.schema().at("provenance/scenario").bytes() != given_bytes;
  if (was_described || other_size) layout.scenario_text = file.scenario_text();
  keep_attribute(layout, sources_attribute, file);
  require_same_scenario(file, layout);
  writer.lock(file.fd());
  const std::vector<std::string> repaired =
      repair_fixed(file.fd(), writer.path_, layout, file.schema());
  if (!repaired.empty()) {
    sync_data(file.fd(), writer.path_);
    writer.warnings_.push_back(
        fmt::format("{}: warning: '{}' did not match this scenario and was written again.",
                    writer.path_, fmt::join(repaired, "', '")));
  }
  if (!is_described(file) && describes(given, file)) {
    write_description_sha256(file.fd(), writer.path_, file.schema());
    writer.warnings_.push_back(
        writer.path_ + ": warning: its description hash was damaged and was written again.");
  }
  if (!is_described(file)) {
    refuse_file(writer.path_,
                "its scenario text or the sources of its numbers have changed since it was laid "
                "out",
                "Restore it from a copy, or fly all samples again with --fresh");
  }
  if (const std::string damage = read_annotations(file).damage; !damage.empty()) {
    refuse_file(writer.path_, damage,
                "Restore it from a copy, or fly all samples again with --fresh");
  }
  writer.missing_ = file.samples_to_fly(static_cast<int>(writer.volatile_.threads));
  writer.compare_builds(file, layout);
  writer.was_complete_ = file.complete() && writer.missing_.empty() &&
                         file.content_sha256() == file.computed_content_sha256();
  writer.warn_of_the_end(file);
  writer.schema_ = file.schema();
  writer.fd_ = file.take_fd();
  writer.tally_stored();
}

/// Compares builds: a file may hold flights of an older program.
void Writer::compare_builds(const ResultFile& file, const Layout& layout) {
  const std::string ours = volatile_.build.substr(0, volatile_text_bytes);
  if (options_.refly) require_same_flights(file, layout, missing_, options_.refly, ours);
  const std::string there = file.build();
  if (there != ours) other_build_ = there;
}

/// Warns about results of finish() that are recomputed because they are wrong.
void Writer::warn_of_the_end(const ResultFile& file) {
  if (file.complete_byte() > 1) {
    warnings_.push_back(
        fmt::format("{}: warning: 'complete' is {} instead of 0 or 1: the statistics are "
                    "computed again.",
                    path_, file.complete_byte()));
  } else if (file.complete() && missing_.empty() && !was_complete_) {
    warnings_.push_back(path_ +
                        ": warning: the statistics do not match the stored content hash: "
                        "both are computed again.");
  }
}

/// Counts the samples that need not be flown as written.
void Writer::tally_stored() {
  auto next = missing_.begin();
  take_checks(fd_.get(), path_, schema_, [&](std::int64_t sample, std::span<const Hash128> checks) {
    for (const Hash128& check : checks) {
      const bool missing = next != missing_.end() && *next == sample++;
      if (missing) ++next;
      if (!missing) tally_->add(check);
    }
  });
}

void Writer::take_layout(const Layout& layout) {
  columns_ = layout.columns;
  trace_samples_ = layout.trace_samples;
  for (const Column& column : columns_) {
    stored_.push_back(layout.is_stored(column) ? &schema_.at(column.name) : nullptr);
  }
}

/// Resets the end of the file: a file that finish() has not completed is marked as incomplete.
void Writer::reset_end() const {
  write_zeros(fd_.get(), path_, schema_.at(volatile_group + "complete"));
  // `complete` must be cleared on disk before any data that it covers change.
  sync_data(fd_.get(), path_);
  write_zeros(fd_.get(), path_, schema_.at(volatile_group + "content_sha256"));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].rows == Rows::none) fill_column(fd_.get(), path_, columns_[i], *stored_[i]);
  }
}

void Writer::put(const Dataset& dataset, std::span<const std::byte> bytes, std::uint64_t at) const {
  try {
    pwrite_all(fd_.get(), bytes, dataset.offset + at, path_);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{} {}.", error.what(), how_to_resume()));
  }
}

std::string Writer::how_to_resume() const {
  if (is_beside()) return path_ + " is unchanged, and nothing of this run is kept";
  const std::int64_t finished = tally_->samples();
  if (finished == 0) return "No sample was finished: run the same command again";
  return fmt::format("{} of {} {} finished and kept: run the same command to resume", finished,
                     counted(schema_.at("sample").rows(), "sample"), verb(finished, "is", "are"));
}

bool Writer::has_all() const { return tally_->samples() == schema_.at("sample").rows(); }

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
  text("verify_stamp", volatile_.verify_stamp);
  const std::int64_t threads = options_.reproducible ? 0 : volatile_.threads;
  put(schema_.at(volatile_group + "threads"), std::as_bytes(std::span(&threads, 1)));
}

/// Requires the samples that were written. Another program, such as a copy over the file, may have
/// changed them.
void Writer::require_as_written() const {
  Tally stored;
  take_checks(fd_.get(), path_, schema_, [&](std::int64_t, std::span<const Hash128> checks) {
    for (const Hash128& check : checks) stored.add(check);
  });
  const bool all_written = tally_->samples() == stored.samples();
  if (!all_written || tally_->sum() == stored.sum()) return;
  throw Error(ExitCode::io,
              Problem{path_, "another program wrote into this file during the run", "",
                      "Run the same command again: it flies the damaged samples"});
}

void Writer::require_in_place() const {
  if (leads_to(path_, fd_.get())) return;
  const std::string now = exists(path_) ? "another file took this name" : "the file disappeared";
  const std::string ours =
      link_count(fd_.get(), path_) > 0
          ? "the flown samples are in the original file, which was moved"
          : "the flown samples are lost because their file was removed or replaced";
  const std::string then = exists(path_) ? "Move that file away and run the same command again"
                                         : "Run the same command again";
  throw Error(ExitCode::io,
              Problem{path_, fmt::format("{} during the run: {}", now, ours), "", then});
}

ResultFile Writer::as_written() const {
  return ResultFile::of(duplicate(fd_.get(), path_), path_, schema_);
}

void Writer::keep_warnings(const std::vector<std::string>& lines) const {
  const Dataset& dataset = schema_.at("provenance/warnings");
  std::string text = fitting_text(lines, dataset.bytes());
  text.resize(dataset.bytes(), '\0');
  std::vector<std::byte> stored(dataset.bytes());
  pread_all(fd_.get(), stored, dataset.offset, path_);
  const auto wanted = std::as_bytes(std::span(text));
  // Leaves a finished file with the same warnings untouched.
  if (!std::equal(stored.begin(), stored.end(), wanted.begin())) put(dataset, wanted);
}

void Writer::finish(const std::vector<std::vector<std::byte>>& statistics) {
  require_as_written();
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
  const bool has_name = !later_sync_ || later_sync_->settle();
  // `complete` must not reach the disk before the data that it covers.
  sync_data(fd_.get(), path_);
  const std::byte complete{1};
  put(schema_.at(volatile_group + "complete"), std::span(&complete, 1));
  sync_all(fd_.get(), path_);
  if (!has_name) sync_directory_of(path_);
  later_sync_.reset();
  if (is_beside()) replace();
}

/// Replaces the file atomically: a reader sees either the old file or the new one.
void Writer::replace() {
  if (!leads_to(path_, replaced_.get())) {
    throw Error(ExitCode::io, Problem{path_,
                                      "the file was moved, removed or replaced during the run: "
                                      "nothing of this run is kept",
                                      "", "Run the same command again"});
  }
  beside_->replace();
  beside_.reset();
  replaced_.close();
  sync_directory_of(real_path(path_));
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

std::string Writer::content_sha256() const { return as_written().content_sha256(); }

}  // namespace montecopter::record
