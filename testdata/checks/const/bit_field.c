// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
struct flags { unsigned a : 3; const unsigned b : 7; unsigned c : 20; };
struct open { unsigned a : 3; unsigned b : 7; unsigned c : 20; };
int main(void) {
  struct flags x = {1, 2, 3};
  struct open *p = (struct open *)&x;
#ifdef BAD
  p->b = 4; // FAULT
#else
  p->a = 4;
  p->c = 5;
#endif
  return x.b != 2;
}
