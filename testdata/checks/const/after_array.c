// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
struct in { const int a; int b; };
struct out { int first; struct in list[20]; int last; };
int main(void) {
  struct out x = {1, {{1, 2}, {3, 4}}, 5};
  int *p = &x.last, *q = &x.first;
#ifdef BAD
  p--;
  *(p - 1) = 6; // FAULT
#endif
  *p = 7;
  *q = 8;
  return x.list[0].a != 1;
}
