#pragma once
/// The folder of the program, installed or built, from which its files are found.

#include <string>

namespace montecopter {

/// The folder of the program that runs, links followed; "" where the system does not tell.
std::string program_folder();

}  // namespace montecopter
