// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
struct s { int a, b; };
#ifdef BAD
static int clear(const struct s v) {
#else
static int clear(struct s v) {
#endif
  struct s *p = (struct s *)&v;
  p->b = 0; // FAULT
  return v.a + v.b;
}
int main(void) {
  struct s x = {1, 2};
  int r = clear(x);
  x.a = r; // the caller's is not const
  return x.a + x.b - 3;
}
