# The smallest program that flies, for the first flight from a fresh clone (scripts/run, preset first): the command run
# alone, the kernel of this machine alone, and in it the forms that fly every vehicle. The kernel is compiled at -O1,
# everything else at -O0. Results have the same bits as those of the whole program. g++ spends an eighth of the time on
# collecting its garbage if nobody tells it how much memory there is.
option(MONTECOPTER_FIRST "Build the smallest program that flies" OFF)
if(MONTECOPTER_FIRST)
  set(CMAKE_CXX_FLAGS_RELEASE "-O0 -DNDEBUG")
  add_compile_definitions(MONTECOPTER_FIRST)
  add_compile_options(-w $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=450000> $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-expand=40>)
endif()
