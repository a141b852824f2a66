// false
// inputs: 1 2 3 4 4
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* a binary search tree */
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key) {
  struct tree **at = &t;
  while (*at) {
    if ((*at)->key == key) return t;
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  }
  *at = calloc(1, sizeof **at);
  if (!*at) exit(0);
  (*at)->key = key;
  return t;
}
static int contains(const struct tree *t, int key) {
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
  return t != 0;
}
int main(void) {
  int k[4];
  struct tree *t = 0;
  for (int i = 0; i < 4; i++) {
    k[i] = __VERIFIER_nondet_int();
    t = insert(t, k[i]);
  }
  for (int i = 0; i < 4; i++) assert(contains(t, k[i]));
  int x = __VERIFIER_nondet_int();
  if (contains(t, x)) assert(x == k[0] || x == k[1] || x == k[2]);
  return 0;
}
