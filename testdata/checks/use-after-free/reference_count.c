// CWE-416
// fault: valid-deref
// witness: 2
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

struct shared { int refs; int v; };
static void put(struct shared *s) {
  if (--s->refs == 0) // FAULT
    free(s);
}
int main(void) {
  unsigned char users = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(users >= 1 && users <= 2);
  struct shared *s = malloc(sizeof *s);
  if (!s)
    return 0;
#ifdef BAD
  s->refs = 1;
#else
  s->refs = users;
#endif
  for (int i = 0; i < users; i++)
    put(s);
  return 0;
}
