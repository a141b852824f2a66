// true
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static char a[200], b[100];
int main(void) {
  for (int i = 0; i < 99; i++) a[i] = __VERIFIER_nondet_char();
  a[99] = 0;
  for (int i = 0; i < 99; i++) b[i] = __VERIFIER_nondet_char();
  b[99] = 0;
  char *p = a, *q = b;
  while (*p) p++;
  while ((*p++ = *q++)) ;
  int n = 0;
  while (a[n]) n++;
  assert(n <= 198);
  return 0;
}
