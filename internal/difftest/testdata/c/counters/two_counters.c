// pair --check=default
// inputs: 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1
// two counters whose sum a third one bounds: two units for each step, one for a turn
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct walk {
  int energy;
  int steps;
  int bumps;
};

static void forward(struct walk *w, int free) {
  w->energy -= 2;
  if (free)
    w->steps++;
  else
    w->bumps++;
}

int main(void) {
  struct walk w = {30, 0, 0};
  while (w.energy > 1) {
    int c = __VERIFIER_nondet_int();
    if (c >= 1)
      forward(&w, c >= 2);
    else
      w.energy--;
  }
#ifdef UNSAFE
  assert(w.steps + w.bumps != 15);
#else
  assert(w.steps + w.bumps <= 15);
#endif
  return 0;
}
