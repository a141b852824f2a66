// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct job { int id; struct job *next; };
struct queue { struct job *first; struct queue *next; };
int main(void) {
  struct queue *head = NULL, *tail = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    if (!tail || __VERIFIER_nondet_int() > 5) {
      struct queue *q = malloc(sizeof *q);
      if (!q) abort();
      q->first = NULL;
      q->next = NULL;
      if (tail) tail->next = q; else head = q;
      tail = q;
    } else {
      struct job *j = malloc(sizeof *j);
      if (!j) abort();
#ifndef UNSAFE
      j->id = 1;
#else
      j->id = tail->first ? 2 : 1;
#endif
      j->next = tail->first;
      tail->first = j;
    }
  }
  while (head) {
    struct queue *q = head;
    head = q->next;
    while (q->first) {
      struct job *j = q->first;
      assert(j->id == 1);
      q->first = j->next;
      free(j);
    }
    free(q);
  }
  return 0;
}
