// pair --check=default
// The number of blocks is stored in a structure, and bounds loops in functions.
// inputs: 3
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct config { unsigned count, size; };
static unsigned char disk[3][8];
static int format(const struct config *c) {
  for (unsigned i = 0; i < c->count; i++) memset(disk[i], (int)i + 1, c->size);
  return 0;
}
int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count < 2 || count > 3) return 0;
  struct config c = {.count = count, .size = 8};
  assert(format(&c) == 0);
  unsigned sum = 0;
  for (unsigned i = 0; i < 3; i++)
    for (unsigned j = 0; j < c.size; j++) sum += disk[i][j];
#ifndef UNSAFE
  assert(sum == (count == 2 ? 24 : 48));
#else
  assert(sum == 24);
#endif
  return 0;
}
