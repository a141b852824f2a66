// CWE-416
// fault: valid-deref
// witness: 1
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char *line = strdup("done\n");
  if (!line)
    return 1;
  int early = __VERIFIER_nondet_uchar();
  if (early) {
#ifdef BAD
    free(line);
#else
    line[0] = 'D';
#endif
  }
  write(1, line, 5); // FAULT
#ifdef BAD
  if (early)
    return 0;
#endif
  free(line);
  return 0;
}
