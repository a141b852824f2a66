// true
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static char s[100];
static void input(void) {
  for (int i = 0; i < 99; i++) s[i] = __VERIFIER_nondet_char();
  s[99] = 0;
}
int main(void) {
  input();
  char *p = s;
  unsigned v = 0;
  while (*p >= '0' && *p <= '9') v = v * 10 + (unsigned)(*p++ - '0');
  if (*p == '.') {
    p++;
    while (*p >= '0' && *p <= '9') p++;
  }
  assert(p - s <= 99);
  return v == 3;
}
