// pair
// inputs: 1 5 1 3 1 7 0 4
#include <assert.h>
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
  int key = __VERIFIER_nondet_int();
  struct tree *t = root;
#ifdef UNSAFE
  while (t && (t->left || t->right) && t->key != key) t = key < t->key ? t->left : t->right;
#else
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
#endif
  if (t) assert(t->key == key);
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
