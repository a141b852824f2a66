// true
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *last = getenv("HOME");
  for (int i = 0; i < 3; i++) { char *now = getenv("HOME"); assert(now == last || !now); last = now; }
}
