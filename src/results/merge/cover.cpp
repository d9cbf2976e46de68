/// Finds the samples of the parts, and the objections against merging them.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/parallel.hpp"
#include "core/base/text.hpp"
#include "record/intact.hpp"
#include "results/merge/parts.hpp"

namespace montecopter::merge {
namespace {

/// Maps rows of a part to rows of the campaign; one range there may become many here.
RowRanges campaign_ranges(const Part& part, const RowRanges& there) {
  RowRanges ranges;
  for (const RowRange& range : there.ranges()) {
    for (std::int64_t row = range.first; row < range.end;) {
      const std::int64_t next =
          part.shard ? std::min(range.end, (row / block_rows + 1) * block_rows) : range.end;
      const std::int64_t first = part.row_of(row);
      ranges.add(first, first + next - row);
      row = next;
    }
  }
  return ranges;
}

std::string how_to_fly(const Part& part) {
  return fmt::format("run its scenario with {}-o {}",
                     part.shard ? "--shard " + part.shard->option() + " " : "", part.path());
}

/// Compares one part with the campaign.
class Inspection {
 public:
  Inspection(const Part& part, const Campaign& campaign)
      : part_(part), campaign_(campaign), layout_(campaign.layout) {
    if (part.shard && part.shard->rows(campaign.layout.samples) > 0) {
      in_shard_.emplace(campaign.layout, *part.shard, campaign.number_of);
      layout_ = in_shard_->layout();
    }
    // Only the size of the text is part of the layout.
    layout_.scenario_text.resize(part.file.schema().at("provenance/scenario").bytes(), ' ');
  }

  /// Empty if there is no objection to the file as a whole.
  std::string objection() const {
    if (part_.shard && !in_shard_) {
      return fmt::format(
          "{}: error: the file claims to be shard {}, but the campaign has fewer blocks.",
          part_.path(), part_.shard->text());
    }
    const std::string unlike = record::difference(record::schema_of(layout_), part_.file.schema());
    if (!unlike.empty()) {
      if (std::string wrong = wrong_first_number(); !wrong.empty()) return wrong;
      return fmt::format(
          "{}: error: the layout does not match the scenario ({}): another version or another "
          "program made the file.",
          part_.path(), unlike);
    }
    if (trace_samples() != layout_.trace_samples) {
      if (std::string wrong = wrong_first_number(); !wrong.empty()) return wrong;
      return part_.path() +
             ": error: the file is damaged ('trace_sample' does not match its scenario). Repair "
             "it: " +
             how_to_fly(part_) + ".";
    }
    return {};
  }

  void examine(int threads, const Watch& watch) {
    found_ = record::examine(part_.file, threads, watch);
    const std::vector<std::int8_t> status = part_.file.status();
    RowRanges left_out;
    for (std::size_t i = 0; i < status.size(); ++i) {
      if (status[i] == 0) left_out.add(static_cast<std::int64_t>(i));
    }
    unusable_ = united(united(found_.missing, found_.damaged), left_out);
  }

  RowRanges damaged() const { return campaign_ranges(part_, found_.damaged); }
  RowRanges finished() const {
    return campaign_ranges(part_, without(RowRanges::first(part_.file.samples()), unusable_));
  }
  std::int64_t unfinished() const { return unusable_.count() - found_.damaged.count(); }

  /// Other damage; empty if there is none. The content hash is not compared if samples are damaged.
  std::string other_damage() const {
    try {
      if (found_.damaged.empty()) record::require_flights(part_.file, {found_.missing, {}});
    } catch (const Error& error) {
      if (error.code() == ExitCode::io) throw;
      return error.what();
    }
    return wrong_number();
  }

  /// Message if this program flies differently from the build that flew the part; else empty.
  std::string other_flight() const {
    const std::string there = part_.file.build();
    if (there == campaign_.build.substr(0, record::volatile_text_bytes)) return {};
    const auto other = find_other_flight(part_.file, layout_, unusable_, [&](std::int64_t row) {
      const Block flown = campaign_.refly(part_.row_of(row));
      return in_shard_ ? in_shard_->there(flown) : flown;
    });
    if (!other) return {};
    return fmt::format(
        "{}: error: another program flew it (sample {}, flown again, differs in '{}': {} flew it, "
        "this is {}). Fly it with this program, or merge with that program.",
        part_.path(), part_.row_of(other->sample), other->column,
        there.empty() ? "an unknown build" : "montecopter " + there, campaign_.build);
  }

 private:
  /// The traced samples of the part; nullopt if they contradict themselves.
  std::optional<std::vector<std::int64_t>> trace_samples() const {
    try {
      return part_.file.trace_samples();
    } catch (const Error& error) {
      if (error.code() == ExitCode::io) throw;
      return std::nullopt;
    }
  }

  /// Why the samples of a shard have wrong numbers in the campaign; "" if they are right.
  std::string wrong_number() const {
    if (!part_.shard) return {};
    const record::Dataset& dataset = part_.file.at(campaign_sample);
    constexpr std::int64_t piece = 1 << 20;
    auto unusable = unusable_.begin();
    const auto none = unusable_.end();
    for (std::int64_t first = 0; first < dataset.rows(); first += piece) {
      const std::int64_t count = std::min(piece, dataset.rows() - first);
      const auto numbers = record::whole_numbers(part_.file, dataset, first, count);
      for (std::int64_t row = first; row < first + count; ++row) {
        if (unusable != none && *unusable == row) {
          ++unusable;
          continue;
        }
        const std::int64_t wanted = campaign_.number_of(part_.row_of(row));
        const std::int64_t found = numbers[static_cast<std::size_t>(row - first)];
        if (found != wanted) return another_number(row, wanted, found);
      }
    }
    return {};
  }

  /// Why the first row alone has a wrong number, for a shard with an unexpected layout.
  std::string wrong_first_number() const {
    const record::Dataset* numbers = part_.file.find(campaign_sample);
    const bool is_right = numbers != nullptr && numbers->element == Element::i64 &&
                          numbers->dims == std::vector<std::string>{"sample"};
    if (!part_.shard || !is_right) return {};
    const auto check = part_.file.read_rows(part_.file.schema().at("check"), 0, 1);
    const bool is_flown =
        std::any_of(check.begin(), check.end(), [](std::byte b) { return b != std::byte{0}; });
    if (!is_flown) return {};
    const std::int64_t number = record::whole_numbers(part_.file, *numbers, 0, 1).front();
    const std::int64_t wanted = campaign_.number_of(part_.row_of(0));
    return number == wanted ? std::string() : another_number(0, wanted, number);
  }

  std::string another_number(std::int64_t row, std::int64_t wanted, std::int64_t found) const {
    return fmt::format(
        "{}: error: the file claims to be shard {}, whose row {} is sample {}, but it holds sample "
        "{} there.",
        part_.path(), part_.shard->text(), row, wanted, found);
  }

  const Part& part_;
  const Campaign& campaign_;
  Layout layout_;
  std::optional<ShardLayout> in_shard_;
  record::UnverifiedSamples found_;
  RowRanges unusable_;  ///< missing, damaged or left out
};

/// Sorts stretches by their first row and reports samples in two of them.
void find_overlaps(const std::vector<Part>& parts, std::vector<Stretch>& stretches,
                   Objections& objections) {
  std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) {
    return a.first != b.first ? a.first < b.first : a.part < b.part;
  });
  std::map<std::pair<std::size_t, std::size_t>, RowRanges> shared;
  std::size_t farthest = 0;
  for (std::size_t i = 1; i < stretches.size(); ++i) {
    const Stretch &before = stretches[farthest], &here = stretches[i];
    if (here.first < before.end) {
      const auto both = std::minmax(before.part, here.part);
      shared[both].add(here.first, std::min(here.end, before.end));
    }
    if (here.end > before.end) farthest = i;
  }
  for (const auto& [both, ranges] : shared) {
    objections.add(ExitCode::refused,
                   fmt::format("{}: error: {} {} in {}, too. Leave out one of the files.",
                               parts[both.second].path(), ranges_text(ranges),
                               ranges.count() == 1 ? "is" : "are", parts[both.first].path()));
  }
}

/// "Shards 2 and 3 of 4 are not among the files. "
std::string absent_shards(const std::vector<Part>& parts) {
  std::set<std::int64_t> there;
  std::int64_t count = 0;
  for (const Part& part : parts) {
    if (!part.shard || (count != 0 && part.shard->count != count)) return {};
    count = part.shard->count;
    there.insert(part.shard->index);
  }
  constexpr std::size_t most = 8;
  std::vector<std::string> absent;
  const std::int64_t left = count - std::ssize(there);
  for (std::int64_t index = 1; index <= count && absent.size() < most; ++index) {
    if (!there.contains(index)) absent.push_back(fmt::format("{}", index));
  }
  if (left > std::ssize(absent)) {
    absent.push_back(fmt::format("{} more", left - std::ssize(absent)));
  }
  if (absent.empty()) return {};
  return fmt::format("{} {} of {} {} not among the files. ", left == 1 ? "Shard" : "Shards",
                     join(absent), count, left == 1 ? "is" : "are");
}

/// Findings of a part. An objection to the file as a whole excludes all other findings.
struct Findings {
  std::string objection, other_damage, other_flight;
  RowRanges damaged, finished;
  std::int64_t unfinished = 0;
};

Findings findings_of(const Part& part, const Campaign& campaign, int threads, const Watch& watch) {
  Findings found;
  Inspection inspection(part, campaign);
  found.objection = inspection.objection();
  if (!found.objection.empty()) {
    watch.done(record::bytes_to_examine(part.file));
    return found;
  }
  inspection.examine(threads, watch);
  if (watch.is_stopped()) return found;
  found.damaged = inspection.damaged();
  found.other_damage = inspection.other_damage();
  found.other_flight = inspection.other_flight();
  found.unfinished = inspection.unfinished();
  found.finished = inspection.finished();
  return found;
}

/// Findings of parts. If there are many, each thread takes one; else all threads share one.
std::vector<Findings> findings_of(const std::vector<Part>& parts, const Campaign& campaign,
                                  int threads, const Watch& watch) {
  const bool are_many = parts.size() >= 4 * static_cast<std::size_t>(threads);
  for (const Part& part : parts) watch.expect(record::bytes_to_examine(part.file));
  std::vector<Findings> found(parts.size());
  const auto examine = [&](std::size_t p) {
    found[p] = findings_of(parts[p], campaign, are_many ? 1 : threads, watch);
  };
  (void)for_each_index(parts.size(), are_many ? threads : 1, examine, watch.stop);
  return found;
}

}  // namespace

Coverage cover(const std::vector<Part>& parts, const Campaign& campaign, int threads,
               bool allow_missing, const Watch& watch) {
  Coverage coverage;
  Objections objections;
  std::string unfinished;
  const std::vector<Findings> all = findings_of(parts, campaign, threads, watch);
  if (watch.is_stopped()) return coverage;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Findings& found = all[p];
    if (!found.objection.empty()) {
      objections.add(ExitCode::refused, found.objection);
      continue;
    }
    if (!found.damaged.empty()) {
      const std::string line = fmt::format(
          "{}: {}: the data do not match the stored check of {}. Repair it: {}.", parts[p].path(),
          allow_missing ? "warning" : "error", ranges_text(found.damaged), how_to_fly(parts[p]));
      if (!allow_missing) objections.add(ExitCode::refused, line);
      coverage.why += line + "\n";
    }
    for (const std::string& why : {found.other_damage, found.other_flight}) {
      if (!why.empty()) objections.add(ExitCode::refused, why);
    }
    if (found.unfinished > 0) {
      unfinished += fmt::format("{} is not finished ({} of its samples are missing): {}. ",
                                parts[p].path(), found.unfinished, how_to_fly(parts[p]));
    }
    for (const RowRange& range : found.finished.ranges()) {
      coverage.stretches.push_back({range.first, range.end, p});
    }
  }
  find_overlaps(parts, coverage.stretches, objections);
  // With other objections, stretches may overlap, and missing samples may be in a file that was not
  // examined.
  objections.throw_if_any("Nothing was merged.");
  RowRanges there;
  for (const Stretch& stretch : coverage.stretches) there.add(stretch.first, stretch.end);
  coverage.missing = without(RowRanges::first(campaign.layout.samples), there);
  if (!coverage.missing.empty()) {
    const std::string line = fmt::format(
        "{}: {} of {} {} in none of the files: {}. {}{}", allow_missing ? "warning" : "error",
        coverage.missing.count(), counted(campaign.layout.samples, "sample"),
        verb(coverage.missing.count(), "is", "are"), ranges_text(coverage.missing),
        absent_shards(parts), unfinished);
    coverage.why += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    if (!allow_missing) {
      objections.add(ExitCode::refused, line + "Use --allow-missing to merge the others.");
    }
  }
  objections.throw_if_any("Nothing was merged.");
  return coverage;
}

}  // namespace montecopter::merge
