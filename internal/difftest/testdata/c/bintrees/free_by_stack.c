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
struct entry { struct tree *node; struct entry *below; };
static struct entry *push(struct entry *top, struct tree *node) {
  struct entry *e = malloc(sizeof *e);
  if (!e) abort();
  e->node = node;
  e->below = top;
  return e;
}
int main(void) {
  struct tree *root = NULL;
  while (__VERIFIER_nondet_int() > 0) add(&root, __VERIFIER_nondet_int());
  struct entry *top = root ? push(NULL, root) : NULL;
  while (top) {
    struct entry *e = top;
    struct tree *t = e->node;
    top = e->below;
    free(e);
    if (t->left) top = push(top, t->left);
#ifndef UNSAFE
    if (t->right) top = push(top, t->right);
#endif
    free(t);
  }
  return 0;
}
