# Run while installing: copies the public headers of MONTECOPTER_SOURCE and what they include into
# MONTECOPTER_STAGING, and no other. They include each other as "plan/layout.hpp", which many a project has too:
# installed, they say "montecopter/plan/layout.hpp". docs/library.md lists them.
set(todo
    core/base/ieee.hpp core/base/version.hpp results/library/planned_campaign.hpp results/library/fly.hpp
    results/library/stored_result.hpp)
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
