// CWE-457
// fault: uninit-branch
// witness: 1
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

// A parameter has a value at each call, whatever became of it in the last one.
static int f(int x, int c) {
  if (c) {
    int y;
#ifndef BAD
    y = 1;
#endif
    x = y;
  }
#ifdef BAD
  if (x > 3) // FAULT
    return 1;
#else
  if (!c && x > 3)
    return 1;
#endif
  return 0;
}

int main(void) {
  int sum = 0;
  unsigned char first = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 2; i++)
    sum += f(i, first == 1 && i == 0);
  return sum > 5;
}
