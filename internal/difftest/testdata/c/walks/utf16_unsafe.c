// false --check=default
// inputs: 400
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* a sequence of one to four bytes becomes one or two units */
static unsigned char in[400];
static unsigned short out[399];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 400) return 0;
  for (unsigned i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
  const unsigned char *p = in, *end = in + n;
  unsigned short *to = out;
  while (p < end) {
    unsigned c = *p++;
    unsigned more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    if (more > (unsigned)(end - p)) break;
    if (more) c &= 0x3Fu >> more;
    for (unsigned k = 0; k < more; k++) c = c << 6 | (*p++ & 0x3F);
    if (c < 0x10000 || more < 3) {
      *to++ = (unsigned short)c;
    } else {
      c -= 0x10000;
      *to++ = (unsigned short)(0xD800 | (c >> 10 & 0x3FF));
      *to++ = (unsigned short)(0xDC00 | (c & 0x3FF));
    }
  }
  return 0;
}
