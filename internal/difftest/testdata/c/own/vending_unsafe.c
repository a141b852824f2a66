// false --check=default
// inputs: 0 100 0 100 0 100 1 6
// a vending machine: coins, a choice, change
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define SLOTS 6
#define PER_SLOT 8
#define EVENTS 30

enum state { IDLE, PAYING, BROKEN };

struct machine {
  enum state state;
  int stock[SLOTS];
  int price[SLOTS];
  int credit;
  int box;
  int sold;
  int refused;
};

static void fill(struct machine *m) {
  for (int i = 0; i < SLOTS; i++) {
    m->stock[i] = PER_SLOT;
    m->price[i] = 100 + 20 * i;
  }
  m->state = IDLE;
  m->credit = m->box = m->sold = m->refused = 0;
}

static void coin(struct machine *m, int cents) {
  if (m->state == BROKEN || (cents != 10 && cents != 20 && cents != 50 && cents != 100)) {
    m->refused++;
    return;
  }
  m->credit += cents;
  m->state = PAYING;
}

static void choose(struct machine *m, int slot) {
  if (m->state != PAYING || slot < 0 || slot > SLOTS) {
    m->refused++;
    return;
  }
  if (m->stock[slot] == 0 || m->credit < m->price[slot]) {
    m->refused++;
    return;
  }
  m->stock[slot]--;
  m->credit -= m->price[slot];
  m->box += m->price[slot];
  m->sold++;
  if (m->credit == 0)
    m->state = IDLE;
}

static int give_back(struct machine *m) {
  int change = m->credit;
  m->credit = 0;
  if (m->state == PAYING)
    m->state = IDLE;
  return change;
}

int main(void) {
  struct machine m;
  int returned = 0;
  fill(&m);
  for (int i = 0; i < EVENTS; i++) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      coin(&m, __VERIFIER_nondet_int());
      break;
    case 1:
      choose(&m, __VERIFIER_nondet_int());
      break;
    case 2:
      returned += give_back(&m);
      break;
    default:
      m.state = m.state == BROKEN ? IDLE : BROKEN;
    }
  }
  printf("%d sold, %d in the box, %d returned, %d refused\n", m.sold, m.box, returned, m.refused);
  return 0;
}
