// pair --check=default
// A text in quotes, with escapes, is copied.
// inputs: 34 92 0 0 0
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char t[9], out[8];
  int i, n = 0;
  for (i = 0; i < 8; i++) t[i] = __VERIFIER_nondet_char();
  t[8] = 0;
  const char *p = t;
  if (*p++ != '"') return 0;
  while (*p != '"') {
    if (*p == 0) return 0;
    if (*p == '\\') {
      p++;
#ifndef UNSAFE
      if (*p == 0) return 0;
#else
      if (*p == 0) p += 8;
#endif
    }
    out[n++] = *p++;
  }
  out[n] = 0;
  assert(n <= 6);
  assert(p - t >= n + 1);
  return 0;
}
