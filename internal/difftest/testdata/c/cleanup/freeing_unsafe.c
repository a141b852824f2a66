// false
#include <stdlib.h>
#include <assert.h>

static int freed;
static void freep(void *p) { free(*(void **)p); freed++; }
#define auto_free __attribute__((cleanup(freep)))
static int sum(int n) {
  auto_free int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b) return 0;
  *a = n; *b = 2;
  return *a + *b;
}
int main(void) {
  int r = sum(3);
  assert((r == 5 || r == 0) && freed == 1);
  return 0;
}
