// pair --check memory,leak
// inputs: 1 5 1 3 1 4 1 7 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int *data; struct tree *left, *right; };
int main(void) {
  struct tree *root = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct tree *n = malloc(sizeof *n), **p = &root;
    if (!n) abort();
    n->data = malloc(sizeof *n->data);
    if (!n->data) abort();
    *n->data = __VERIFIER_nondet_int();
    n->left = n->right = NULL;
    while (*p) p = *n->data < *(*p)->data ? &(*p)->left : &(*p)->right;
    *p = n;
  }
  while (root) {
    struct tree *l = root->left;
    if (l) {
      root->left = l->right;
      l->right = root;
      root = l;
    } else {
      struct tree *r = root->right;
#ifdef UNSAFE
      if (r) free(root->data);
#else
      free(root->data);
#endif
      free(root);
      root = r;
    }
  }
  return 0;
}
