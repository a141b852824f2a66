// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
#include <string.h>
static const char code[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int value(char c) {
  const char *p = memchr(code, c, 64);
  return p ? (int)(p - code) : -1;
}
int main(void) {
  unsigned char in[3], out[3];
  char text[4];
  for (int i = 0; i < 3; i++)
    in[i] = (unsigned char)__VERIFIER_nondet_int();
  unsigned n = in[0] << 16 | in[1] << 8 | in[2];
  for (int i = 0; i < 4; i++)
    text[i] = code[n >> (18 - 6 * i) & 63];
  unsigned m = 0;
  for (int i = 0; i < 4; i++)
    m = m << 5 | (unsigned)value(text[i]);
  for (int i = 0; i < 3; i++)
    out[i] = m >> (16 - 8 * i) & 255;
  assert(!memcmp(in, out, 3));
  return 0;
}
