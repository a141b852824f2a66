// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct frame { unsigned depth; struct frame *below; };
static struct frame *top;
static void push(void) {
  struct frame *f = malloc(sizeof *f);
  if (!f) abort();
  f->depth = top ? top->depth + 1 : 0;
  f->below = top;
  top = f;
}
static void pop(void) {
  struct frame *f = top;
  top = f->below;
  free(f);
}
int main(void) {
  while (__VERIFIER_nondet_int() > 0) {
    if (__VERIFIER_nondet_int() > 0) push();
    else if (top) pop();
  }
  while (top) {
#ifndef UNSAFE
    if (top->below) assert(top->depth == top->below->depth + 1);
    else assert(top->depth == 0);
#else
    if (top->below) assert(top->depth == top->below->depth);
    else assert(top->depth == 0);
#endif
    pop();
  }
  return 0;
}
