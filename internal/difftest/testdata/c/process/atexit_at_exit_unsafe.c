// false --32
#include <assert.h>
#include <stdlib.h>

int n;
void last(void) { assert(n != 3); }
void leave(int code) { n = code; exit(code); }
int main(void) {
  atexit(last);
  leave(3);
  n = 7;
}
