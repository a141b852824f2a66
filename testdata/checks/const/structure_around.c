// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
const struct s { int a; int b; } first = {1, 2};
struct s second = {3, 4}; // the const above is not the structure's
int main(void) {
#ifdef BAD
  struct s *p = (struct s *)&first;
#else
  struct s *p = &second;
#endif
  p->a = 5; // FAULT
  return first.a - 1;
}
