// true --check=default
// a car park with a gate, tickets and fees
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define SPACES 20
#define HOURS 24

static int taken[SPACES];
static int free_spaces = SPACES;
static int income;
static int turned_away;

static int enter(int hour) {
  if (free_spaces == 0) {
    turned_away++;
    return -1;
  }
  for (int i = 0; i < SPACES; i++) {
    if (!taken[i]) {
      taken[i] = hour + 1;
      free_spaces--;
      return i;
    }
  }
  return -1;
}

static int fee(int hours) {
  if (hours <= 1)
    return 2;
  if (hours <= 4)
    return 2 + (hours - 1) * 3;
  return 15;
}

static void leave(int space, int hour) {
  if (space < 0 || space >= SPACES || !taken[space])
    return;
  income += fee(hour - taken[space] + 1);
  taken[space] = 0;
  free_spaces++;
}

int main(void) {
  for (int hour = 0; hour < HOURS; hour++) {
    int cars = __VERIFIER_nondet_int();
    if (cars < 0)
      cars = 0;
    if (cars > 3)
      cars = 3;
    for (int i = 0; i < cars; i++)
      enter(hour);
    if (hour > 0)
      leave(__VERIFIER_nondet_int(), hour);
  }
  printf("%d free, %d turned away, income %d\n", free_spaces, turned_away, income);
  return 0;
}
