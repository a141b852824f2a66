// CWE-1335: an __int128 is shifted by its width
// fault: valid-shift
// witness: 128
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  __int128 z = 1000;
#ifndef BAD
  k &= 127;
#endif
  z = (unsigned __int128)z >> k; // FAULT
  return (int)z;
}
