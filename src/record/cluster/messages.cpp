#include "record/cluster/messages.hpp"

#include <span>
#include <stdexcept>

#include "core/base/error.hpp"
#include "core/base/packed_bytes.hpp"

namespace montecopter::cluster {
namespace {

BytePacker begun(Kind kind) {
  BytePacker packer;
  packer.raw(std::string(1, static_cast<char>(kind)));
  return packer;
}

void pack(BytePacker& out, const Failure& failure) {
  out.signed_number(std::int64_t{failure.code});
  out.text(failure.text);
}

Failure failure_in(ByteUnpacker& in) {
  const auto code = static_cast<int>(in.signed_number());
  return {code, std::string(in.text())};
}

void pack(BytePacker& out, const Report& report) {
  for (const std::int64_t count : {report.begun, report.done, report.failed, report.steps,
                                   report.flying_ns, report.given_up, report.silent}) {
    out.signed_number(count);
  }
  for (const std::int64_t count : report.by_status) out.signed_number(count);
  out.signed_number(report.written);
  out.number(report.checks.low);
  out.number(report.checks.high);
}

Report report_in(ByteUnpacker& in) {
  Report report;
  for (std::int64_t* count : {&report.begun, &report.done, &report.failed, &report.steps,
                              &report.flying_ns, &report.given_up, &report.silent}) {
    *count = in.signed_number();
  }
  for (std::int64_t& count : report.by_status) count = in.signed_number();
  report.written = in.signed_number();
  report.checks.low = in.number();
  report.checks.high = in.number();
  return report;
}

[[noreturn]] void throw_unknown() {
  throw Error(ExitCode::internal, "a message from another process of this run is invalid.");
}

/// The contents after the kind, read by `read`.
template <class Read>
auto content(const std::string& message, Kind kind, const Read& read) {
  if (kind_of(message) != kind) throw_unknown();
  ByteUnpacker in(std::string_view(message).substr(1));
  try {
    return read(in);
  } catch (const std::out_of_range&) {
    throw_unknown();
  }
}

}  // namespace

Kind kind_of(const std::string& message) {
  if (message.empty() || message[0] > static_cast<char>(Kind::leave)) throw_unknown();
  return static_cast<Kind>(message[0]);
}

std::string packed(Kind kind) { return begun(kind).out; }

std::string packed(const Hello& hello) {
  BytePacker out = begun(Kind::hello);
  pack(out, hello.failure);
  for (const std::string* text : {&hello.host, &hello.boot, &hello.flights}) out.text(*text);
  out.signed_number(hello.threads);
  out.number(hello.threads_are_given ? 1 : 0);
  out.number(hello.processors.size());
  for (const std::uint64_t word : hello.processors) out.number(word);
  out.signed_number(hello.of_machine);
  return out.out;
}

Hello hello_in(const std::string& message) {
  return content(message, Kind::hello, [](ByteUnpacker& in) {
    Hello hello;
    hello.failure = failure_in(in);
    for (std::string* text : {&hello.host, &hello.boot, &hello.flights}) *text = in.text();
    hello.threads = in.signed_number();
    hello.threads_are_given = in.below(2) == 1;
    hello.processors.resize(in.count());
    for (std::uint64_t& word : hello.processors) word = in.number();
    hello.of_machine = in.signed_number();
    return hello;
  });
}

std::string packed(const Join& join) {
  BytePacker out = begun(Kind::join);
  out.text(join.place.path);
  out.number(join.place.device);
  out.number(join.place.inode);
  out.number(join.place.offsets.size());
  for (const auto& [name, offset] : join.place.offsets) {
    out.text(name);
    out.number(offset);
  }
  out.signed_number(join.threads);
  out.text(join.probe);
  return out.out;
}

Join join_in(const std::string& message) {
  return content(message, Kind::join, [](ByteUnpacker& in) {
    Join join;
    join.place.path = in.text();
    join.place.device = in.number();
    join.place.inode = in.number();
    const std::size_t count = in.count();
    for (std::size_t i = 0; i < count; ++i) {
      std::string name(in.text());
      join.place.offsets.emplace_back(std::move(name), in.number());
    }
    join.threads = in.signed_number();
    join.probe = in.text();
    return join;
  });
}

std::string packed(const Ready& ready) {
  BytePacker out = begun(Kind::ready);
  out.number(ready.has_file ? 1 : 0);
  for (const std::uint64_t value : {ready.device, ready.inode, ready.file_system}) {
    out.number(value);
  }
  return out.out;
}

Ready ready_in(const std::string& message) {
  return content(message, Kind::ready, [](ByteUnpacker& in) {
    Ready ready;
    ready.has_file = in.below(2) == 1;
    for (std::uint64_t* value : {&ready.device, &ready.inode, &ready.file_system}) {
      *value = in.number();
    }
    return ready;
  });
}

std::string packed(const Fly& fly) {
  BytePacker out = begun(Kind::fly);
  out.number(fly.sends ? 1 : 0);
  return out.out;
}

Fly fly_in(const std::string& message) {
  return content(message, Kind::fly, [](ByteUnpacker& in) { return Fly{in.below(2) == 1}; });
}

std::string packed(const Block& block) {
  BytePacker out = begun(Kind::block);
  out.number(block.rows.size());
  for (const std::int64_t row : block.rows) out.signed_number(row);
  out.number(block.data.size());
  for (const std::vector<std::byte>& column : block.data) {
    out.text({reinterpret_cast<const char*>(column.data()), column.size()});
  }
  return out.out;
}

Block block_in(const std::string& message) {
  return content(message, Kind::block, [](ByteUnpacker& in) {
    Block block;
    block.rows.resize(in.count());
    for (std::int64_t& row : block.rows) row = in.signed_number();
    block.data.resize(in.count());
    for (std::vector<std::byte>& column : block.data) {
      const auto bytes = std::as_bytes(std::span(in.text()));
      column.assign(bytes.begin(), bytes.end());
    }
    return block;
  });
}

std::string packed(const Ask& ask) {
  BytePacker out = begun(Kind::ask);
  pack(out, ask.report);
  out.signed_number(ask.blocks);
  return out.out;
}

Ask ask_in(const std::string& message) {
  return content(message, Kind::ask, [](ByteUnpacker& in) {
    Ask ask;
    ask.report = report_in(in);
    ask.blocks = in.signed_number();
    return ask;
  });
}

std::string packed(const DoneMessage& done) {
  BytePacker out = begun(Kind::done);
  pack(out, done.report);
  pack(out, done.failure);
  out.signed_number(std::int64_t{done.signal});
  return out.out;
}

DoneMessage done_in(const std::string& message) {
  return content(message, Kind::done, [](ByteUnpacker& in) {
    DoneMessage done;
    done.report = report_in(in);
    done.failure = failure_in(in);
    done.signal = static_cast<int>(in.signed_number());
    return done;
  });
}

std::string packed(const RowRanges& rows) {
  BytePacker out = begun(Kind::rows);
  out.number(rows.ranges().size());
  for (const RowRange& range : rows.ranges()) {
    out.signed_number(range.first);
    out.signed_number(range.end);
  }
  return out.out;
}

RowRanges rows_in(const std::string& message) {
  return content(message, Kind::rows, [](ByteUnpacker& in) {
    RowRanges rows;
    for (std::size_t left = in.count(); left > 0; --left) {
      const std::int64_t first = in.signed_number();
      rows.add(first, in.signed_number());
    }
    return rows;
  });
}

}  // namespace montecopter::cluster
