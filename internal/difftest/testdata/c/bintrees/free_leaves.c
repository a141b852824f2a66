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
int main(void) {
  struct tree *root = NULL;
  while (__VERIFIER_nondet_int() > 0) add(&root, __VERIFIER_nondet_int());
  while (root) {
    struct tree *above = NULL, *t = root;
    while (t->left || t->right) {
      above = t;
      t = t->left ? t->left : t->right;
    }
    if (!above) root = NULL;
#ifdef UNSAFE
    else if (t == above->left) above->right = NULL;
#else
    else if (t == above->left) above->left = NULL;
#endif
    else above->right = NULL;
    free(t);
  }
  return 0;
}
