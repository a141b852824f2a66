// true
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static char s[100], t[100];
int main(void) {
  for (int i = 0; i < 99; i++) s[i] = __VERIFIER_nondet_char();
  s[99] = 0;
  int i = 0;
  while ((t[i] = s[i])) i++;
  int n = 0;
  while (t[n]) n++;
  assert(n <= 99);
  return 0;
}
