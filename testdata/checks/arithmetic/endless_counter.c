// CWE-835
// fault: valid-deref
// witness:

int main(void) {
  char a[3] = {0};
#ifdef BAD
  for (unsigned i = 2; i < 3 || i == -1u; i--)
#else
  for (unsigned i = 2; i < 3; i--)
#endif
    a[(int)i] = 1; // FAULT
  return a[0] == 0;
}
