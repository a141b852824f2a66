// CWE-475
// fault: valid-argument
// witness:
#include <assert.h>
#include <string.h>

int main(void) {
  char s[8] = "abcd";
#ifdef BAD
  strcpy(s, s + 1); // FAULT
#else
  memmove(s, s + 1, 4);
#endif
  assert(s[0] == 'b');
  return 0;
}
