# Run while installing: man page, shell completions and JSON Schemas as MONTECOPTER_PROGRAM prints them, into
# MONTECOPTER_STAGING. What the program does not print is not installed.
function(ask file)
  set(answer ${MONTECOPTER_STAGING}/answer)
  execute_process(COMMAND ${MONTECOPTER_PROGRAM} ${ARGN} OUTPUT_FILE ${answer} RESULT_VARIABLE code
                  ERROR_QUIET)
  if(code EQUAL 0)
    get_filename_component(folder ${MONTECOPTER_STAGING}/${file} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    file(RENAME ${answer} ${MONTECOPTER_STAGING}/${file})
  endif()
  file(REMOVE ${answer})
endfunction()

file(REMOVE_RECURSE ${MONTECOPTER_STAGING})
file(MAKE_DIRECTORY ${MONTECOPTER_STAGING})
ask(man/man1/montecopter.1 man)
ask(bash-completion/completions/montecopter completions bash)
ask(zsh/vendor-completions/_montecopter completions zsh)
ask(fish/vendor_completions.d/montecopter.fish completions fish)
foreach(kind IN ITEMS scenario vehicle controller sensor)
  ask(montecopter/schema/${kind}.schema.json schema ${kind})
endforeach()
find_program(MONTECOPTER_GZIP gzip)
if(MONTECOPTER_GZIP AND EXISTS ${MONTECOPTER_STAGING}/man/man1/montecopter.1)
  execute_process(COMMAND ${MONTECOPTER_GZIP} -9n  # no time stamp
                          ${MONTECOPTER_STAGING}/man/man1/montecopter.1)
endif()
