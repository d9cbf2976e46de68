# Bits are the contract. Explicit fma in the source, contraction off, no fast-math, and Eigen without
# its packet code (which changes bits with -march). tests/bits and tests/physics/lanes.test.cpp hold this in place.
add_library(montecopter_fp INTERFACE)
target_compile_options(montecopter_fp INTERFACE -ffp-contract=off -fno-fast-math)
target_compile_definitions(montecopter_fp INTERFACE EIGEN_DONT_VECTORIZE)
