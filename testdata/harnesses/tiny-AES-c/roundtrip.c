/* One of four blocks, encrypted and decrypted under a fixed key, comes back. */
#include <assert.h>
#include "aes.h"
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  static const uint8_t key[16] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                  0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
  struct AES_ctx ctx;
  uint8_t block[16];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 3) return 0;
  for (int i = 0; i < 16; i++) block[i] = (uint8_t)(n * 64 + i);
  AES_init_ctx(&ctx, key);
  AES_ECB_encrypt(&ctx, block);
  AES_ECB_decrypt(&ctx, block);
  for (int i = 0; i < 16; i++) assert(block[i] == n * 64 + i);
  return 0;
}
