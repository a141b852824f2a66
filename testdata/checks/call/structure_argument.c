// CWE-843
// fault: valid-call
// witness: 1
// sanitizers: do not see this
// models: LP64 ILP32

unsigned char __VERIFIER_nondet_uchar(void);

struct point { int x, y; };
static int sum(struct point p) { return p.x + p.y; }
static int add(int a, int b) { return a + b; }

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  int (*f)(int, int) = add;
  if (k == 1)
    f = (int (*)(int, int))sum;
#ifndef BAD
  if (k != 1)
#endif
  return f(1, 2) == 4; // FAULT
  return 0;
}
