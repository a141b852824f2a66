// CWE-562
// fault: valid-deref
// witness:
// sanitizers: do not see this
#include <assert.h>

int main(void) {
  int all[3] = {0}, *p = all, jumps = 0;
  for (int i = 0; i < 4; i++) {
    __label__ out;
    int a[3] = {i, i + 1, i + 2};
    void check(int k) {
      if (a[k] == 3)
        goto out;
      a[k]++;
    }
    p[0] = 1; // FAULT
    for (int k = 0; k < 3; k++)
      check(k);
    jumps--;
  out:
    jumps++;
    assert(a[0] == i + 1 || a[0] == 3);
#ifdef BAD
    p = a;
#endif
  }
  assert(jumps == 3);
  return 0;
}
