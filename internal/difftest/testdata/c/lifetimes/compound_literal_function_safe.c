// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *last;
static int add(int *p, int n) { int s = 0; last = p; while (n--) s += *p++; return s; }
int main(void) {
  int r = 0;
  if (add((int[3]){1, 2, 3}, 3) == 6)
    r = add((int[]){r, 4, *last}, 3);
  else
    r = -1;
  last = &r;
  assert(*last == 5);
  return 0;
}
