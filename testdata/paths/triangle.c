// Kinds of SHAPES triangles: each is of one kind
// paths: up to 5 for each triangle
// fault: two of the comparisons are of the same sides
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef SHAPES
#define SHAPES 6
#endif
int main(void) {
  int equal = 0, two = 0, none = 0, no = 0;
  for (int i = 0; i < SHAPES; i++) {
    int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
    if (a + b <= c || a + c <= b || b + c <= a)
      no++;
    else if (a == b && b == c)
      equal++;
#ifdef FAULT
    else if (a == b || a == b)
#else
    else if (a == b || b == c || a == c)
#endif
      two++;
    else {
      assert(a != b && b != c && a != c);
      none++;
    }
  }
  assert(equal + two + none + no == SHAPES);
  return 0;
}
