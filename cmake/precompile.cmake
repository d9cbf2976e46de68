# Most units begin with the whole scenario format, 2.6 s each to read. It is read once for each group of
# targets that are compiled with the same flags. The preset tidy leaves it out, which shows a missing
# include.
option(MONTECOPTER_PRECOMPILE "Precompile the scenario format" ON)

# montecopter_precompile(TARGET HEADERS...): makes a precompiled header of them for the target.
function(montecopter_precompile target)
  if(NOT MONTECOPTER_PRECOMPILE)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
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

# What ccache's manual asks for, "Precompiled headers".
function(montecopter_cacheable target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                         "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()
