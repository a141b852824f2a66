// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#ifdef BAD
typedef const int number;
#else
typedef int number;
#endif
static int set(n) number n;
{
  int *p = (int *)&n;
  *p = 5; // FAULT
  return n;
}
int main(void) { return set(3) == 3; }
