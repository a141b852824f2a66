// true
#include <assert.h>
int main(void) {
  int n = 3, i = 0;
  int v[4][n];
  unsigned s = sizeof(v[i++]) + sizeof(int[n++]) + sizeof(n++);
  assert(s == 28 && i == 1 && n == 4);
  return 0;
}
