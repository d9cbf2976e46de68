# montecopter_identity: from which commit the program is built, asked at every build. The one source
# file that knows it is written only when it changes, so that nothing else is compiled again.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(MONTECOPTER_COMMIT "" CACHE STRING "Commit to name in --version, where git cannot be asked")
  set(identity_file ${PROJECT_BINARY_DIR}/generated/identity.cpp)
  add_custom_target(montecopter_ask_git
    COMMAND ${CMAKE_COMMAND} -D SOURCES=${PROJECT_SOURCE_DIR} -D "COMMIT=${MONTECOPTER_COMMIT}"
            -D OUTPUT=${identity_file} -P ${CMAKE_CURRENT_LIST_FILE}
    BYPRODUCTS ${identity_file} COMMENT "Looking which commit this is" VERBATIM)
  add_library(montecopter_identity STATIC ${identity_file})
  target_link_libraries(montecopter_identity PUBLIC montecopter_options)
  target_compile_definitions(montecopter_identity PRIVATE MONTECOPTER_VERSION="${PROJECT_VERSION}")
  add_dependencies(montecopter_identity montecopter_ask_git)
  return()
endif()

# The commit of SOURCES, if they are the root of a git repository (and not an unpacked archive within
# another one), with "+modified" where tracked files differ from it.
function(ask_git result)
  find_program(git git)
  set(${result} unknown PARENT_SCOPE)
  if(NOT git)
    return()
  endif()
  set(ENV{GIT_OPTIONAL_LOCKS} 0)  # others may be at work in the repository
  execute_process(COMMAND ${git} rev-parse --show-toplevel WORKING_DIRECTORY ${SOURCES}
                  OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  file(REAL_PATH ${SOURCES} sources)
  if(failed OR NOT root STREQUAL sources)
    return()
  endif()
  execute_process(COMMAND ${git} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCES}
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)  # a repository without a commit
    return()
  endif()
  execute_process(COMMAND ${git} status --porcelain --untracked-files=no WORKING_DIRECTORY ${SOURCES}
                  OUTPUT_VARIABLE changes ERROR_QUIET RESULT_VARIABLE failed)
  if(failed OR changes)
    string(APPEND commit "+modified")
  endif()
  set(${result} ${commit} PARENT_SCOPE)
endfunction()

# `git archive` writes the commit here (.gitattributes), so an unpacked source tarball knows it.
set(archived "$Format:%H$")
if(NOT COMMIT AND archived MATCHES "^[0-9a-f]+$")
  string(SUBSTRING ${archived} 0 12 COMMIT)
endif()
if(NOT COMMIT)
  ask_git(COMMIT)
endif()
if(NOT COMMIT MATCHES "^[0-9A-Za-z.+~_-]+$")
  message(FATAL_ERROR "MONTECOPTER_COMMIT: '${COMMIT}' is no name of a commit (letters, digits, . + ~ _ -).")
endif()
set(text "#include \"core/base/identity.hpp\"

namespace montecopter {

const char* const build_name = MONTECOPTER_VERSION \" (${COMMIT})\";

}  // namespace montecopter
")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} there)
endif()
if(NOT text STREQUAL there)
  file(WRITE ${OUTPUT} "${text}")
endif()
