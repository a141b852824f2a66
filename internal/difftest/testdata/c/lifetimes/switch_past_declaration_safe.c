// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
static void put(int *p, int v) { *p = v; keep = p; }
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) {
    switch (i) {
      int x;
    case 0:
      put(&x, 1);
      r += *keep;
      break;
    case 1:
      put(&x, 2);
    default:
      put(&x, 3);
      r += x;
    }
    keep = &r;
  }
  assert(*keep == 7);
  return 0;
}
