/// What SHA-256 takes of libcrypto, of which none for this architecture is installed. It is taken
/// of a controller's library only, which none of the flights here has.

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <cstdlib>

int SHA256_Init(SHA256_CTX*) { std::abort(); }
int SHA256_Update(SHA256_CTX*, const void*, std::size_t) { std::abort(); }
int SHA256_Final(unsigned char*, SHA256_CTX*) { std::abort(); }
