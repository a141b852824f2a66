// pair --check=leak
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* The nodes are zeroed: no store says that the last one has no next one. */
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = calloc(1, sizeof *head), *last = head;
  if (!head) return 0;
  while (__VERIFIER_nondet_int() > 0) {
    last->next = calloc(1, sizeof *last);
    if (!last->next) break;
    last = last->next;
  }
  for (struct node *p = head; p; p = p->next) assert(p->data == 0);
#ifdef UNSAFE
  if (head->next && head->next->next) head = head->next;
#endif
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
