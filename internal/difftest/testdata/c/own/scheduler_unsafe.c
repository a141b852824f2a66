// false --check=default
// inputs: 9 3 9 3 9 3 9 3 9 3
// processes that share a processor by turns, with their times of waiting
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define PROCESSES 5
#define SLICE 4
#define CLOCK 60

struct process {
  int arrival;
  int left;
  int waited;
  int done;
};

static struct process table[PROCESSES];
static int now, idle, switches;

static int next(int last) {
  for (int i = 0; i < PROCESSES; i++) {
    int p = (last + i) % PROCESSES;
    if (!table[p].done && table[p].arrival <= now)
      return p;
  }
  return -1;
}

static void tick(int running) {
  for (int i = 0; i < PROCESSES; i++)
    if (i != running && !table[i].done && table[i].arrival <= now)
      table[i].waited++;
  if (running >= 0) {
    table[running].left--;
    if (table[running].left == 0)
      table[running].done = 1;
  } else {
    idle++;
  }
  now++;
}

int main(void) {
  int current = 0, used = 0, finished = 0, waited = 0;
  for (int i = 0; i < PROCESSES; i++) {
    table[i].arrival = (int)(__VERIFIER_nondet_uint() % 20);
    table[i].left = 1 + (int)(__VERIFIER_nondet_uint() % 15);
  }
  while (now < CLOCK) {
    if (current < 0 || table[current].done || table[current].arrival > now || used == SLICE) {
      int p = next(current);
      if (p != current)
        switches++;
      current = p;
      used = 0;
    }
    tick(current);
    used++;
  }
  for (int i = 0; i < PROCESSES; i++) {
    if (table[i].done)
      finished++;
    waited += table[i].waited;
  }
  if (finished > 0)
    printf("mean wait %d\n", waited / finished);
  printf("%d finished, %d idle, %d switches\n", finished, idle, switches);
  return 0;
}
