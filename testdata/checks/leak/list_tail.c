// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness: 2
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

struct node { struct node *next; };
int main(void) {
  struct node *head = NULL;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 3);
  for (int i = 0; i < n; i++) {
    struct node *x = malloc(sizeof *x);
    if (!x)
      break;
    x->next = head;
    head = x;
  }
#ifdef BAD
  if (head)
#else
  while (head)
#endif
  {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
