// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#ifdef BAD
static int set(const int n) {
#else
static int set(int n) {
#endif
  void inner(void) {
    int *p = (int *)&n;
    *p = 5; // FAULT
  }
  inner();
  return n;
}
int main(void) { return set(3) == 3; }
