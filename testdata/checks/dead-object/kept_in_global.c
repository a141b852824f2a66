// CWE-562
// fault: valid-deref
// witness:
#include <assert.h>

static char *kept;
static void keep(void) {
#ifdef BAD
  char text[4] = "ab";
#else
  static char text[4] = "ab";
#endif
  kept = text;
}
int main(void) {
  keep();
  assert(kept[0] == 'a'); // FAULT
  return 0;
}
