// pair --check=default
// A line is split at commas, in place.
// inputs: 44 44 44 44 44 44 44
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char t[8], *f[8];
  int i, n = 0;
  for (i = 0; i < 7; i++) t[i] = __VERIFIER_nondet_char();
  t[7] = 0;
  char *p = t;
#ifndef UNSAFE
  f[n++] = p;
#else
  f[n++] = p; f[n++] = p;
#endif
  for (; *p; p++)
    if (*p == ',') {
      *p = 0;
      f[n++] = p + 1;
    }
  assert(n >= 1 && n <= 8);
  for (i = 0; i < n; i++) assert(f[i] >= t && f[i] <= t + 7);
  return 0;
}
