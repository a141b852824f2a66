// false
// gcc: none
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  srand((unsigned)time(NULL));
  int n = 0;
again:
  if (rand() % 2 == 0 && n++ < 3)
    goto again;
  int r = rand();
  assert(r >= 0 && r % 2 == 0);
  return 0;
}
