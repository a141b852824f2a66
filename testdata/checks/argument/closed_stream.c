// CWE-910
// fault: valid-argument|valid-deref
// witness:
// sanitizers: do not see this
#include <stdio.h>

int main(void) {
  FILE *log = fopen("log", "w");
  if (!log)
    log = stderr;
  fputs("begin\n", log);
#ifdef BAD
  if (log != stderr)
    fclose(log);
  fputs("end\n", log); // FAULT
#else
  fputs("end\n", log);
  if (log != stderr)
    fclose(log);
#endif
  return 0;
}
