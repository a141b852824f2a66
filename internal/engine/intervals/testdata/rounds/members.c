/* Counters of rounds in members, statics and a called function: kept apart by the counters of the loops. */
#include "../common.h"
struct tally { int valid, spoiled, sum; int votes[3]; enum { IDLE, BUSY } state; };
static int calls;
static void add(struct tally *t, int v) {
  calls++;
  if (v < 0 || v > 2) {
    t->spoiled++;
    t->state = IDLE;
    return;
  }
  t->votes[v]++;
  t->valid++;
  t->sum += v;
  t->state = BUSY;
}
struct count { int lines, marks; };
static void line(struct count *c) {
  for (const char *p = "abc"; *p; p++)
    if (__VERIFIER_nondet_int()) c->marks++;
  c->lines++;
}
int main(void) {
  struct tally t = {0};
  for (int i = 0; i < 90; i++) add(&t, __VERIFIER_nondet_int());
  CHECK(t.spoiled <= S(90, 89));
  CHECK(t.valid <= S(90, 89));
  CHECK(t.sum <= S(180, 179));
  CHECK(t.votes[1] <= S(90, 89));
  CHECK(calls == 90);
  struct count c = {0};
  while (c.lines < 40 && __VERIFIER_nondet_int()) line(&c);
  CHECK(c.marks <= S(120, 119));
  return 0;
}
