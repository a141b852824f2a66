// true
#include <string.h>
#include <assert.h>

int main(void) {
  int next(void) { static int n = 5; return n++; }
  const char *name(void) { return __func__; }
  next();
  assert(next() == 6 && strcmp(name(), "name") == 0);
  return 0;
}
