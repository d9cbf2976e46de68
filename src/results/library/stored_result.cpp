#include "results/library/stored_result.hpp"

#include <utility>

#include "record/intact.hpp"
#include "record/reader.hpp"
#include "results/diff/compare.hpp"
#include "results/summarise/choice.hpp"
#include "results/summarise/report.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {
namespace {

std::vector<std::int64_t> chosen(const record::ResultFile& file, const SampleChoice& choice) {
  return choose_samples(file, read_samples(file), choice).numbers;
}

}  // namespace

StoredResult StoredResult::open(const std::string& path) {
  return StoredResult(std::make_shared<const record::ResultFile>(record::ResultFile::open(path)));
}

void StoredResult::verify() const { record::require_intact(file()); }

std::int64_t StoredResult::samples() const { return file().samples(); }

bool StoredResult::is_complete() const { return file().complete(); }

std::string StoredResult::content_sha256() const { return file().content_sha256(); }

std::string StoredResult::resolved_scenario() const { return file().resolved_text(); }

std::vector<std::string> StoredResult::columns() const {
  std::vector<std::string> names;
  for (const record::Dataset& dataset : file().datasets()) {
    const bool is_column = dataset.is_root() && dataset.scale == record::Scale::none;
    if (is_column) names.push_back(dataset.name);
  }
  return names;
}

std::vector<std::int64_t> StoredResult::shape(const std::string& column) const {
  return file().at(column).shape;
}

std::vector<double> StoredResult::read(const std::string& column) const {
  return file().read_f64(column);
}

std::vector<std::int8_t> StoredResult::status() const { return file().status(); }

std::vector<std::int64_t> StoredResult::samples_where(const std::string& condition) const {
  SampleChoice choice;
  choice.where = condition;
  return chosen(file(), choice);
}

std::vector<std::int64_t> StoredResult::worst_samples(const std::string& by,
                                                      std::int64_t most) const {
  SampleChoice choice;
  choice.by = by;
  choice.count = most;
  return chosen(file(), choice);
}

std::string StoredResult::statistics_text() const {
  const Summary summary = summarise(file());
  return headline(summary) + stats_text(summary);
}

std::string StoredResult::statistics_json() const {
  return summary_json(summarise(file()), {file().path(), file().content_sha256(), false});
}

ResultDifference difference_of(const StoredResult& a, const StoredResult& b) {
  const diff::Report report = diff::compare(a.file(), b.file(), {});
  return {report.same(), diff::report_text(report), diff::report_json(report)};
}

}  // namespace montecopter
