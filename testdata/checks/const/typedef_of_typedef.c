// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
typedef int row[3];
#ifdef BAD
typedef const row fixed;
#else
typedef row fixed;
#endif
typedef fixed table[2];
struct holder { char c; table t; };
int main(void) {
  struct holder h = {0, {{1, 2, 3}, {4, 5, 6}}};
  int *p = (int *)&h.t[1][1];
  *p = 0; // FAULT
  return h.c;
}
