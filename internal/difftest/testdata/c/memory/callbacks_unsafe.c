// false
// inputs: 3 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* handlers that are registered, looked for and called */
typedef int (*handler)(int, void *);
struct slot { handler fn; void *arg; };
static struct slot table[4];
static int used;
static int twice(int x, void *arg) { return 2 * x + *(int *)arg; }
static int negate(int x, void *arg) { (void)arg; return -x; }
static int reg(handler fn, void *arg) {
  for (int i = 0; i < used; i++) if (table[i].fn == fn) return i;
  if (used == 4) return -1;
  table[used].fn = fn;
  table[used].arg = arg;
  return used++;
}
int main(void) {
  int off = __VERIFIER_nondet_int();
  if (off < 0 || off > 9) return 0;
  int a = reg(twice, &off), b = reg(negate, 0), c = reg(twice, &off);
  assert(a == c && a != b && used == 2);
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= used) return 0;
  int r = table[i].fn(7, table[i].arg);
  assert(r == (table[i].fn == twice ? 14 + off : 7));
  assert(table[i].fn != 0);
  return 0;
}
