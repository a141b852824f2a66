// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  int r = 0;
  for (int k = 0; k < 2; k++) {
    for (int i[2] = {0, 3}; i[0] < i[1]; i[0]++) {
      keep = i;
      if (*keep == 1)
        keep[1] = 2;
      r += *keep;
    }
    keep = &r;
  }
  assert(*keep == 2);
  return 0;
}
