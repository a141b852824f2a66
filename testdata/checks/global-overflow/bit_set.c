// CWE-787
// fault: valid-deref
// witness: 64

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char set[8];
int main(void) {
  unsigned char bit = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (bit > 64)
#else
  if (bit >= 64)
#endif
    return 0;
  set[bit / 8] |= (unsigned char)(1u << bit % 8); // FAULT
  return 0;
}
