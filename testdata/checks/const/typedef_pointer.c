// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
static int a, b;
#ifdef BAD
typedef int *const place;
#else
typedef const int *place;
#endif
struct held { place at; };
int main(void) {
  struct held h = {&a};
  *(int **)&h = &b; // FAULT
  return *h.at;
}
