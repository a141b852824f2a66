// CWE-562
// fault: valid-deref
// witness:
#include <assert.h>

int main(void) {
  int all = 0, *p = &all;
  for (int i = 0; i < 2; i++) {
    int x = 1;
    void add(void) { x += i; }
    add();
    *p = 5; // FAULT
#ifdef BAD
    p = &x;
#endif
    assert(x == 1 + i);
  }
  return 0;
}
