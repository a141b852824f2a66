// Bits of a word, counted one by one and by the table of its halves
// paths: 2 for each bit
// fault: the table has one entry wrong
#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);
#ifndef BITS
#define BITS 10
#endif
int main(void) {
#ifdef FAULT
  static const unsigned char half[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 2, 2, 3, 3, 4};
#else
  static const unsigned char half[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
#endif
  unsigned short x = __VERIFIER_nondet_ushort() & ((1 << BITS) - 1);
  int n = 0;
  for (int i = 0; i < BITS; i++)
    if (x >> i & 1)
      n++;
  assert(n == half[x & 15] + half[x >> 4 & 15] + half[x >> 8 & 15] + half[x >> 12]);
  return 0;
}
