#include "results/report/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/table.hpp"
#include "results/report/chart.hpp"
#include "results/report/html.hpp"
#include "results/report/picture.hpp"

namespace montecopter::report {
namespace {

/// Number of points of a cloud: no more than a picture of this width shows.
constexpr std::size_t most_of_cloud = 2000;
constexpr double below_title = 40, row_height = 254;

struct Cloud {
  std::vector<double> x, y;
};

/// The points of rows that count, or of rows that do not.
Cloud cloud_of(const DrawnFit& fit, const std::vector<double>& y, bool counts) {
  Cloud cloud;
  const std::size_t every = fit.x.size() / most_of_cloud + 1;
  for (std::size_t k = 0; k < fit.x.size(); k += every) {
    if ((fit.weights[k] > 0) != counts) continue;
    cloud.x.push_back(fit.x[k]), cloud.y.push_back(y[k]);
  }
  return cloud;
}

/// The rotor law along x.
Cloud line_of(const DrawnFit& fit) {
  std::vector<std::size_t> order(fit.x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return fit.x[a] < fit.x[b]; });
  Cloud line;
  const std::size_t every = order.size() / most_of_cloud + 1;
  for (std::size_t k = 0; k < order.size(); k += every) {
    line.x.push_back(fit.x[order[k]]), line.y.push_back(fit.law[order[k]]);
  }
  return line;
}

/// Residuals as a percentage of the largest measurement that counts.
std::vector<double> residuals_percent(const DrawnFit& fit) {
  double most = 0;
  for (std::size_t k = 0; k < fit.x.size(); ++k) {
    if (fit.weights[k] > 0) most = std::max(most, std::fabs(fit.measured[k]));
  }
  std::vector<double> percent;
  for (std::size_t k = 0; k < fit.x.size(); ++k) {
    percent.push_back(most > 0 ? 100 * (fit.measured[k] - fit.law[k]) / most : 0);
  }
  return percent;
}

std::string row_of(const DrawnFit& fit, std::size_t place, double top) {
  const std::vector<double> apart = residuals_percent(fit);
  const Cloud counted = cloud_of(fit, fit.measured, true);
  const Cloud others = cloud_of(fit, fit.measured, false);
  const Cloud left = cloud_of(fit, apart, true);
  Axis x = Axis::empty(fit.x_label), y = Axis::empty(fit.y_label);
  Axis percent = Axis::empty("measured - law [%]");
  x.include(0.0), y.include(0.0), percent.include(0.0);
  x.include(counted.x), y.include(counted.y), percent.include(left.y);
  y.include(cloud_of(fit, fit.law, true).y);
  Chart both(fmt::format("fit-{}", place), fit.name, x.padded(), y.padded(), 210);
  both.points(others.x, others.y, "c3", "");
  both.points(counted.x, counted.y, "c0", "");
  const Cloud law = line_of(fit);
  both.line(law.x, law.y, "c1", "");
  both.describe(fit.name + ": measurements and the fitted law.");
  Chart residuals(fmt::format("residuals-{}", place), "residuals", x.padded(), percent.padded(),
                  210);
  residuals.horizontal(0, "zero", "");
  residuals.points(left.x, left.y, "c0", "");
  residuals.describe(fit.name + ": residuals, measured minus fitted.");
  return picture_row(top,
                     fmt::format("{}: residual {} % RMS, at most {} %", text(fit.name),
                                 significant(fit.rms_percent, 3), significant(fit.most_percent, 3)),
                     both, residuals);
}

}  // namespace

std::string fit_picture(const std::string& title, std::span<const DrawnFit> fits) {
  double top = below_title;
  std::string content =
      fmt::format("<text x=\"{}\" y=\"22\">{}: points are measured, the line is fitted</text>\n",
                  picture_margin, text(title));
  for (std::size_t k = 0; k < fits.size(); ++k, top += row_height) {
    content += row_of(fits[k], k, top);
  }
  return picture(top, text(title), content);
}

}  // namespace montecopter::report
