// pair --check memory,leak
// inputs: 1 5 1 3 1 4 1 7 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; struct tree *left, *right, *up; };
int main(void) {
  struct tree *root = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct tree *n = malloc(sizeof *n), *t = root;
    if (!n) abort();
    n->key = __VERIFIER_nondet_int();
    n->left = n->right = n->up = NULL;
    while (t) {
      n->up = t;
      t = n->key < t->key ? t->left : t->right;
    }
    if (!n->up) root = n;
    else if (n->key < n->up->key) n->up->left = n;
    else n->up->right = n;
  }
  struct tree *t = root;
  while (t) { // free each leaf, and go up
    if (t->left) t = t->left;
    else if (t->right) t = t->right;
    else {
      struct tree *up = t->up;
      if (up) {
        if (up->left == t) up->left = NULL;
#ifdef UNSAFE
        else up->left = NULL;
#else
        else up->right = NULL;
#endif
      }
      free(t);
      t = up;
    }
  }
  return 0;
}
