// false
// inputs: 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120
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
  int n = 0;
  for (char *t = strtok(s, " "); t; t = strtok(0, " ")) {
    assert(*t != 'x' && *t != ' ');
    n++;
  }
  return n == -1;
}
