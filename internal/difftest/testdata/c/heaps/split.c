// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *in = NULL, *ones = NULL, *twos = NULL, *p;
  while (__VERIFIER_nondet_int() > 0) {
    p = malloc(sizeof *p);
    if (!p) abort();
    p->data = __VERIFIER_nondet_int() > 0 ? 1 : 2;
    p->next = in;
    in = p;
  }
  while (in) {
    p = in;
    in = in->next;
    if (p->data == 1) {
      p->next = ones;
      ones = p;
    } else {
      p->next = twos;
      twos = p;
    }
  }
  for (p = ones; p; p = p->next) assert(p->data == 1);
#ifndef UNSAFE
  for (p = twos; p; p = p->next) assert(p->data == 2);
#else
  for (p = twos; p; p = p->next) assert(p->data == 1);
#endif
  while (ones) { p = ones->next; free(ones); ones = p; }
  while (twos) { p = twos->next; free(twos); twos = p; }
  return 0;
}
