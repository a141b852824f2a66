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
  struct tree **tail = &root; // Q. Stout, B. Warren: the first phase
  while (*tail) {
    struct tree *t = *tail, *l = t->left;
    if (l) {
      t->left = l->right;
      l->right = t;
      *tail = l;
    } else tail = &t->right;
  }
#ifdef UNSAFE
  while (root) {
    struct tree *r = root->left;
#else
  while (root) {
    struct tree *r = root->right;
#endif
    free(root);
    root = r;
  }
  return 0;
}
