// true --check=default
// the last messages of a log, in a ring of fixed size
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define SLOTS 8

struct entry {
  int level;
  unsigned code;
};

static struct entry ring[SLOTS];
static int head;
static int used;
static int dropped;
static int total;

static void log_add(int level, unsigned code) {
  ring[head].level = level;
  ring[head].code = code;
  head++;
  if (head == SLOTS)
    head = 0;
  if (used < SLOTS)
    used++;
  else
    dropped++;
  total++;
}

static int log_count(int level) {
  int n = 0;
  for (int i = 0; i < used; i++) {
    int at = head - 1 - i;
    if (at < 0)
      at += SLOTS;
    if (ring[at].level >= level)
      n++;
  }
  return n;
}

int main(void) {
  for (int round = 0; round < 30; round++) {
    int level = __VERIFIER_nondet_int();
    if (level < 0)
      break;
    if (level > 4)
      level = 4;
    log_add(level, __VERIFIER_nondet_uint());
  }
  int severe = log_count(3);
  printf("%d of %d kept, %d severe, %d dropped\n", used, total, severe, dropped);
  assert(severe <= SLOTS);
  assert(used + dropped == total);
  return 0;
}
