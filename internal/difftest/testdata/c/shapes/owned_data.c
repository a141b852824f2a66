// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct data { int value, other; };
struct node { struct data *data; struct node *next; };
int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = malloc(sizeof *n->data);
    if (!n->data) abort();
#ifndef UNSAFE
    n->data->value = 3;
#else
    n->data->value = head ? 4 : 3;
#endif
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next) assert(p->data->value == 3);
  while (head) {
    struct node *t = head->next;
    free(head->data);
    free(head);
    head = t;
  }
  return 0;
}
