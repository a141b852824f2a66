// true
#include <assert.h>
#include <stdio.h>
#include <stdio_ext.h>
int main(void) {
  FILE *f = tmpfile();
  if (!f)
    return 0;
  int r = __freadable(f), w = __fwritable(f);
  assert((r == 0 || r != 0) && (w == 0 || w != 0));
  fclose(f);
  return 0;
}
