// pair --check memory,leak
// inputs: 1 5 1 3 1 4 1 7 0
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
struct item { int key; struct item *next; };
int main(void) {
  struct tree *root = NULL;
  struct item *list = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    int key = __VERIFIER_nondet_int();
    if (key > 0 && key < 8) add(&root, key);
  }
  while (root) {
    struct tree *l = root->left;
    if (l) {
      root->left = l->right;
      l->right = root;
      root = l;
    } else {
      struct tree *r = root->right;
      struct item *i = malloc(sizeof *i);
      if (!i) abort();
      i->key = root->key;
      i->next = list;
      list = i;
      free(root);
      root = r;
    }
  }
  while (list) {
    struct item *next = list->next;
#ifdef UNSAFE
    assert(list->key < 7);
#else
    assert(list->key < 8);
#endif
    free(list);
    list = next;
  }
  return 0;
}
