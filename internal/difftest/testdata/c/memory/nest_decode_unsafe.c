// false
// Records of one to three bytes, copied by a function with a loop; the text has symbolic contents.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static void copy(unsigned char *to, const unsigned char *from, unsigned len) {
  for (unsigned i = 0; i < len; i++)
    to[i] = from[i];
}
int main(void) {
  unsigned char text[64], again[4];
  unsigned n = __VERIFIER_nondet_uchar(), at = 0;
  if (n > 60)
    return 0;
  for (unsigned i = 0; i < 64; i++)
    text[i] = __VERIFIER_nondet_uchar();
  while (at < n) {
    unsigned len = text[at] & 3;
    if (len == 0)
      len = 1;
    if (at + len > n + 1)
      break;
    copy(again, text + at, len);
    for (unsigned i = 0; i < len; i++)
      assert(again[i] == text[at + i]);
    at += len;
  }
  assert(at <= n);
  return 0;
}
