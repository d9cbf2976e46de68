#pragma once
/// Mistakes on the command line, in one line each, with the name that was probably meant.

#include <CLI/App.hpp>

#include <string>

namespace montecopter::cli {

std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

}  // namespace montecopter::cli
