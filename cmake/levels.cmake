# In a release -O3 is for what is done for every sample, row or step. What is done once in a command is
# compiled at -O1, in about two thirds of the time; bits are equal at every level (tests/bits).
# montecopter_seldom(TARGET [EXCEPT SOURCES...]): all of a target at -O1 but the sources named.
function(montecopter_seldom target)
  cmake_parse_arguments(ARG "" "" "EXCEPT" ${ARGN})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(ARG_EXCEPT)
    set_source_files_properties(${ARG_EXCEPT} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>
                                SKIP_PRECOMPILE_HEADERS ON)  # a precompiled header has one level
  endif()
endfunction()
