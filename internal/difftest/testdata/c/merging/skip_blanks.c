// pair --check=default
// Words of a text are counted: blanks and letters are data, positions are control.
// inputs: 97 97 97 97 97 97 97 97 97
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char t[10];
  int i, n = 0;
  for (i = 0; i < 9; i++) t[i] = __VERIFIER_nondet_char();
  t[9] = 0;
  const char *p = t;
  while (*p) {
    while (*p == ' ' || *p == '\t') p++;
    if (!*p) break;
    n++;
    while (*p && *p != ' ' && *p != '\t') p++;
#ifdef UNSAFE
    p++;
#endif
  }
  assert(n <= 5);
  assert(p >= t && p <= t + 9);
  return 0;
}
