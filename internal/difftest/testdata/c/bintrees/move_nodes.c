// pair --check memory,leak
// inputs: 1 5 1 3 1 4 1 7 0
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
static struct tree *pop(struct tree **p) {
  while ((*p)->left) p = &(*p)->left;
  struct tree *n = *p;
  *p = n->right;
#ifndef UNSAFE
  n->right = NULL;
#endif
  return n;
}
int main(void) {
  struct tree *a = NULL, *root = NULL;
  while (__VERIFIER_nondet_int() > 0) add(&a, __VERIFIER_nondet_int());
  while (a) {
    struct tree *n = pop(&a), **p = &root;
    while (*p) p = n->key & 1 ? &(*p)->left : &(*p)->right;
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
      free(root);
      root = r;
    }
  }
  return 0;
}
