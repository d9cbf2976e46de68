# The smallest program that flies, for the first flight from a fresh clone (scripts/run, preset first): the command run
# alone, the kernel of this machine alone, and in it the forms that fly every vehicle. Everything but the kernel is
# compiled at -O0. Results have the same bits as those of the whole program.
option(MONTECOPTER_FIRST "Build the smallest program that flies" OFF)
if(MONTECOPTER_FIRST)
  set(CMAKE_CXX_FLAGS_RELEASE "-O0 -DNDEBUG")
  add_compile_definitions(MONTECOPTER_FIRST)
endif()
