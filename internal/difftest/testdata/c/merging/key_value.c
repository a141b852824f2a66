// pair --check=default
// A line is a key, blanks, = and a value.
// inputs: 97 61 49 49 49
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct entry { char key[3]; int value; };
int main(void) {
  char t[6];
  struct entry e = {{0}, 0};
  int i, n = 0;
  for (i = 0; i < 5; i++) t[i] = __VERIFIER_nondet_char();
  t[5] = 0;
  const char *p = t;
  while (*p >= 'a' && *p <= 'z') {
    if (n == 2) return 0;
    e.key[n++] = *p++;
  }
  e.key[n] = 0;
  while (*p == ' ') p++;
  if (*p++ != '=') return 0;
  while (*p >= '0' && *p <= '9') e.value = e.value * 10 + (*p++ - '0');
  if (*p) return 0;
#ifndef UNSAFE
  assert(e.value >= 0 && e.value <= 9999);
#else
  assert(e.value >= 0 && e.value <= 110);
#endif
  assert(n + (p - t) <= 7);
  return 0;
}
