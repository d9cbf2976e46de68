#pragma once
/// A page as PDF, by Chromium where it is installed.

#include <string>

namespace montecopter::cli {

/// Path of the browser. Error(usage) if there is none.
std::string find_chromium();

/// `page` (a file) as a PDF, its bytes. Error(io), which names the file `pdf` that they are for, if
/// that does not work, also if it takes longer than two minutes.
std::string print_pdf(const std::string& chromium, const std::string& page, const std::string& pdf);

}  // namespace montecopter::cli
