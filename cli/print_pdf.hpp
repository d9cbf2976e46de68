#pragma once
/// A page as PDF, by Chromium where it is installed.

#include <string>

namespace montecopter::cli {

/// Path of the browser. Error(usage) if there is none.
std::string find_chromium();

/// Prints `page` (a file) to `pdf`, which is replaced. Error(io) if that does not work, also if it
/// takes longer than two minutes.
void print_pdf(const std::string& chromium, const std::string& page, const std::string& pdf);

}  // namespace montecopter::cli
