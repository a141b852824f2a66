// pair
// A function returns an element of an array by value.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct item { long id; unsigned char tag[3]; };
static struct item items[5];
static struct item get(unsigned i) { return items[i]; }
int main(void) {
  for (int i = 0; i < 5; i++) {
    items[i].id = 100 + i;
    items[i].tag[1] = (unsigned char)(i * 2);
  }
  unsigned k = __VERIFIER_nondet_uint();
  if (k > 4) return 0;
  struct item x = get(k);
  items[k].id = 0;
#ifndef UNSAFE
  assert(x.id == 100 + (long)k && x.tag[1] == 2 * k);
#else
  assert(x.id != 103 || x.tag[1] != 6);
#endif
  return 0;
}
