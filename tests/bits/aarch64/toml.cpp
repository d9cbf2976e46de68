// toml++ compiled once, instead of in every file that reads a scenario.
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
