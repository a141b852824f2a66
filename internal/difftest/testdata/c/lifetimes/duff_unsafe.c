// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  int n = __VERIFIER_nondet_int(), left = 3, r = 0;
  if (n < 0 || n > 1)
    return 0;
  switch (n) {
    for (; left > 0; left--) {
      int x;
    case 0:
      x = left;
      keep = &x;
      r += *keep;
    case 1:
      keep = &r;
    }
  }
  assert(*keep == (n == 0 ? 7 : 3));
  return 0;
}
