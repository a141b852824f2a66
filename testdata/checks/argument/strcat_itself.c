// CWE-475
// fault: valid-argument|valid-deref
// witness:
#include <assert.h>
#include <string.h>

int main(void) {
  char s[8] = "ab", t[4];
  strcpy(t, s);
#ifdef BAD
  strcat(s, s); // FAULT
#else
  strcat(s, t);
#endif
  assert(s[2] == 'a');
  return 0;
}
