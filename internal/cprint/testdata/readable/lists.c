// Structures, the heap, a pointer to a function.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
struct node { int key; struct node *next; char name[8]; };
static struct node pool[4];
static const char *const names[] = {"one", "two\n", 0};
static int less(int a, int b) { return a < b; }
static int (*compare)(int, int) = less;
static struct node *push(struct node *l, int key) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = l;
  n->name[0] = names[key & 1][0];
  return n;
}
int main(void) {
  struct node *l = 0;
  int n = __VERIFIER_nondet_int();
  long sum = 0;
  __VERIFIER_assume(n > 0 && n < 10);
  for (int i = 0; i < n; i++)
    l = push(l, i);
  pool[n & 3].key = n;
  while (l) {
    struct node *next = l->next;
    sum += l->key + pool[l->key & 3].key;
    free(l);
    l = next;
  }
  if (!compare(sum, 1000))
    reach_error();
  return 0;
}
