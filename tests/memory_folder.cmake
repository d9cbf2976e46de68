# Read by ctest before it starts tests. Each result file is synced before it gets its name, and tests write thousands of small
# ones: on a disk they wait for it half of their time, while a core has nothing to do. So the temporary files of most tests are in
# memory, where /dev/shm has room for them and runs programs, which some tests compile. TMPDIR says otherwise; tests of disks
# and those that build or install whole trees do not ask for this folder.
if(NOT DEFINED ENV{TMPDIR})
  execute_process(
    COMMAND sh -c "cd /dev/shm && [ $(df -Pk . | awk 'NR == 2 {print $4}') -gt 2000000 ] && file=$(mktemp -p .) || exit 1
                   printf '#!/bin/sh\\n' > $file && chmod 700 $file && $file; code=$?; rm -f $file; exit $code"
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
  if(code EQUAL 0)
    set(ENV{MONTECOPTER_TEST_FOLDER} /dev/shm)
  endif()
endif()
