// A machine that takes coins: the credit is what was put in less what was paid out
// paths: 3 ways in each of STEPS rounds
// fault: a refund forgets a coin
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef STEPS
#define STEPS 6
#endif
int main(void) {
  unsigned char keys[STEPS];
  int credit = 0, out = 0;
  for (int i = 0; i < STEPS; i++) {
    unsigned char key = keys[i] = __VERIFIER_nondet_uchar();
    if (key == 'c') {
      credit += 5;
    } else if (key == 'r') {
#ifdef FAULT
      out += credit > 10 ? credit - 5 : credit;
#else
      out += credit;
#endif
      credit = 0;
    } else if (credit >= 10) {
      credit -= 10;
      out += 10;
    }
  }
  for (int i = 0; i < STEPS; i++)
    if (keys[i] == 'c')
      out -= 5;
  assert(credit == -out);
  return 0;
}
