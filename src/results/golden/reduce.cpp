#include "results/golden/reduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "plan/invalid_reason.hpp"
#include "plan/vocabulary.hpp"
#include "record/signals.hpp"

namespace montecopter::golden {
namespace {

using record::Dataset;
using record::ResultFile;
using record::Scale;
using Bytes = std::vector<std::byte>;

/// Statistics that a golden keeps: the other 29 follow from them or are similar.
constexpr std::array kept_statistics = {statistic("n"),   statistic("mean"), statistic("sd"),
                                        statistic("min"), statistic("q05"),  statistic("q50"),
                                        statistic("q95"), statistic("max")};

void append(Bytes& to, const Bytes& from) { to.insert(to.end(), from.begin(), from.end()); }

template <class Value>
Bytes bytes_of(const std::vector<Value>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

/// Reduces a result in one pass, dataset by dataset, in file order.
class Reduction {
 public:
  Reduction(const ResultFile& file, const Selection& selection)
      : file_(file), selection_(selection), is_golden_(file.find(chosen_sample_name) != nullptr) {
    if (!file.find("trace_sample")) return;
    const std::vector<std::int64_t> stored = file.trace_samples();
    for (const std::int64_t sample : selection.samples) {
      const auto at = std::lower_bound(stored.begin(), stored.end(), sample);
      if (at == stored.end() || *at != sample) continue;
      traced_.push_back(sample);
      trace_rows_.push_back(at - stored.begin());
    }
  }

  Golden golden() {
    golden_.schema.attributes = file_.schema().attributes;
    // The version of the program is in the history: it changes while the flights do not.
    std::erase_if(golden_.schema.attributes,
                  [](const record::Attribute& one) { return one.name == "source"; });
    for (const Dataset& dataset : file_.datasets()) {
      if (dataset.is_root()) add_root(dataset);
    }
    add(*file_.find("provenance/resolved_byte"), {});
    add_whole(file_.at("provenance/resolved"));
    return std::move(golden_);
  }

 private:
  void add_root(const Dataset& dataset) {
    const std::string& name = dataset.name;
    const bool is_trace = name == "trace_sample" || selection_.times.count(name) > 0 ||
                          (!dataset.dims.empty() && dataset.dims[0] == "trace_sample");
    if (is_golden_ && !is_trace) return add_as_it_is(dataset);
    if (name == "check" || name == "check_word") return;
    if (name == "sample") return add_samples(dataset);
    if (name == "trace_sample") return add_traced(dataset);
    if (name == "statistic") return add_statistic_axis(dataset);
    if (selection_.times.count(name) > 0) return add_times(dataset);
    if (dataset.scale == Scale::bare) return add(dataset, {});
    if (dataset.scale == Scale::coordinate || dataset.dims.empty()) return add_whole(dataset);
    if (dataset.dims[0] == "sample") return add_per_sample(dataset);
    if (dataset.dims[0] == "trace_sample") return add_trace(dataset);
    if (dataset.dims.back() == "statistic") return add_statistics(dataset);
    add_whole(dataset);
  }

  void add(Dataset dataset, Bytes bytes) {
    dataset.offset = 0;
    golden_.schema.datasets.push_back(std::move(dataset));
    golden_.data.push_back(std::move(bytes));
  }

  void add_as_it_is(const Dataset& dataset) {
    if (dataset.scale == Scale::bare) return add(dataset, {});
    add_whole(dataset);
  }

  void add_whole(const Dataset& dataset) {
    add(dataset, file_.read_rows(dataset, 0, dataset.rows()));
  }

  void add_samples(const Dataset& dataset) {
    add_whole(dataset);
    add_scale(chosen_sample_name, selection_.samples,
              "samples of which all numbers are here, not only their digests");
  }

  void add_scale(const char* name, const std::vector<std::int64_t>& values, const char* long_name) {
    add({.name = name,
         .element = Element::i64,
         .shape = {std::ssize(values)},
         .dims = {name},
         .attributes = {{"long_name", std::string(long_name)}},
         .scale = Scale::coordinate},
        bytes_of(values));
  }

  void add_traced(const Dataset& dataset) {
    if (traced_.empty()) return;
    Dataset kept = dataset;
    kept.shape = {std::ssize(traced_)};
    add(kept, bytes_of(traced_));
  }

  void add_times(const Dataset& dataset) {
    const std::vector<std::int64_t>& times = selection_.times.at(dataset.name);
    if (times.empty() || traced_.empty()) return;
    Dataset kept = dataset;
    kept.shape = {std::ssize(times)};
    Bytes bytes;
    for (const std::int64_t time : times) append(bytes, file_.read_elements(dataset, time, 1));
    add(kept, std::move(bytes));
  }

  void add_per_sample(const Dataset& dataset) {
    if (dataset.name == invalid_reason_column && is_zero(dataset)) return;
    // Codes and numbers of points take little room in any column.
    const bool is_code = (dataset.element == Element::i8 || dataset.element == Element::i64) &&
                         dataset.dims.size() == 1;
    if (is_code || selection_.whole.count(dataset.name) > 0) return add_whole(dataset);
    if (dataset.name == digest_column) add_sample_digests(dataset);
    Dataset kept = dataset;
    kept.dims[0] = chosen_sample_name;
    kept.shape[0] = std::ssize(selection_.samples);
    Bytes bytes;
    for (const std::int64_t sample : selection_.samples) {
      append(bytes, file_.read_rows(dataset, sample, 1));
    }
    add(kept, std::move(bytes));
  }

  bool is_zero(const Dataset& dataset) const {
    const Bytes bytes = file_.read_rows(dataset, 0, dataset.rows());
    return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
  }

  /// One number for each row of `digest`: the low half of its XXH3-128.
  void add_sample_digests(const Dataset& digest) {
    constexpr std::int64_t at_once = 4096;
    std::vector<std::uint64_t> hashes;
    Xxh3 hash;
    for (std::int64_t first = 0; first < digest.rows(); first += at_once) {
      const std::int64_t count = std::min(at_once, digest.rows() - first);
      const Bytes rows = file_.read_rows(digest, first, count);
      for (std::int64_t row = 0; row < count; ++row) {
        hash.reset();
        hash.add(std::span(rows).subspan(static_cast<std::size_t>(row) * digest.row_bytes(),
                                         digest.row_bytes()));
        hashes.push_back(hash.digest128().low);
      }
    }
    add({.name = sample_digest_name,
         .element = Element::u64,
         .shape = {digest.rows()},
         .dims = {"sample"},
         .attributes = {{"long_name", "low half of XXH3-128 over the digests of the sample"}}},
        bytes_of(hashes));
  }

  void add_trace(const Dataset& dataset) {
    const auto times = selection_.times.find(dataset.dims.at(1));
    if (times == selection_.times.end() || times->second.empty() || traced_.empty()) return;
    Dataset kept = dataset;
    kept.shape[0] = std::ssize(traced_);
    kept.shape[1] = std::ssize(times->second);
    const std::int64_t width = dataset.elements() / dataset.shape[0] / dataset.shape[1];
    Bytes bytes;
    for (const std::int64_t row : trace_rows_) {
      for (const std::int64_t time : times->second) {
        append(bytes, file_.read_elements(dataset, (row * dataset.shape[1] + time) * width, width));
      }
    }
    add(kept, std::move(bytes));
  }

  void add_statistic_axis(const Dataset& dataset) {
    if (!has_our_statistics()) return add(dataset, {});
    Dataset kept = dataset;
    kept.shape = {std::ssize(kept_statistics)};
    std::vector<std::string_view> names;
    for (const std::size_t index : kept_statistics) names.push_back(statistic_names[index]);
    for (record::Attribute& attribute : kept.attributes) {
      if (attribute.name == "long_name") {
        attribute.value = fmt::format("{}", fmt::join(names, ", "));
      }
    }
    add(kept, {});
  }

  void add_statistics(const Dataset& dataset) {
    if (!has_our_statistics()) return add_whole(dataset);
    Dataset kept = dataset;
    kept.shape.back() = std::ssize(kept_statistics);
    Bytes bytes;
    const std::int64_t groups = dataset.elements() / dataset.shape.back();
    for (std::int64_t group = 0; group < groups; ++group) {
      for (const std::size_t index : kept_statistics) {
        append(bytes,
               file_.read_elements(
                   dataset, group * dataset.shape.back() + static_cast<std::int64_t>(index), 1));
      }
    }
    add(kept, std::move(bytes));
  }

  /// Finds the kept statistics; statistics of another version are kept unchanged.
  bool has_our_statistics() const {
    const Dataset* axis = file_.find("statistic");
    if (!axis || axis->rows() != std::ssize(statistic_names)) return false;
    const std::vector<std::string> names = record::element_names(file_, "statistic", axis->rows());
    return std::equal(names.begin(), names.end(), statistic_names.begin(), statistic_names.end());
  }

  const ResultFile& file_;
  const Selection& selection_;
  const bool is_golden_;
  std::vector<std::int64_t> traced_,
      trace_rows_;  ///< chosen samples with a trace; rows of the traces
  Golden golden_;
};

}  // namespace

Golden reduce(const ResultFile& file, const Selection& selection) {
  return Reduction(file, selection).golden();
}

}  // namespace montecopter::golden
