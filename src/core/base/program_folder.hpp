#pragma once
/// Where the program lies: what belongs to it is found from there, installed or built.

#include <string>

namespace montecopter {

/// The folder of the program that runs, links followed; "" where the system does not tell.
std::string program_folder();

}  // namespace montecopter
