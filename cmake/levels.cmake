# g++ first collects its garbage at 256 MB, and again at twice what is left. With the first collection at 1 GB, it
# compiles in about 0.9 of the time; the largest processes of src take 1.2 GB instead of 0.9.
if(NOT MONTECOPTER_FIRST)  # it has less memory (first.cmake)
  add_compile_options("$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=500000>")
endif()

# In a release -O3 is for what is done for every sample, row or step. What is done once in a command is
# compiled at -O1, in about two thirds of the time; bits are equal at every level (tests/bits).
# montecopter_seldom(TARGET [EXCEPT SOURCES...]): all of a target at -O1 but the sources named. These become a
# target of objects, TARGET_often, for what has flags of its own cannot be compiled with others as one unit
# (cmake/unity.cmake). To be called when the target has its libraries.
function(montecopter_seldom target)
  cmake_parse_arguments(ARG "" "" "EXCEPT" ${ARGN})
  if(NOT MONTECOPTER_FIRST)  # all at -O0
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(NOT ARG_EXCEPT)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${ARG_EXCEPT})
  add_library(${target}_often OBJECT ${ARG_EXCEPT})
  set_target_properties(${target} PROPERTIES SOURCES "${sources};$<TARGET_OBJECTS:${target}_often>")
  foreach(property LINK_LIBRARIES INCLUDE_DIRECTORIES)
    get_target_property(value ${target} ${property})
    if(value)
      set_target_properties(${target}_often PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  montecopter_unity(${target}_often)
  set_property(GLOBAL APPEND PROPERTY MONTECOPTER_OFTEN ${target}_often)
endfunction()

# montecopter_first(TARGET SOURCES...): all that the first program needs of a target. A missing one is an error of the linker.
function(montecopter_first target)
  if(MONTECOPTER_FIRST)
    set_target_properties(${target} PROPERTIES SOURCES "${ARGN}")
  endif()
endfunction()
