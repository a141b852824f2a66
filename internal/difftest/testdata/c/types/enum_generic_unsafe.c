// false
#include <assert.h>
#include <stddef.h>
enum small { A, B }; enum large { C = 1, D = 0x100000000 };
enum small s;
int main(void) {
  int k = 0;
  k += _Generic(A, int: 1, default: 0);
  k += _Generic(s, unsigned: 1, default: 0);
  k += _Generic(C, int: 1, default: 0);
  k += _Generic(s + 0, unsigned: 1, int: 2, default: 0);
  k += sizeof(D) == 8;
  assert(k == 6);
  return 0;
}
