// false
// inputs: 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* pointers whose bytes are copied */
struct pair { int *p; int (*f)(int); short tag; };
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
int main(void) {
  int x = 5, y = 6;
  struct pair a[3] = {{&x, inc, 1}, {&y, dec, 2}, {0, 0, 3}}, b[3];
  memcpy(b, a, sizeof b);
  struct pair t = b[0];
  b[0] = b[1];
  b[1] = t;
  unsigned char raw[sizeof(int *)];
  memcpy(raw, &b[1].p, sizeof raw);
  int *q;
  memcpy(&q, raw, sizeof q);
  *q = 8;
  assert(x == 8 && y == 6);
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  assert(b[i].f(*b[i].p) == (i == 0 ? 5 : 8));
  assert(memcmp(&a[0].p, &b[1].p, sizeof(int *)) == 0);
  assert(a[0].f != a[1].f && b[2].f == 0);
  return 0;
}
