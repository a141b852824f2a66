// An elevator of FLOORS floors that is told where to go: it never leaves the house
// paths: 3 for each command
// fault: from the cellar it goes down
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef COMMANDS
#define COMMANDS 6
#endif
#define FLOORS 4
int main(void) {
  unsigned char log[COMMANDS];
  int floor = 0, moves = 0;
  for (int i = 0; i < COMMANDS; i++) {
    unsigned char to = log[i] = __VERIFIER_nondet_uchar();
    if (to > 200) {
      if (floor < FLOORS - 1) {
        floor++;
        moves++;
      }
    } else if (to < 50) {
#ifdef FAULT
      if (floor > 0 || moves == COMMANDS - 2) {
#else
      if (floor > 0) {
#endif
        floor--;
        moves++;
      }
    }
  }
  int asked = 0;
  for (int i = 0; i < COMMANDS; i++)
    asked += log[i] > 200 || log[i] < 50;
  assert(floor >= 0 && floor < FLOORS && moves <= asked);
  return 0;
}
