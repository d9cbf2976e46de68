#pragma once
/// Every number links to the command that recomputes it. A section writes links whose target is the
/// command itself. The finished page has a numbered list of all distinct commands at its end, to
/// which the links lead.

#include <string>
#include <utility>
#include <vector>

#include "results/report/section.hpp"

namespace montecopter::report {

/// `shown` (HTML) as a link to `command` in the list.
std::string to_command(const std::string& command, const std::string& shown);

/// The commands of a page, in the order of their first use.
class Commands {
 public:
  /// Redirects the links of `html` to entries of the list; each entry links back to its first use.
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
