// pair --32
// A union in a structure holds a pointer or a number.
// inputs: 12345 0
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct val { int isptr; union { int *p; uintptr_t n; } u; };
static int get(const struct val *v) { return v->isptr ? *v->u.p : (int)v->u.n; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  struct val v[2];
  unsigned k = __VERIFIER_nondet_uint() & 1;
  v[0].isptr = 1;
  v[0].u.p = &x;
  v[1].isptr = 0;
  v[1].u.n = 77;
  struct val w = v[k];
  if (x < 100) return 0;
#ifndef UNSAFE
  assert(get(&w) == (k ? 77 : x));
#else
  assert(get(&w) != 12345);
#endif
  return 0;
}
