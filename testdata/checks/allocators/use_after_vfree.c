// CWE-416
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
void *vzalloc(unsigned long n);
void vfree(const void *p);
int main(void) {
  int *p = vzalloc(4096);
  int r = 0;
  if (!p)
    return 0;
#ifdef BAD
  vfree(p);
  r = p[1]; // FAULT
#else
  r = p[1];
  vfree(p);
#endif
  return r;
}
