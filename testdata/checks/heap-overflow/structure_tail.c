// CWE-122
// fault: valid-deref
// witness: 4
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

struct message { size_t n; char text[]; };
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 4);
  struct message *m = malloc(sizeof *m + n);
  if (!m)
    return 0;
  m->n = n;
#ifdef BAD
  for (size_t i = 0; i <= m->n; i++)
#else
  for (size_t i = 0; i < m->n; i++)
#endif
    m->text[i] = 'x'; // FAULT
  free(m);
  return 0;
}
