// pair --check=default
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
/* Pairs are kept sorted: whole structures move at an index that no run knows. Each value lies between 1 and 9. */
struct pair { int key, value; };
struct table { struct pair of[8]; int n, full; };

static void insert(struct table *t, struct pair p)
{
  int i;
  if (t->n == 8) {
    t->full++;
    return;
  }
  for (i = t->n; i > 0 && t->of[i - 1].key > p.key; i--)
    t->of[i] = t->of[i - 1];
  t->of[i] = p;
#ifdef UNSAFE
  if (i == 3) t->of[i].value++;
#endif
  t->n++;
}

int main(void)
{
  struct table t = {.n = 0};
  int sum = 0;
  for (int i = 0; i < 12; i++) {
    struct pair p = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    if (p.value < 1 || p.value > 9) continue;
    insert(&t, p);
  }
  for (int i = 0; i < t.n; i++) {
    struct pair p = t.of[i];
    sum += p.value;
    assert(p.value >= 0 && p.value <= 9);
  }
  return sum > 0;
}
