// pair --check=default
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_head { struct list_head *next, *prev; };
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
struct job { int kind; struct list_head link; };
static void add_tail(struct list_head *n, struct list_head *head) {
  n->prev = head->prev;
  n->next = head;
  head->prev->next = n;
  head->prev = n;
}
static void del(struct list_head *n) {
  n->next->prev = n->prev;
  n->prev->next = n->next;
}
int main(void) {
  struct list_head queue = {&queue, &queue};
  while (__VERIFIER_nondet_int() > 0) {
    if (__VERIFIER_nondet_int() > 0) {
      struct job *j = malloc(sizeof *j);
      if (!j) abort();
      j->kind = 3;
      add_tail(&j->link, &queue);
    } else if (queue.next != &queue) {
      struct job *j = container_of(queue.next, struct job, link);
      del(&j->link);
      assert(j->kind == 3);
      free(j);
    }
  }
  while (queue.next != &queue) {
    struct job *j = container_of(queue.next, struct job, link);
#ifndef UNSAFE
    del(&j->link);
    free(j);
#else
    free(j);
    del(&j->link);
#endif
  }
  return 0;
}
