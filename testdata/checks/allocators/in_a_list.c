// CWE-416
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
void *kmalloc(size_t n, unsigned flags);
void kfree(const void *p);
struct node { struct node *next; int v; };
int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = kmalloc(sizeof *n, 0);
    if (!n)
      break;
    n->next = head;
    n->v = i;
    head = n;
  }
  while (head) {
#ifdef BAD
    struct node *old = head;
    kfree(old);
    head = old->next; // FAULT
#else
    struct node *next = head->next;
    kfree(head);
    head = next;
#endif
  }
  return 0;
}
