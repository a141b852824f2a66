// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  int last = -1;
  while (1) {
    int x[2] = {last, last + 1};
    keep = &x[1];
    last = *keep;
    if (last == 3)
      break;
  }
  keep = &last;
  assert(*keep == 3);
  return 0;
}
