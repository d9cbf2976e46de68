#include "results/export/npz.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <string>

#include "results/export/little_endian.hpp"
#include "results/export/unicode.hpp"

namespace montecopter {
namespace {

std::string_view descr_of(Element element) {
  switch (element) {
    case Element::f64:
      return "<f8";
    case Element::f32:
      return "<f4";
    case Element::i8:
      return "|i1";
    case Element::u8:
      return "|u1";
    case Element::i64:
      return "<i8";
    case Element::u64:
      break;
  }
  return "<u8";
}

/// A shape as Python writes it: "(200, 3)", or "(200,)" for one dimension.
std::string tuple_of(const std::vector<std::int64_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

/// Header before the numbers of a .npy file: a multiple of 64 bytes.
std::string npy_header(const std::string& descr, const std::vector<std::int64_t>& shape) {
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                       descr, tuple_of(shape));
  constexpr std::size_t before = 10;
  dictionary.append(63 - (before + dictionary.size()) % 64, ' ');
  dictionary += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  append_little_endian(header, dictionary.size(), 2);
  return header + dictionary;
}

/// A .npy file: its name, its size, and the function that writes it.
struct Member {
  std::string name;
  std::uint64_t bytes = 0;
  std::function<void(const ByteSink&)> write;
};

Member member_of(const std::string& name, const Numbers& numbers) {
  const std::string header = npy_header(std::string(descr_of(numbers.element)), numbers.shape);
  return {name, header.size() + numbers.bytes(), [header, &numbers](const ByteSink& sink) {
            sink(header);
            numbers.write(sink);
          }};
}

/// A .npy file of texts: code points of 4 bytes, padded with zeros to the longest text.
Member member_of(const std::string& name, const Texts& texts) {
  std::size_t longest = 1;
  std::vector<std::u32string> wide;
  for (const std::string& text : texts.texts) {
    wide.push_back(code_points(text));
    longest = std::max(longest, wide.back().size());
  }
  std::string content = npy_header(fmt::format("<U{}", longest), texts.shape);
  for (std::u32string& text : wide) {
    text.resize(longest, U'\0');
    for (const char32_t point : text) append_little_endian(content, point, 4);
  }
  const std::uint64_t bytes = content.size();
  return {name, bytes, [content = std::move(content)](const ByteSink& sink) { sink(content); }};
}

/// Marks a 32-bit field whose number is in the fields of ZIP64.
constexpr std::uint64_t told_elsewhere = 0xffffffff;

/// Common data of the two headers of a file in the archive.
struct Entry {
  std::string name;
  std::uint64_t bytes = 0, offset = 0, zip64_from = zip64_from_bytes;
  std::uint32_t crc = 0;

  bool is_large() const { return bytes >= zip64_from; }
  bool is_far() const { return offset >= zip64_from; }
};

/// Appends the common fields: version 2.0, or 4.5 with ZIP64; UTF-8 names; stored; 1 January 1980,
/// 0:00.
void append_common(std::string& out, const Entry& entry, bool needs_zip64) {
  append_little_endian(out, needs_zip64 ? 45 : 20, 2);
  append_little_endian(out, 0x800, 2);
  append_little_endian(out, 0, 2);
  append_little_endian(out, 0, 2);
  append_little_endian(out, 0x21, 2);
  append_little_endian(out, entry.crc, 4);
  const std::uint64_t size = entry.is_large() ? told_elsewhere : entry.bytes;
  append_little_endian(out, size, 4);
  append_little_endian(out, size, 4);
  append_little_endian(out, entry.name.size(), 2);
}

/// The extra field of ZIP64: the sizes and the offset of the file that need 8 bytes.
std::string zip64_field(const Entry& entry, bool with_offset) {
  std::string numbers;
  for (int k = 0; entry.is_large() && k < 2; ++k) append_little_endian(numbers, entry.bytes, 8);
  if (with_offset && entry.is_far()) append_little_endian(numbers, entry.offset, 8);
  if (numbers.empty()) return "";
  std::string field;
  append_little_endian(field, 1, 2);
  append_little_endian(field, numbers.size(), 2);
  return field + numbers;
}

std::string local_header(const Entry& entry) {
  const std::string extra = zip64_field(entry, false);
  std::string out = "PK\x03\x04";
  append_common(out, entry, entry.is_large());
  append_little_endian(out, extra.size(), 2);
  return out + entry.name + extra;
}

std::string central_header(const Entry& entry) {
  const std::string extra = zip64_field(entry, true);
  std::string out = "PK\x01\x02";
  append_little_endian(out, 45, 2);  // made by
  append_common(out, entry, entry.is_large() || entry.is_far());
  append_little_endian(out, extra.size(), 2);
  append_little_endian(out, 0, 2);  // comment
  append_little_endian(out, 0, 2);  // disk
  append_little_endian(out, 0, 2);  // attributes
  append_little_endian(out, 0, 4);
  append_little_endian(out, entry.is_far() ? told_elsewhere : entry.offset, 4);
  return out + entry.name + extra;
}

/// Place of the directory in an archive.
struct Directory {
  std::uint64_t entries = 0, offset = 0, bytes = 0;
};

std::string zip64_end(const Directory& directory) {
  std::string out = "PK\x06\x06";
  append_little_endian(out, 44, 8);  // bytes that follow
  append_little_endian(out, 45, 2);  // made by, needed
  append_little_endian(out, 45, 2);
  append_little_endian(out, 0, 8);  // disks
  append_little_endian(out, directory.entries, 8);
  append_little_endian(out, directory.entries, 8);
  append_little_endian(out, directory.bytes, 8);
  append_little_endian(out, directory.offset, 8);
  out += "PK\x06\x07";
  append_little_endian(out, 0, 4);
  append_little_endian(out, directory.offset + directory.bytes, 8);
  append_little_endian(out, 1, 4);
  return out;
}

std::string end_of_archive(const Directory& directory, std::uint64_t zip64_from) {
  constexpr std::uint64_t most_entries = 0xffff;
  const bool is_large = directory.entries >= most_entries || directory.offset >= zip64_from ||
                        directory.bytes >= zip64_from;
  const auto field = [&](std::uint64_t value) { return is_large ? told_elsewhere : value; };
  std::string out = is_large ? zip64_end(directory) : "";
  out += "PK\x05\x06";
  append_little_endian(out, 0, 4);  // disks
  append_little_endian(out, field(directory.entries), 2);
  append_little_endian(out, field(directory.entries), 2);
  append_little_endian(out, field(directory.bytes), 4);
  append_little_endian(out, field(directory.offset), 4);
  append_little_endian(out, 0, 2);  // comment
  return out;
}

std::uint32_t crc_of(const Member& member) {
  uLong crc = 0;
  member.write([&](std::string_view piece) {
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
  });
  return static_cast<std::uint32_t>(crc);
}

}  // namespace

void write_npz(std::span<const NamedArray> arrays, const ByteSink& sink, std::uint64_t zip64_from) {
  std::string directory;
  std::uint64_t offset = 0;
  for (const NamedArray& array : arrays) {
    const Member member = std::visit(
        [&](const auto& values) { return member_of(array.name + ".npy", values); }, array.values);
    const Entry entry{member.name, member.bytes, offset, zip64_from, crc_of(member)};
    const std::string header = local_header(entry);
    sink(header);
    member.write(sink);
    directory += central_header(entry);
    offset += header.size() + member.bytes;
  }
  sink(directory);
  sink(end_of_archive({arrays.size(), offset, directory.size()}, zip64_from));
}

}  // namespace montecopter
