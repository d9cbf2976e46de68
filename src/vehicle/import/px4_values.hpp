#pragma once
/// Access to PX4's parameters: values of the file, or else PX4's defaults; remembers which were
/// used.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/fields/fields.hpp"
#include "vehicle/import/line_problems.hpp"
#include "vehicle/import/parameter_file.hpp"

namespace montecopter {

class Px4Values {
 public:
  Px4Values(const ParameterFile& file, LineProblems& problems) : file_(file), problems_(problems) {}

  bool has(const std::string& name) const { return file_.parameters.count(name) > 0; }

  /// Name in the file that is probably a misspelt `name`; none for a numbered part such as a rotor.
  std::optional<std::string> near(const std::string& name) const;

  /// Value, or PX4's default if the file has none. A value out of range is reported with its line,
  /// and replaced by the default.
  double number(const std::string& name, double px4_default, Range range = any_number);
  std::optional<double> number_of_file(const std::string& name, Range range = any_number);

  /// Whether the value, or PX4's default if the file has none, is 0. If so, it counts as used.
  bool is_zero(const std::string& name, bool by_default) {
    const auto at = file_.parameters.find(name);
    const bool is = at == file_.parameters.end() ? by_default : at->second.value == 0;
    if (is) number(name, 0);
    return is;
  }

  /// Names for a comment, with PX4's defaults marked: "MC_ROLL_P, MC_PITCH_P".
  std::string source(std::initializer_list<const char*> names) const;

  const std::set<std::string>& asked() const { return asked_; }
  const std::vector<std::string>& defaults() const { return defaults_; }

 private:
  const ParameterFile& file_;
  LineProblems& problems_;
  std::set<std::string> asked_;
  std::vector<std::string> defaults_;
};

}  // namespace montecopter
