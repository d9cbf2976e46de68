#pragma once
/// The linear-quadratic regulator in discrete time.

#include <Eigen/Core>
#include <optional>

namespace montecopter {

/// u = -gain x makes x[k+1] = A x[k] + B u[k] stable and the sum of x'Qx + u'Ru from x[0] on the
/// least, which is x[0]' cost x[0].
struct Regulator {
  Eigen::MatrixXd cost, gain;
};

/// The stabilising solution X of X = A'XA - A'XB (R + B'XB)^-1 B'XA + Q by structure-preserving
/// doubling: E. K.-W. Chu, H.-Y. Fan, W.-W. Lin, C.-S. Wang, Int. J. Control 77 (2004), algorithm
/// SDA. Step k of it is the solution after 2^k steps of the recursion. Q >= 0 and R > 0 are
/// diagonal. nullopt: there is none, for a mode that does not decay by itself is out of reach of
/// the commands or of the weights. Part of bits.
std::optional<Regulator> regulator(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                                   const Eigen::VectorXd& Q, const Eigen::VectorXd& R);

}  // namespace montecopter
