// true
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
  assert(0 <= x && x < 10);
  if (n++ < 2)
    goto again;
  return 0;
}
