# montecopter_options: what all of our own code is compiled with.
cmake_path(SET MONTECOPTER_SOURCES NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../src)
add_library(montecopter_options INTERFACE)
target_link_libraries(montecopter_options INTERFACE montecopter_fp montecopter_warnings
                                                    montecopter_sanitizers montecopter_contracts)
target_include_directories(montecopter_options INTERFACE ${MONTECOPTER_SOURCES})
