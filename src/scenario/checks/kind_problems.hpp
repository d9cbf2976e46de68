#pragma once
/// Turns the problems that a kind reports by key into problems of a scenario, at their places in
/// its files.

#include <string>
#include <utility>

#include "core/fields/problems.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

class KindProblems final : public Problems {
 public:
  /// `path`: of the table that holds the kind.
  KindProblems(std::string path, Report& report) : path_(std::move(path)), report_(report) {}

  void error(std::string_view key, std::string what, std::string why,
             std::string suggestion) override {
    report_.error(at(key), std::move(what), std::move(why), std::move(suggestion));
  }
  void warning(std::string_view key, std::string what, std::string why,
               std::string suggestion) override {
    report_.warning(at(key), std::move(what), std::move(why), std::move(suggestion));
  }
  bool is_clean(std::string_view key) const override { return report_.clean(at(key)); }
  bool is_clean_above(std::string_view key) const override { return report_.clean_above(at(key)); }
  bool is_written(std::string_view key) const override { return report_.is_written(at(key)); }
  std::string_view newest(std::string_view key, std::string_view other) const override {
    return report_.is_overridden(at(other)) && !report_.is_overridden(at(key)) ? other : key;
  }

 private:
  std::string at(std::string_view key) const {
    return key.empty() ? path_ : path_ + "." + std::string(key);
  }

  std::string path_;
  Report& report_;
};

}  // namespace montecopter
