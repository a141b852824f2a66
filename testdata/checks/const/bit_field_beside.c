// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
struct flags { unsigned a : 3; const char c; unsigned short d; };
int main(void) {
  static struct flags x = {1, 2, 3};
  struct flags *p = &x;
#ifdef BAD
  *((char *)p + 1) = 4; // FAULT
#else
  p->a = 4;
  p->d = 5;
#endif
  return x.c != 2;
}
