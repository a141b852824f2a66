// true
#include <assert.h>
static int calls;
static int t(int k) { calls++; return k + calls; }
int main(void) {
  int v[6] = {[1 ... 4] = t(1)};
  assert(v[1] == 2 && v[4] == 2 && v[5] == 0 && calls == 1);
  return 0;
}
