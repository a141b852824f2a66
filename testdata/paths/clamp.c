// A filter whose steps are clamped: what is added is what the steps say from the other side
// paths: 3 for each sample
// fault: one side is clamped by another bound
#include <assert.h>
int __VERIFIER_nondet_int(void);
#ifndef SAMPLES
#define SAMPLES 5
#endif
static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
int main(void) {
  int steps[SAMPLES], level = 0;
  for (int i = 0; i < SAMPLES; i++) {
    int step = steps[i] = __VERIFIER_nondet_int();
#ifdef FAULT
    level += clamp(step, -10, i == 4 ? 12 : 10);
#else
    level += clamp(step, -10, 10);
#endif
  }
  for (int i = 0; i < SAMPLES; i++)
    level -= steps[i] > 10 ? 10 : steps[i] > -10 ? steps[i] : -10;
  assert(level == 0);
  return 0;
}
