// CWE-1341
// fault: valid-argument|valid-deref
// witness:
// sanitizers: do not see this
#include <stdio.h>

static void done(FILE *f, int *open) {
  if (*open)
    fclose(f); // FAULT
#ifndef BAD
  *open = 0;
#endif
}

int main(void) {
  FILE *f = fopen("settings", "r");
  int open = 1;
  if (!f)
    return 0;
  if (fgetc(f) == EOF)
    done(f, &open);
  done(f, &open);
  return 0;
}
