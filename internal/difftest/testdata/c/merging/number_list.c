// pair --check=default
// Numbers with signs are read until the end.
// inputs: 57 57 57 57
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char t[5];
  int i, n = 0, v[4];
  for (i = 0; i < 4; i++) t[i] = __VERIFIER_nondet_char();
  t[4] = 0;
  const char *p = t;
  while (*p) {
    int sign = 1, x = 0, digits = 0;
    if (*p == '-') {
      sign = -1;
      p++;
    }
    while (*p >= '0' && *p <= '9') {
      x = x * 10 + (*p++ - '0');
      digits++;
    }
    if (!digits) return 0;
    v[n++] = sign * x;
    if (*p == ' ') p++;
    else if (*p && *p != '-') return 0;
  }
#ifndef UNSAFE
  for (i = 0; i < n; i++) assert(v[i] > -1000 && v[i] < 10000);
#else
  for (i = 0; i < n; i++) assert(v[i] > -1000 && v[i] < 9999);
#endif
  return 0;
}
