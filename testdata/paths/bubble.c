// Bubble sort of SIZE inputs: in the end they are in order
// paths: one for each order of comparisons
// fault: the last pass is missing
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef SIZE
#define SIZE 6
#endif
#ifdef FAULT
#define PASSES (SIZE - 2)
#else
#define PASSES (SIZE - 1)
#endif
int main(void) {
  unsigned char a[SIZE];
  for (int i = 0; i < SIZE; i++)
    a[i] = __VERIFIER_nondet_uchar();
  for (int pass = 0; pass < PASSES; pass++)
    for (int i = 0; i + 1 < SIZE - pass; i++)
      if (a[i] > a[i + 1]) {
        unsigned char t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
  for (int i = 0; i + 1 < SIZE; i++)
    assert(a[i] <= a[i + 1]);
  return 0;
}
