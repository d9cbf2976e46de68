/// What SHA-256 takes of libcrypto, of which none for this architecture is installed. It is taken
/// of a controller's library only, which none of the flights here has.

#include <openssl/evp.h>

#include <cstdlib>

EVP_MD_CTX* EVP_MD_CTX_new() { std::abort(); }
void EVP_MD_CTX_free(EVP_MD_CTX*) { std::abort(); }
const EVP_MD* EVP_sha256() { std::abort(); }
int EVP_DigestInit_ex(EVP_MD_CTX*, const EVP_MD*, ENGINE*) { std::abort(); }
int EVP_DigestUpdate(EVP_MD_CTX*, const void*, std::size_t) { std::abort(); }
int EVP_DigestFinal_ex(EVP_MD_CTX*, unsigned char*, unsigned int*) { std::abort(); }
