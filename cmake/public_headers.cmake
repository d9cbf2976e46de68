# Run while installing: copies the headers of MONTECOPTER_SOURCE that the library's functions need into
# MONTECOPTER_STAGING, and no other. They include each other as "plan/plan.hpp", which many a project has too:
# installed, they say "montecopter/plan/plan.hpp".
set(todo
    core/base/ieee.hpp core/base/version.hpp scenario/load.hpp scenario/write.hpp plan/plan.hpp
    simulate/dispatch.hpp simulate/programs.hpp simulate/simulate.hpp record/writer.hpp record/reader.hpp
    results/summarise/summary.hpp results/summarise/choice.hpp results/summarise/report.hpp
    results/diff/compare.hpp vehicle/stability/sample_margins.hpp)
set(include_line "#include \"([a-z_/0-9]+\\.hpp)\"")
file(REMOVE_RECURSE ${MONTECOPTER_STAGING})
while(todo)
  list(POP_FRONT todo header)
  if(EXISTS ${MONTECOPTER_STAGING}/${header})
    continue()
  endif()
  file(READ ${MONTECOPTER_SOURCE}/${header} text)
  string(REGEX MATCHALL "${include_line}" lines "${text}")
  list(TRANSFORM lines REPLACE "${include_line}" "\\1")
  list(APPEND todo ${lines})
  string(REGEX REPLACE "${include_line}" "#include \"montecopter/\\1\"" text "${text}")
  file(WRITE ${MONTECOPTER_STAGING}/${header} "${text}")
endwhile()
