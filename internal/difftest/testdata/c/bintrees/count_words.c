// pair
// inputs: 1 5 1 3 1 5 0 1 1 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; unsigned count; struct tree *left, *right; };
int main(void) {
  struct tree *root = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    int key = __VERIFIER_nondet_int();
    struct tree **p = &root;
    while (*p && (*p)->key != key) p = key < (*p)->key ? &(*p)->left : &(*p)->right;
    if (*p) {
#ifdef UNSAFE
      if ((*p)->count < 100) (*p)->count--;
#else
      if ((*p)->count < 100) (*p)->count++;
#endif
    } else {
      *p = calloc(1, sizeof **p);
      if (!*p) abort();
      (*p)->key = key;
      (*p)->count = 1;
    }
  }
  struct tree *t = root;
  while (t) {
    assert(t->count >= 1 && t->count <= 100);
    t = __VERIFIER_nondet_int() ? t->right : t->left;
  }
  return 0;
}
