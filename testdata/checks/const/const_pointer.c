// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
int x, y;
int main(void) {
#ifdef BAD
  int *const p = &x;
#else
  int *p = &x; // what it points to may be written, and so may it
#endif
  *p = 1;
  *(int **)&p = &y; // FAULT
  return *p;
}
