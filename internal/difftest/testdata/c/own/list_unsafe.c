// false --check=default
// inputs: 0
// a linked list of tasks with priorities, in a pool of nodes
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct task {
  int id;
  int priority;
  struct task *next;
};

struct list {
  struct task *first;
  int length;
  int added, removed;
};

static int insert(struct list *l, int id, int priority) {
  struct task *t = malloc(sizeof *t);
  if (t == NULL)
    return 0;
  t->id = id;
  t->priority = priority;
  struct task **at = &l->first;
  while (*at != NULL && (*at)->priority >= priority)
    at = &(*at)->next;
  t->next = *at;
  *at = t;
  l->length++;
  l->added++;
  return 1;
}

static int take(struct list *l) {
  struct task *t = l->first;
  int id = t->id;
  l->first = t->next;
  free(t);
  l->length--;
  l->removed++;
  return id;
}

int main(void) {
  struct list l = {NULL, 0, 0, 0};
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int p = __VERIFIER_nondet_int();
    if (p > 0)
      insert(&l, i, p % 10);
    else
      sum += take(&l);
  }
  printf("%d left, %d added, %d removed\n", l.length, l.added, l.removed);
  while (l.first != NULL)
    sum += take(&l);
  printf("sum %d\n", sum);
  return 0;
}
