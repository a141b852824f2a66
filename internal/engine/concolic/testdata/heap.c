// The error is one value of the size of a block; pointers lie among bytes of the heap, which vc knows by the bases of objects;
// the size is small by the path's condition.
extern void reach_error(void);
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
struct node {
  struct node *next;
  unsigned char *data;
};
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), size = __VERIFIER_nondet_uchar();
  struct node *first = 0;
  __VERIFIER_assume(n <= 3 && size >= 1 && size <= 40);
  for (unsigned char i = 0; i < n; i++) {
    struct node *x = malloc(sizeof *x);
    x->next = first;
    x->data = malloc(size);
    x->data[size - 1] = i;
    first = x;
  }
  while (first) {
    struct node *x = first;
    n--;
    if (!(x->data[size - 1] == n && (size != 37 || n != 2)))
      reach_error();
    first = x->next;
    free(x->data);
    free(x);
  }
  if (!(n == 0))
    reach_error();
  return 0;
}
