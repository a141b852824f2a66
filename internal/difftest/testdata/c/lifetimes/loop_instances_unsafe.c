// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
static void note(int *p) { keep = p; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int x = i;
    note(&x);
    *keep += 10;
    sum += x;
  }
  keep = &sum;
  assert(*keep == 45);
  return 0;
}
