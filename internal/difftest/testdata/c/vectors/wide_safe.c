// true
#include <assert.h>
int main(void) {
  typedef int L __attribute__((vector_size(128)));
  L a = {1, 2, 3}, b = a * 2;
  int i, s = 0;
  for (i = 0; i < (int)(sizeof b / sizeof b[0]); i++)
    s += b[i];
  assert(s == 12);
  return 0;
}
