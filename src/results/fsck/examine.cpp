#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/version.hpp"
#include "plan/plan.hpp"
#include "plan/shard.hpp"
#include "record/annotations.hpp"
#include "record/description.hpp"
#include "record/fill.hpp"
#include "record/intact.hpp"
#include "record/writer.hpp"
#include "results/fsck/fsck.hpp"
#include "results/fsck/metadata.hpp"
#include "results/summarise/summary.hpp"
#include "scenario/load.hpp"

namespace montecopter::fsck {
namespace {

using record::Dataset;
using record::ResultFile;
using record::Scale;

const std::string volatile_group = "provenance/volatile/";

class Examiner {
 public:
  Examiner(const ResultFile& file, int threads, const Watch& watch)
      : file_(file), threads_(threads), watch_(watch) {
    out_.file = file.path();
    out_.finished = file.complete();
    out_.shard = file.root_attribute(shard_attribute);
    out_.samples = file.samples();
    out_.bytes = record::file_size(file.fd(), file.path());
  }

  Examination examine() {
    if (!record::lock_shared(file_.fd(), file_.path())) {
      out_.notes.push_back("another process is writing the file; its state may have changed since");
    }
    plan_scenario();
    if (layout_) examine_layout();
    examine_samples();
    if (watch_.is_stopped()) return out_;
    if (is_laid_out_) {
      examine_fixed();
      examine_numbers();
    }
    examine_status();
    if (out_.finished && are_samples_sound_) examine_end();
    examine_texts();
    return out_;
  }

 private:
  void find(const std::string& part, const std::string& what, Cure cure, RowRanges samples = {}) {
    out_.findings.push_back({part, what, cure, std::move(samples)});
  }

  /// Plans the scenario in the file, if this version of the program can load it.
  void plan_scenario() {
    if (file_.is_flight_log()) {
      out_.notes.push_back(
          "the file is the log of a real flight, so that it was not compared with a scenario");
      return;
    }
    std::string resolved;
    try {
      resolved = file_.resolved_text();
      const LoadedScenario loaded = load_scenario_text(resolved, "its scenario", "");
      if (loaded.resolved != resolved) {
        out_.notes.push_back(
            "this version of the program writes the scenario differently, so that the file was not "
            "compared with its scenario");
        return;
      }
      plan_.emplace(make_plan(loaded));
    } catch (const Error& error) {
      if (error.code() == ExitCode::io) throw;
      std::string why = error.what();
      std::replace(why.begin(), why.end(), '\n', ' ');
      // A scenario that this version wrote loads; another version may have written it.
      find("provenance", fmt::format("its scenario cannot be loaded ({})", why), Cure::none);
      return;
    }
    shard_ = shard_of(out_.shard);
    if (!out_.shard.empty() && (!shard_ || shard_->rows(plan_->layout.samples) < 1)) {
      find("metadata",
           fmt::format("the file claims to be shard '{}', which does not exist", out_.shard),
           Cure::none);
      return;
    }
    // The sources of numbers are not part of the scenario that the file holds.
    keep_attribute(plan_->layout, record::sources_attribute);
    const auto number_of = [this](std::int64_t row) { return plan_->number_of(row); };
    layout_ = shard_ ? ShardLayout(plan_->layout, *shard_, number_of).layout() : plan_->layout;
    layout_->scenario_text.resize(file_.schema().at("provenance/scenario").bytes(), ' ');
  }

  void examine_layout() {
    const std::string unlike = record::difference(record::schema_of(*layout_), file_.schema());
    is_laid_out_ = unlike.empty();
    const std::string ours = std::string("montecopter ") + version;
    if (!is_laid_out_ && file_.root_attribute("source") != ours) {
      out_.notes.push_back(fmt::format("{} created the file, and this is {}: {}",
                                       file_.root_attribute("source"), ours, unlike));
      return;
    }
    if (!is_laid_out_) {
      find("metadata", fmt::format("the layout does not match the scenario: {}", unlike),
           Cure::none);
      return;
    }
    const MetadataDifference different = compare_metadata(file_, with_further_attributes());
    if (different.other_size || different.bytes > 0) {
      out_.notes.push_back(fmt::format(
          "the metadata differ from the bytes that this HDF5 writes ({}): another version of HDF5 "
          "created the file, another program added to it, or unused bytes are damaged",
          different.other_size
              ? std::string("the file size differs")
              : fmt::format("{} {} differ, the first at {}", different.bytes,
                            different.bytes == 1 ? "byte" : "bytes", different.first)));
    }
  }

  /// The layout of the plan with the attributes that a run adds.
  Layout with_further_attributes() const {
    Layout layout = *layout_;
    keep_attribute(layout, "stopped");
    return layout;
  }

  void keep_attribute(Layout& layout, const char* name) const {
    const std::string value = file_.root_attribute(name);
    if (!value.empty()) layout.root_attributes.emplace_back(name, value);
  }

  void examine_samples() {
    watch_.expect(record::bytes_to_examine(file_));
    record::UnverifiedSamples found;
    if (is_laid_out_) {
      // Uses the traced samples of the scenario; the file's own list is examined later.
      found = record::examine(file_, layout_->trace_samples, threads_, watch_);
    } else {
      try {
        found = record::examine(file_, threads_, watch_);
      } catch (const Error& error) {
        if (error.code() == ExitCode::io) throw;
        find("coordinates", "'trace_sample' is not ascending or exceeds the samples", Cure::run);
        are_samples_sound_ = false;
        return;
      }
    }
    out_.missing = found.missing.count();
    are_samples_sound_ = found.damaged.empty() && found.missing.empty();
    if (!found.damaged.empty()) {
      find("samples",
           fmt::format("the data do not match the stored check of {}", ranges_text(found.damaged)),
           Cure::run, found.damaged);
    }
    if (out_.finished && !found.missing.empty()) {
      find("samples",
           fmt::format("the file claims to be finished, but there is no check of {}",
                       ranges_text(found.missing)),
           Cure::run, found.missing);
    }
    unverified_ = united(found.missing, found.damaged);
  }

  /// Examines indices, coordinates and values of a sweep.
  void examine_fixed() {
    for (const std::string& name :
         record::unlike_fixed(file_.fd(), file_.path(), *layout_, file_.schema())) {
      if (name == "provenance/scenario") continue;  // the text as given has no second source
      find("coordinates", fmt::format("'{}' does not match the scenario", name), Cure::run);
    }
  }

  /// Examines whether verified samples have the numbers of their rows.
  void examine_numbers() {
    const auto row_of = [&](std::int64_t row) { return shard_ ? shard_->row_of(row) : row; };
    examine_column(campaign_sample,
                   [&](std::int64_t row) { return plan_->number_of(row_of(row)); });
    examine_column(sweep_point_column,
                   [&](std::int64_t row) { return plan_->point_of(row_of(row)); });
    examine_column("sample_in_point", [&](std::int64_t row) {
      return plan_->number_of(row_of(row)) % plan_->samples_per_point;
    });
  }

  void examine_column(const std::string& name, const NumberOf& wanted) {
    const Dataset* dataset = file_.find(name);
    if (!dataset) return;
    RowRanges wrong;
    each_verified(*dataset, [&](std::int64_t row, std::int64_t number) {
      if (number != wanted(row)) wrong.add(row);
    });
    if (wrong.empty()) return;
    find("samples",
         fmt::format("'{}' is wrong for {}, although the checks match: another program made them",
                     name, ranges_text(wrong)),
         Cure::none, wrong);
  }

  void examine_status() {
    const Dataset* status = file_.find(status_column);
    if (!status || status->element != Element::i8) return;
    RowRanges unknown;
    each_verified(*status, [&](std::int64_t row, std::int64_t code) {
      if (code < 0 || code >= std::ssize(status_names)) unknown.add(row);
    });
    if (unknown.empty()) return;
    are_samples_sound_ = false;
    find("samples", fmt::format("unknown status of {}", ranges_text(unknown)), Cure::none, unknown);
  }

  template <class Take>
  void each_verified(const Dataset& dataset, const Take& take) const {
    constexpr std::int64_t piece = 1 << 20;
    auto skipped = unverified_.begin();
    const auto none = unverified_.end();
    for (std::int64_t first = 0; first < dataset.elements(); first += piece) {
      const std::int64_t count = std::min(piece, dataset.elements() - first);
      const auto numbers = record::whole_numbers(file_, dataset, first, count);
      for (std::int64_t i = 0; i < count; ++i) {
        const bool skip = skipped != none && *skipped == first + i;
        if (skip) ++skipped;
        if (!skip) take(first + i, numbers[static_cast<std::size_t>(i)]);
      }
    }
  }

  /// Examines the parts that are written when all samples are finished.
  void examine_end() {
    const bool explained = examine_statistics() || !out_.findings.empty();
    const std::string computed = file_.computed_content_sha256();
    if (computed == file_.content_sha256()) {
      out_.content_sha256 = computed;
    } else if (!explained) {
      find("content hash",
           "the hash does not match the scenario, checks, statistics and sweep values. The hash or "
           "the scenario is damaged, because the other parts are intact",
           Cure::perhaps);
    }
  }

  /// Examines the statistics; true if there is a finding.
  bool examine_statistics() {
    const Summary summary = summarise(file_, read_samples(file_), threads_);
    const auto computed = statistics_bytes(summary);
    bool found = false;
    for (std::size_t m = 0; m < computed.size(); ++m) {
      const std::string name = statistics_prefix + summary.metrics[m].name;
      const Dataset* dataset = file_.find(name);
      if (!dataset || dataset->bytes() != computed[m].size()) {
        out_.notes.push_back("the statistics come from another version of the program");
        return found;
      }
      if (file_.read_rows(*dataset, 0, dataset->rows()) == computed[m]) continue;
      find("statistics", fmt::format("'{}' does not match the samples", name), Cure::run);
      found = true;
    }
    return found;
  }

  void examine_texts() {
    if (file_.complete_byte() > 1) {
      find("provenance",
           fmt::format("'complete' is {}, which is neither 0 nor 1", file_.complete_byte()),
           Cure::run);
    }
    try {
      (void)file_.scenario_text();
    } catch (const Error& error) {
      if (error.code() == ExitCode::io) throw;
      find("provenance", "the scenario text as given holds bytes that are not text", Cure::run);
    }
    examine_description();
    examine_padded("provenance/warnings", Cure::run);
    for (const char* name :
         {"host", "started", "finished", "build", "compiler", "lanes", "verify_stamp"}) {
      examine_padded(volatile_group + name, Cure::none);
    }
  }

  /// Examines the description of the flights, and the annotations.
  void examine_description() {
    const auto& schema = file_.schema();
    const auto is_about_coordinates = [](const Finding& one) { return one.part == "coordinates"; };
    const bool is_explained =
        std::any_of(out_.findings.begin(), out_.findings.end(), is_about_coordinates);
    if (!is_explained && record::stored_description_sha256(file_.fd(), file_.path(), schema) !=
                             record::description_sha256(file_.fd(), file_.path(), schema)) {
      find("description",
           "the scenario text as given, the sources of numbers or the coordinates have changed "
           "since the file was created",
           Cure::perhaps);
    }
    const std::string damage = record::read_annotations(file_).damage;
    if (!damage.empty()) find("annotations", damage, Cure::none);
  }

  /// Examines a text that is padded with zeros to the end.
  void examine_padded(const std::string& name, Cure cure) {
    const Dataset* dataset = file_.find(name);
    if (!dataset || dataset->scale == Scale::bare) return;
    const auto bytes = file_.read_rows(*dataset, 0, dataset->rows());
    const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
    const bool is_text = std::all_of(bytes.begin(), end, [](std::byte b) {
      return b >= std::byte{0x20} || b == std::byte{'\n'} || b == std::byte{'\t'};
    });
    const bool is_padded =
        std::all_of(end, bytes.end(), [](std::byte b) { return b == std::byte{0}; });
    if (is_text && is_padded) return;
    find("provenance", fmt::format("'{}' is not a zero-padded text", name), cure);
  }

  const ResultFile& file_;
  int threads_;
  const Watch& watch_;
  Examination out_;
  std::optional<Plan> plan_;
  std::optional<Shard> shard_;
  std::optional<Layout> layout_;
  bool is_laid_out_ = false;
  bool are_samples_sound_ = true;
  RowRanges unverified_;
};

}  // namespace

Examination examine(const std::string& path, int threads, const Watch& watch) {
  const ResultFile file = ResultFile::open(path);
  return Examiner(file, threads, watch).examine();
}

}  // namespace montecopter::fsck
