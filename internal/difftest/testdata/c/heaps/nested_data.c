// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int value; struct item *next; };
struct group { int kind; struct item *items; struct group *next; };
static struct item *fill(int value) {
  struct item *head = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct item *i = malloc(sizeof *i);
    if (!i) abort();
    i->value = value;
    i->next = head;
    head = i;
  }
  return head;
}
int main(void) {
  struct group *all = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct group *g = malloc(sizeof *g);
    if (!g) abort();
    g->kind = 2;
    g->items = fill(7);
    g->next = all;
    all = g;
  }
  for (struct group *g = all; g; g = g->next) {
    assert(g->kind == 2);
#ifndef UNSAFE
    for (struct item *i = g->items; i; i = i->next) assert(i->value == 7);
#else
    for (struct item *i = g->items; i; i = i->next) assert(i->value != 7);
#endif
  }
  return 0;
}
