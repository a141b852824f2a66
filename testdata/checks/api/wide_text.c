// CWE-170
// fault: valid-deref
// witness: 1
// sanitizers: do not see fputws
#include <stdio.h>
#include <wchar.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  wchar_t name[3] = L"ab";
#ifdef BAD
  if (__VERIFIER_nondet_uchar())
    name[2] = L'c';
#else
  if (__VERIFIER_nondet_uchar())
    name[1] = L'c';
#endif
  fputws(name, stdout); // FAULT
  return 0;
}
