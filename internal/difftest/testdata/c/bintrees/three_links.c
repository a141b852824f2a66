// pair --check memory,leak
// inputs: 1 1 1 2 1 0 1 1 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { struct tree *low, *same, *high; char c; };
int main(void) {
  struct tree *root = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    char c = (char)(__VERIFIER_nondet_int() & 3);
    struct tree **p = &root;
    while (*p) p = c < (*p)->c ? &(*p)->low : c > (*p)->c ? &(*p)->high : &(*p)->same;
    *p = calloc(1, sizeof **p);
    if (!*p) abort();
    (*p)->c = c;
  }
  while (root) { // free any leaf
    struct tree **p = &root;
    for (;;) {
      if ((*p)->low) p = &(*p)->low;
      else if ((*p)->same) p = &(*p)->same;
#ifndef UNSAFE
      else if ((*p)->high) p = &(*p)->high;
#endif
      else break;
    }
    free(*p);
    *p = NULL;
  }
  return 0;
}
