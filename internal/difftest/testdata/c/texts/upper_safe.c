// true
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static char s[32];
static void input(void) {
  for (int i = 0; i < 31; i++) s[i] = __VERIFIER_nondet_char();
  s[31] = 0;
}
int main(void) {
  input();
  for (char *p = s; *p; p++)
    if (*p >= 'a' && *p <= 'z') *p -= 32;
  for (char *p = s; *p; p++) assert(*p < 'a' || *p > 'z');
  return 0;
}
