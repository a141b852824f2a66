// pair --check=default
// inputs: 0
// one of two counters grows in each round
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static struct {
  int hits;
  int misses;
} cache;

int main(void) {
  for (int i = 0; i < 200; i++) {
    if (__VERIFIER_nondet_int() % 3)
      cache.hits++;
    else
      cache.misses++;
  }
#ifdef UNSAFE
  assert(cache.hits + cache.misses == 201);
#else
  assert(cache.hits + cache.misses == 200);
#endif
  return 0;
}
