// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct edge { int weight; struct edge *next; };
struct vertex { struct vertex *next; struct edge *edges; int degree; };
int main(void) {
  struct vertex *graph = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct vertex *v = malloc(sizeof *v);
    if (!v) abort();
    v->edges = NULL;
    v->next = graph;
    graph = v;
  }
  for (struct vertex *v = graph; v; v = v->next) {
    while (__VERIFIER_nondet_int() > 0) {
      struct edge *e = malloc(sizeof *e);
      if (!e) abort();
      e->weight = 1 + (__VERIFIER_nondet_int() > 0);
      e->next = v->edges;
      v->edges = e;
    }
  }
  for (struct vertex *v = graph; v; v = v->next)
    for (struct edge *e = v->edges; e; e = e->next) {
#ifndef UNSAFE
      assert(e->weight >= 1 && e->weight <= 2);
#else
      assert(e->weight >= 1 && e->weight < 2);
#endif
    }
  while (graph) {
    struct vertex *next = graph->next;
    while (graph->edges) {
      struct edge *e = graph->edges;
      graph->edges = e->next;
      free(e);
    }
    free(graph);
    graph = next;
  }
  return 0;
}
