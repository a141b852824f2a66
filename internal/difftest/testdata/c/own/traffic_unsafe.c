// false --check=default
// traffic lights at a crossing, with a counter of cars in each road
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum light { RED, YELLOW, GREEN };

struct road {
  enum light light;
  int waiting;
  int passed;
};

struct crossing {
  struct road ns, ew;
  int timer;
  int phase;
};

static void advance(struct crossing *c) {
  c->timer--;
  if (c->timer > 0)
    return;
  c->phase = (c->phase + 1) % 4;
  c->ns.light = c->phase == 0 ? GREEN : c->phase == 1 ? YELLOW : RED;
  c->ew.light = c->phase == 2 ? GREEN : c->phase == 3 ? YELLOW : RED;
  if (c->phase == 3)
    c->ns.light = YELLOW;
  c->timer = c->phase % 2 == 0 ? 5 : 2;
}

static void pass(struct road *r) {
  if (r->light != GREEN)
    return;
  int n = r->waiting < 3 ? r->waiting : 3;
  r->waiting -= n;
  r->passed += n;
}

static void arrive(struct road *r, int n) {
  if (n > 0 && n <= 4)
    r->waiting += n;
}

int main(void) {
  struct crossing c = {{GREEN, 0, 0}, {RED, 0, 0}, 5, 0};
  for (int second = 0; second < 120; second++) {
    arrive(&c.ns, __VERIFIER_nondet_int());
    arrive(&c.ew, __VERIFIER_nondet_int());
    pass(&c.ns);
    pass(&c.ew);
    advance(&c);
    assert(c.ns.light == RED || c.ew.light == RED);
  }
  printf("%d and %d cars passed, %d wait\n", c.ns.passed, c.ew.passed, c.ns.waiting + c.ew.waiting);
  return 0;
}
