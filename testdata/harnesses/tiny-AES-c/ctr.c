/* Up to 20 free bytes, encrypted twice with one counter, come back. */
#include <assert.h>
#include "aes.h"
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, iv[16] = {0};
  struct AES_ctx ctx;
  uint8_t data[20], copy[20];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > sizeof data) return 0;
  for (unsigned i = 0; i < n; i++) copy[i] = data[i] = __VERIFIER_nondet_uchar();
  AES_init_ctx_iv(&ctx, key, iv);
  AES_CTR_xcrypt_buffer(&ctx, data, n);
  AES_ctx_set_iv(&ctx, iv);
  AES_CTR_xcrypt_buffer(&ctx, data, n);
  for (unsigned i = 0; i < n; i++) assert(data[i] == copy[i]);
  return 0;
}
