// CWE-121
// fault: valid-deref
// witness: 5 1 1 1 1 1

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int stack[4], top = 0;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 6);
  for (int i = 0; i < n; i++) {
    unsigned char push = __VERIFIER_nondet_uchar();
    if (push) {
#ifdef BAD
      if (top <= 4)
#else
      if (top < 4)
#endif
        stack[top++] = i; // FAULT
    } else if (top > 0)
      top--;
  }
  return top;
}
