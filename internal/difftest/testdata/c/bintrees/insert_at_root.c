// pair --check memory,leak
// inputs: 1 3 1 5 1 4 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; struct tree *left, *right; };
static struct tree *leaf(int key) {
  struct tree *n = malloc(sizeof *n);
  if (!n) abort();
  n->key = key;
  n->left = n->right = NULL;
  return n;
}
static void add(struct tree **p, int key) {
  while (*p) p = key < (*p)->key ? &(*p)->left : &(*p)->right;
  *p = leaf(key);
}
int main(void) {
  struct tree *root = NULL;
  while (__VERIFIER_nondet_int() > 0) { // the new node becomes the root, and the tree is split
    struct tree *n = leaf(__VERIFIER_nondet_int()), *t = root;
    struct tree **low = &n->left, **high = &n->right;
    while (t) {
      if (t->key < n->key) {
        *low = t;
        low = &t->right;
        t = *low;
      } else {
        *high = t;
        high = &t->left;
        t = *high;
      }
    }
    *low = NULL;
#ifndef UNSAFE
    *high = NULL;
#endif
    root = n;
  }
  while (root) {
    struct tree *l = root->left;
    if (l) {
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
