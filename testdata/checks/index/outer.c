// CWE-129
// fault: valid-index
// witness: 2

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

struct cell { int x, y; };
struct s { struct cell cells[2]; struct cell last; };

int main(void) {
  struct s s = {{{0, 0}, {0, 0}}, {1, 1}};
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 2)
#else
  if (k > 1)
#endif
    return 0;
  s.cells[k].x = 2; // FAULT
  return 0;
}
