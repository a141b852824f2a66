// CWE-824
// fault: valid-deref|uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

static int sum(const int *p, int n) {
  int s = 0;
  while (n-- > 0)
    s += *p++; // FAULT
  return s;
}

int main(void) {
  const int *p;
  int a[2] = {1, 2};
#ifndef BAD
  p = a;
#endif
  return p && sum(p, 2) == 4; // FAULT
}
