/// The assembler reads the compressed texts: NAME.ptx.gz for each form, in the folder
/// MONTECOPTER_PTX (cmake/nvidia.cmake).

#include "simulate/nvidia/ptx.hpp"

#include <zlib.h>

#include <array>
#include <new>

#include "core/base/embed.hpp"
#include "core/base/error.hpp"
#include "simulate/nvidia/forms.hpp"

#define MONTECOPTER_EMBED(NAME) EMBED(ptx_##NAME, MONTECOPTER_PTX "/" #NAME ".ptx.gz")
MONTECOPTER_FORMS(MONTECOPTER_EMBED)

namespace montecopter::nvidia {
namespace {

struct CompressedCode {
  const char *begin, *end;
};

#define MONTECOPTER_PLACE(NAME) {montecopter_ptx_##NAME##_begin, montecopter_ptx_##NAME##_end},
constexpr auto texts = std::to_array<CompressedCode>({MONTECOPTER_FORMS(MONTECOPTER_PLACE)});
static_assert(texts.size() == form_count);

}  // namespace

std::string ptx_of(std::size_t form) {
  const CompressedCode& text = texts[form];
  z_stream stream = {};
  constexpr int gzip = 16 + MAX_WBITS;  // gzip's header instead of zlib's
  if (inflateInit2(&stream, gzip) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.begin));
  stream.avail_in = static_cast<unsigned>(text.end - text.begin);
  std::string whole;
  std::array<char, 1 << 16> part;
  int code = Z_OK;
  while (code == Z_OK) {
    stream.next_out = reinterpret_cast<unsigned char*>(part.data());
    stream.avail_out = static_cast<unsigned>(part.size());
    code = inflate(&stream, Z_NO_FLUSH);
    whole.append(part.data(), part.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (code != Z_STREAM_END) {
    throw Error(ExitCode::internal, "the code for graphics cards is damaged");
  }
  return whole;
}

}  // namespace montecopter::nvidia
