# Most units begin with the whole scenario format, 2.6 s each to read, and with fmt and parts of the
# standard library, 0.7 s. They are read once for each group of targets that are compiled with the same flags. The preset tidy leaves it out, which shows a missing
# include.
option(MONTECOPTER_PRECOMPILE "Precompile the scenario format" ON)

# montecopter_precompile(TARGET HEADERS...): makes a precompiled header of them, and of what is wanted
# everywhere, for the target.
function(montecopter_precompile target)
  if(NOT MONTECOPTER_PRECOMPILE)
    return()
  endif()
  if(MONTECOPTER_FIRST AND NOT target STREQUAL "montecopter_scenario")  # all with the same flags
    montecopter_reuse_precompiled(${target} montecopter_scenario)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE <fmt/format.h> <algorithm> <cmath> <functional> ${ARGN})
  montecopter_cacheable(${target})
endfunction()

# montecopter_reuse_precompiled(TARGET OWNER): takes that of another target.
function(montecopter_reuse_precompiled target owner)
  if(NOT MONTECOPTER_PRECOMPILE)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  montecopter_cacheable(${target})
endfunction()

# What ccache's manual wants for precompiled headers. CCACHE_DEPEND: ccache compares the bytes of all headers, not the
# preprocessed text. g++ takes a header for another one if any of its bytes changed (#pragma once), so a precompiled
# header of the same code with another comment or include does not fit.
function(montecopter_cacheable target)
  if(MONTECOPTER_CCACHE AND MONTECOPTER_CCACHE_PROGRAM)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;CCACHE_DEPEND=1;${MONTECOPTER_CCACHE_PROGRAM}")
  endif()
  # A header that does not fit is an error, not left out in silence.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                         $<$<CXX_COMPILER_ID:GNU>:-Werror=invalid-pch>
                         "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()
