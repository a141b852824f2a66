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
  int fields = 0;
  for (;;) {
    char *q = p;
    while (*q && *q != ',') q++;
    fields++;
    if (!*q) break;
    *q = 0;
    p = q + 1;
  }
  assert(fields <= 100);
  return 0;
}
