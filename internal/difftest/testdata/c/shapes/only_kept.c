// pair --check=leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* A static list that no loop follows: at the end, the head leads to all nodes. */
struct node { int data; struct node *next; };
static struct node *kept;
int main(void) {
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->data = 1;
    n->next = kept;
    kept = n;
  }
#ifdef UNSAFE
  if (kept && kept->next) kept->next = NULL;
#endif
  return 0;
}
