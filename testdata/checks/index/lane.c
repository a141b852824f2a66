// CWE-129
// fault: valid-index
// witness: 4

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

typedef int four __attribute__((vector_size(16)));
struct s { four v; int c[4]; };

int main(void) {
  struct s s = {{0}, {0}};
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 4)
#else
  if (k > 3)
#endif
    return 0;
  s.v[k] = 1; // FAULT
  return 0;
}
