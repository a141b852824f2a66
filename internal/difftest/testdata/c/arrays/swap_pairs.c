// pair --check=default
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
/* Two structures at unknown indices are exchanged, again and again. */
struct pair { short key; int value; };
static struct pair p[5];

int main(void)
{
  for (int i = 0; i < 5; i++) {
    p[i].key = i;
    p[i].value = 10 * i;
  }
  while (__VERIFIER_nondet_int()) {
    unsigned a = __VERIFIER_nondet_int() & 7, b = __VERIFIER_nondet_int() & 7;
    if (a > 4 || b > 4) continue;
    struct pair t = p[a];
    p[a] = p[b];
    p[b] = t;
#ifdef UNSAFE
    p[b].key += t.value == 30;
#endif
  }
  unsigned k = __VERIFIER_nondet_int();
  if (k < 5) assert(p[k].key >= 0 && p[k].key <= 4 && p[k].value <= 40);
  return 0;
}
