#pragma once
/// How far an output is determined by one input, from samples as they are, whatever the shape of
/// the relation: compare the outputs of samples that are neighbours in the input. What neighbours
/// share comes from the input; in what they differ comes from all the rest.
///
/// Both take the outputs in ascending order of the input, ties of the input in random order
/// (OrderedValues). Both are about 0 for an input without effect, and may be slightly below.

#include <span>

namespace montecopter::inference {

/// Chatterjee's coefficient (A new coefficient of correlation, Journal of the American Statistical
/// Association 116 (2021) 2009), with ties of the output:
///   1 - n sum |r(i + 1) - r(i)| / (2 sum l(i) (n - l(i))),
/// r(i) the number of outputs that are output i at most, l(i) of those that are it at least.
/// It tends to 1 if the output is a function of the input and to 0 if both are independent. Its
/// largest value is (n - 2) / (n + 1). NaN if all outputs are equal.
double chatterjee_xi(std::span<const double> outputs);

/// The first-order index of Sobol', var(E(Y|X)) / var(Y): the share of the output's variance that
/// the input accounts for alone. By the ranks of the input (Gamboa, Gremaud, Klein & Lagnoux,
/// Global sensitivity analysis: a novel generation of mighty estimators based on rank statistics,
/// Bernoulli 28 (2022) 2348):
///   (mean of Y(i) Y(N(i)) - (mean of Y)^2) / (mean of Y^2 - (mean of Y)^2),
/// N(i) the sample that follows in the order of the input, and there the first one for the last.
/// That is 1 - sum (Y(N(i)) - Y(i))^2 / (2 sum (Y(i) - mean)^2). Here the sum above goes over the
/// n - 1 pairs that are neighbours, and not over that of the last and the first, which differ most:
/// it would take (range of Y)^2 / (2 n var(Y)) off an index, 0.07 for y = x, normal, at n = 200,
/// and nothing as n grows. Without an effect of the input the expectation is 0 for every n. NaN if
/// all outputs are equal.
double first_order_index(std::span<const double> outputs);

}  // namespace montecopter::inference
