// false
// inputs: 100 101 108 32 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
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
  int kind = 0;
  if (strcmp(s, "get") == 0) kind = 1;
  else if (strcmp(s, "put") == 0) kind = 2;
  else if (strncmp(s, "del ", 4) == 0) kind = 3;
  if (kind == 3) assert(strlen(s) >= 5);
  if (kind == 1) assert(s[3] == 0);
  return 0;
}
