// false
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char a[2] = "A";
  int n = 0;
  for (; a[0] < 'E'; a[0]++)
    if (getenv(a)) n++;
  assert(n != 0);
  return 0;
}
