// pair --check=default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; struct tree *left, *right; };
int main(void) {
  struct tree *root = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct tree *n = malloc(sizeof *n);
    if (!n) abort();
    n->key = __VERIFIER_nondet_int();
    n->left = n->right = NULL;
    if (!root) {
      root = n;
      continue;
    }
    struct tree *t = root;
    for (;;) {
      if (n->key < t->key) {
        if (!t->left) { t->left = n; break; }
        t = t->left;
      } else {
        if (!t->right) { t->right = n; break; }
        t = t->right;
      }
    }
  }
  while (root) { // rotate until the root has no left child, then take it off
#ifndef UNSAFE
    if (root->left) {
#else
    if (root->right) {
#endif
      struct tree *l = root->left;
      root->left = l->right;
      l->right = root;
      root = l;
    } else {
      struct tree *r = root->right;
      free(root);
      root = r;
    }
  }
  return 0;
}
