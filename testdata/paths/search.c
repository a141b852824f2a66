// Binary search for QUERIES keys in a table: what is found is the key
// paths: about 2 * SIZE for each query
// fault: the upper end is one too far, in the last query
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef QUERIES
#define QUERIES 3
#endif
#define SIZE 15
int main(void) {
  unsigned char table[SIZE + 1];
  for (int i = 0; i <= SIZE; i++)
    table[i] = 10 * i + 3;
  int found = 0;
  for (int q = 0; q < QUERIES; q++) {
    unsigned char key = __VERIFIER_nondet_uchar();
    int low = 0, high = SIZE;
#ifdef FAULT
    if (q == QUERIES - 1)
      high++;
#endif
    while (low < high) {
      int mid = (low + high) / 2;
      if (table[mid] == key) {
        found++;
        assert(key % 10 == 3 && mid < SIZE);
        break;
      }
      if (table[mid] < key)
        low = mid + 1;
      else
        high = mid;
    }
  }
  assert(found <= QUERIES);
  return 0;
}
