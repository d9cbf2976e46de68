#pragma once
/// Every number leads to the command that computes it again. A section writes links whose target is
/// the command itself; when the page is put together, each distinct command gets a number and an
/// entry of the list at the end, to which its links lead.

#include <string>
#include <utility>
#include <vector>

#include "results/report/section.hpp"

namespace montecopter::report {

/// `shown` (HTML) as a link to `command` in the list.
std::string to_command(const std::string& command, const std::string& shown);

/// The commands of a page, in the order in which they are named first.
class Commands {
 public:
  /// `html` with its links leading to entries of the list, each of which leads back to the first
  /// place that named it.
  std::string number(const std::string& html, const std::string& id, const std::string& title);
  Section section() const;

 private:
  struct Entry {
    std::string command;  ///< escaped, as the link has it
    std::string id, title;
  };
  std::size_t place_of(const std::string& command, const std::string& id, const std::string& title);

  std::vector<Entry> entries_;
};

}  // namespace montecopter::report
