#pragma once
/// The names of the forms of flights for graphics cards (forms.hpp), in the order of the search.
/// cmake/nvidia.cmake reads these lines, too.

#define MONTECOPTER_FORMS(X) \
  X(PlainOpenQuadrotor)      \
  X(NoisyOpenQuadrotor)      \
  X(OpenQuadrotor)           \
  X(AnyLoopQuadrotor)        \
  X(AsymmetricQuadrotor)     \
  X(PolynomialQuadrotor)     \
  X(TableQuadrotor)          \
  X(GeneralMultirotor)       \
  X(GeneralHelicopter)
