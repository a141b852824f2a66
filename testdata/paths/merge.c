// Two sorted sequences of SIZE inputs are merged: the result is sorted
// paths: as many as there are ways to merge
// fault: what is left of the second one is taken before what is left of the first one
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef SIZE
#define SIZE 5
#endif
int main(void) {
  unsigned char a[SIZE], b[SIZE], c[2 * SIZE];
  for (int i = 0; i < SIZE; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    b[i] = __VERIFIER_nondet_uchar();
    if (i > 0 && (a[i] < a[i - 1] || b[i] < b[i - 1]))
      return 1;
  }
  int i = 0, j = 0, n = 0;
  while (i < SIZE && j < SIZE) {
    if (a[i] <= b[j])
      c[n++] = a[i++];
    else
      c[n++] = b[j++];
#ifdef FAULT
    if (n == 2 * SIZE - 2 && j < SIZE)
      c[n++] = b[j++];
#endif
  }
  while (i < SIZE)
    c[n++] = a[i++];
  while (j < SIZE)
    c[n++] = b[j++];
  for (int k = 1; k < n; k++)
    assert(c[k - 1] <= c[k]);
  return 0;
}
