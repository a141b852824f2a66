// CWE-124
// fault: valid-deref
// witness: 0

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int stack[3] = {0}, top = 0;
  unsigned char push = __VERIFIER_nondet_uchar();
  if (push)
    stack[top++] = 1;
#ifndef BAD
  if (top > 0)
#endif
  stack[--top] = 0; // FAULT
  return 0;
}
