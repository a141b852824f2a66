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
  int n = 0, b = 0;
  while (s[n]) n++;
  while (n > 0 && s[n - 1] == ' ') n--;
  s[n] = 0;
  while (s[b] == ' ') b++;
  assert(b < n);
  return 0;
}
