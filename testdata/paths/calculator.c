// A stack of two places and STEPS keys: the stack's height is what was pushed less what was popped
// paths: up to 4 for each key
// fault: swapping counts as popping when both places are equal
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef STEPS
#define STEPS 6
#endif
int main(void) {
  unsigned char keys[STEPS];
  int top = 0, below = 0, height = 0, pushed = 0, popped = 0;
  for (int i = 0; i < STEPS; i++) {
    unsigned char key = keys[i] = __VERIFIER_nondet_uchar();
    if (key < 10) {
      if (height == 2)
        return 1;
      below = top;
      top = key;
      height++;
      pushed++;
    } else if (key == '+') {
      if (height < 2)
        return 1;
      top += below;
      height--;
      popped++;
    } else if (key == 's' && height == 2) {
#ifdef FAULT
      if (top == below)
        popped++;
#endif
      int t = top;
      top = below;
      below = t;
    }
  }
  for (int i = 0; i < STEPS; i++)
    popped += keys[i] != '+' ? 0 : -1;
  assert(popped == 0 && height <= pushed && height <= 2);
  return 0;
}
