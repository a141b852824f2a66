// true --check=default
// an elevator that serves calls for some minutes
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum { FLOORS = 6 };

struct elevator {
  int floor;
  int direction;
  bool open;
  bool called[FLOORS];
  int moved, served;
};

static bool any_call(const struct elevator *e) {
  for (int i = 0; i < FLOORS; i++)
    if (e->called[i])
      return true;
  return false;
}

static bool call_ahead(const struct elevator *e) {
  for (int i = e->floor + e->direction; i >= 0 && i < FLOORS; i += e->direction)
    if (e->called[i])
      return true;
  return false;
}

static void step(struct elevator *e) {
  if (e->called[e->floor]) {
    e->called[e->floor] = false;
    e->open = true;
    e->served++;
    return;
  }
  e->open = false;
  if (!any_call(e)) {
    return;
  }
  if (!call_ahead(e))
    e->direction = -e->direction;
  int next = e->floor + e->direction;
  if (next >= 0 && next < FLOORS) {
    e->floor = next;
    e->moved++;
  }
}

int main(void) {
  struct elevator e = {0, 1, false, {false}, 0, 0};
  for (int t = 0; t < 50; t++) {
    int f = __VERIFIER_nondet_int();
    if (f >= 0 && f < FLOORS)
      e.called[f] = true;
    step(&e);
    assert(e.floor >= 0 && e.floor < FLOORS);
  }
  printf("served %d calls over %d floors\n", e.served, e.moved);
  return 0;
}
