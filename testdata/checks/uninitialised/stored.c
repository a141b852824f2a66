// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

struct job { int state, left; };

int main(void) {
  struct job j = {0, 0};
  int left;
  if (__VERIFIER_nondet_uchar() & 4)
    left = 3;
#ifndef BAD
  else
    left = 0;
#endif
  j.left = left; // FAULT
  if (j.left)
    j.state = 1;
  return j.state;
}
