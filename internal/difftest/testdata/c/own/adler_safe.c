// true --check=default
// Adler-32 and a plain sum over blocks of input
#include <stdio.h>
#include <stdint.h>

#define BLOCK 32
#define MOD 65521

struct sums {
  uint32_t a, b;
  int bytes;
  int plain;
};

static void sums_start(struct sums *s) {
  s->a = 1;
  s->b = 0;
  s->bytes = 0;
  s->plain = 0;
}

static void sums_add(struct sums *s, const unsigned char *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    s->a = (s->a + p[i]) % MOD;
    s->b = (s->b + s->a) % MOD;
    s->plain += p[i];
    s->bytes++;
  }
}

int main(void) {
  unsigned char block[BLOCK];
  struct sums s;
  sums_start(&s);
  for (int i = 0; i < 16; i++) {
    size_t n = fread(block, 1, BLOCK, stdin);
    sums_add(&s, block, n);
    if (n < BLOCK)
      break;
  }
  printf("%08x %d bytes, average %d\n", (unsigned)(s.b << 16 | s.a), s.bytes, s.bytes ? s.plain / s.bytes : 0);
  return 0;
}
