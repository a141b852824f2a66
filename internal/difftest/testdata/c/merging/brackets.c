// pair --check=default
// Brackets are matched on a stack.
// inputs: 40 40 40 40 40 40 40 40
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char t[9], s[8];
  int i, d = 0;
  for (i = 0; i < 8; i++) t[i] = __VERIFIER_nondet_char();
  t[8] = 0;
  for (const char *p = t; *p; p++) {
    if (*p == '(' || *p == '[') {
      s[d++] = *p;
    } else if (*p == ')' || *p == ']') {
      if (d == 0) return 0;
      char o = s[--d];
      if ((o == '(') != (*p == ')')) return 0;
    }
  }
#ifndef UNSAFE
  assert(d >= 0 && d <= 8);
#else
  assert(d >= 0 && d <= 7);
#endif
  return 0;
}
