// CWE-787
// fault: valid-deref
// witness:
#include <string.h>

static short table[6];
int main(void) {
#ifdef BAD
  memset(table, 0, 6 * sizeof(int)); // FAULT
#else
  memset(table, 0, sizeof table);
#endif
  return table[0];
}
