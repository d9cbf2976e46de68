#pragma once
/// Prints a page as PDF with Chromium, if it is installed.

#include <string>

namespace montecopter::cli {

/// Path of the browser. Error(usage) if there is none.
std::string find_chromium();

/// The page `html` as the bytes of a PDF. Error(io) names the file `pdf`, for which they are meant,
/// if printing fails or takes longer than two minutes.
std::string print_pdf(const std::string& chromium, const std::string& html, const std::string& pdf);

}  // namespace montecopter::cli
