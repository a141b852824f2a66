// false
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
  unsigned n = 0;
  char *p = s;
  for (;;) {
    while (*p == ' ') p++;
    if (!*p) break;
    n++;
    while (*p && *p != ' ') p++; p++;
  }
  assert(p - s <= 99);
  return 0;
}
