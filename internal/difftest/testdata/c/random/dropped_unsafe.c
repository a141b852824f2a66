// false
// gcc: none
#include <assert.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  (void)random();
  rand();
  sleep(0);
  int x = rand();
  rand(), time(0), clock();
  int y = rand();
  assert(x >= 0 && y % 4 != 3);
  return 0;
}
