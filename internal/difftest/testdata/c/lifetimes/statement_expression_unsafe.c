// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct s { int a[3]; };
static int *keep;
int main(void) {
  struct s t;
  int k = 0;
  for (int i = 0; i < 3; i++) {
    t = ({ struct s u = {{i, i + 1, i + 2}}; keep = u.a; keep[2] += 5; u; });
    k += ({ int y = i; keep = &y; *keep + 1; });
  }
  keep = t.a;
  assert(keep[2] == 4 && k == 6);
  return 0;
}
