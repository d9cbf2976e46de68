/// The one command of the small program with which scripts/run flies first (cmake/first.cmake).

#include "commands.hpp"

namespace montecopter::cli {

void add_commands(Program& program) {
  program.doc +=
      "\nThis small build has the command run only. Build the others with scripts/build.";
  program.add("Fly", {run_command()});
}

}  // namespace montecopter::cli
