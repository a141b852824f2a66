// false
/* Seeded by the time of day wherever that happens, rand gives any number. */
#include <assert.h>
#include <stdlib.h>
#include <time.h>
static void seed(void) { srand((unsigned)time(NULL)); }
int main(void) {
  int n = 0, x;
again:
  seed();
  x = rand() % 10;
  assert(n < 2 || x < 0);
  if (n++ < 2)
    goto again;
  return 0;
}
