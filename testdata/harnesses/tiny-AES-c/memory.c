/* A free block under a free key: no access leaves its array, and the vector stays. */
#include <assert.h>
#include "aes.h"
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  struct AES_ctx ctx;
  uint8_t key[16], iv[16], block[16];
  for (int i = 0; i < 16; i++) {
    key[i] = __VERIFIER_nondet_uchar();
    iv[i] = __VERIFIER_nondet_uchar();
    block[i] = __VERIFIER_nondet_uchar();
  }
  AES_init_ctx_iv(&ctx, key, iv);
  AES_ECB_encrypt(&ctx, block);
  for (int i = 0; i < 16; i++) assert(ctx.Iv[i] == iv[i]);
  return 0;
}
