// pair --check memory,leak
// inputs: 1 1 1 1 1 1 1 1 0
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
  struct tree *root = leaf(0);
  while (__VERIFIER_nondet_int()) {
    struct tree *t = root;
    while (t->left && t->right) t = __VERIFIER_nondet_int() ? t->left : t->right;
#ifdef UNSAFE
    t->left = leaf(1);
#else
    if (!t->left) t->left = leaf(1);
    else t->right = leaf(2);
#endif
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
