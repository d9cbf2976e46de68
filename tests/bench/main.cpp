/// Runs the benchmarks in one process and ends with the ratios that matter, from medians: machines
/// are noisy, ratios of one run are not.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>

#include "bench.hpp"
#include "flights.hpp"
#include "simulate/dispatch.hpp"

namespace {

using montecopter::bench::Subject;

/// The usual console table, and the medians besides.
class MedianReporter : public benchmark::ConsoleReporter {
 public:
  struct Median {
    double seconds = 0, rate = 0;
  };
  std::map<std::string, Median> medians;

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.aggregate_name != "median") continue;
      Median& median = medians[run.run_name.function_name];
      median.seconds = run.GetAdjustedRealTime() / benchmark::GetTimeUnitMultiplier(run.time_unit);
      if (run.counters.count("rate") > 0) median.rate = run.counters.at("rate");
    }
  }
};

class Table {
 public:
  explicit Table(const MedianReporter& reporter) : reporter_(reporter) {}

  void print() const {
    print_quad();
    print_integrators();
    print_vehicles();
    print_forms();
    print_trace();
  }

 private:
  double rate(const std::string& name) const { return reporter_.medians.at(name).rate; }
  double seconds(const std::string& name) const { return reporter_.medians.at(name).seconds; }
  double peak() const { return rate("peak/fma [flop]"); }

  void print_quad() const {
    const std::string kernel = std::string(montecopter::choose_kernel("auto").name) + "/";
    const double noisy = rate(kernel + "rk4 flight + 6 normals");
    std::printf("\nfma peak                            %8.1f Gflop/s\n", peak() / 1e9);
    std::printf("rk4 step                            %8.1f M/s\n", rate(kernel + "rk4 step") / 1e6);
    std::printf("rk4 flight with metrics             %8.1f M/s = %.1f x odeint\n",
                rate(kernel + "rk4 flight") / 1e6,
                rate(kernel + "rk4 flight") / rate("rival/odeint rk4"));
    std::printf("rk4 flight + 6 normals per step     %8.1f M/s = %.1f x odeint + std::normal\n",
                noisy / 1e6, noisy / rate("rival/odeint rk4 + 6 normals"));
    for (const std::string sensors :
         {" + sensors", " + sensors + biases", " + sensors + controller"}) {
      const double sensing = rate(kernel + "rk4 flight + 6 normals" + sensors);
      std::printf("the same%-27s %8.1f M/s = %.1f x odeint + std::normal\n", sensors.c_str(),
                  sensing / 1e6, sensing / rate("rival/odeint rk4 + 6 normals" + sensors));
    }
  }

  void print_integrators() const {
    for (const auto& integrator : montecopter::integrators) {
      const std::string name(integrator.name);
      std::printf("%-23s flight              %8.2f M/s = %.3f x rk4\n", name.c_str(),
                  rate("integrator/" + name) / 1e6,
                  rate("integrator/" + name) / rate("integrator/rk4"));
    }
  }

  /// The first vehicle is what the others are compared with.
  void print_vehicles() const {
    std::printf("\n%-37s %9s %9s %9s %8s %7s %9s\n", "vehicle", "flight", "bare step", "flop a",
                "Gflop/s", "of the", "of the");
    std::printf("%-37s %9s %9s %9s %8s %7s %9s\n", "", "[M/s]", "[M/s]", "step", "(step)", "peak",
                "first's");
    double first = 0;
    for (const Subject& subject : montecopter::bench::subjects()) {
      montecopter::bench::ReadyFlight flight(subject);
      const auto flop = montecopter::bench::flop_of_step(flight.plan(), flight.lanes()[0]);
      const std::string name = "vehicle/" + subject.name;
      const double steps = rate(name + "/step"), flops = steps * static_cast<double>(flop);
      if (first == 0) first = flops;
      std::printf("%-37s %9.1f %9.1f %9ld %8.1f %5.0f %% %9.2f\n", subject.name.c_str(),
                  rate(name + "/flight") / 1e6, steps / 1e6, flop, flops / 1e9,
                  100 * flops / peak(), flops / first);
    }
  }

  /// What is left out of the plain form costs no more than what is computed instead.
  void print_forms() const {
    std::printf("\n%-37s %9s %10s %12s %9s\n", "form", "flight", "operations", "time for one",
                "of the");
    std::printf("%-37s %9s %10s %12s %9s\n", "", "[M/s]", "a step", "[ns]", "plain");
    double plain = 0;
    for (const Subject& form : montecopter::bench::forms()) {
      montecopter::bench::ReadyFlight flight(form);
      const auto done = static_cast<double>(montecopter::bench::operations_of_flight(
                            flight.plan(), flight.lanes()[0], flight.flight_memory())) /
                        static_cast<double>(montecopter::bench::steps);
      const double steps = rate("form/" + form.name), ns = 1e9 / (steps * done);
      if (plain == 0) plain = ns;
      std::printf("%-37s %9.1f %10.0f %12.5f %9.2f\n", form.name.c_str(), steps / 1e6, done, ns,
                  ns / plain);
    }
  }

  void print_trace() const {
    const double alone = seconds("trace/flight recorded without traces");
    const auto print = [&](const char* how, const std::string& row) {
      const double trace = seconds(row) - alone;
      std::printf("%-36s%8.1f ms = %.2f x a bare pwrite of its bytes\n", how, 1e3 * trace,
                  trace / seconds("trace/bare pwrite"));
    };
    std::printf("\n");
    print("trace of 17 numbers at 100 Hz", "trace/flight recorded at 100 Hz");
    print("  stored by a thread beside", "trace/flight recorded at 100 Hz by a thread beside");
  }

  const MedianReporter& reporter_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  montecopter::bench::register_kernel_benchmarks();
  montecopter::bench::register_trace_benchmarks();
  MedianReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  try {
    Table(reporter).print();
  } catch (const std::out_of_range&) {
    std::puts("(no ratios: some benchmarks were filtered out)");
  }
}
