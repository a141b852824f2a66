// false
// inputs: 20
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* push and pop of up to 20 nodes on the heap */
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 20) return 0;
  for (unsigned i = 0; i < n; i++) {
    struct node *p = malloc(sizeof *p);
    if (!p) exit(0);
    p->v = (int)i;
    p->next = head;
    head = p;
  }
  int want = (int)n;
  while (head) {
    struct node *p = head;
    head = p->next;
    want--;
    assert(p->v == (want == 13 ? 14 : want));
    free(p);
  }
  assert(want == 0);
  return 0;
}
