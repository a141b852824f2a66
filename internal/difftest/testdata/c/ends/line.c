// pair --check=default
// stdin: "aaaaaaaaaaaaaaa"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
/* lines of standard input */
int main(void) {
  char line[12];
  unsigned sum = 0;
  while (fgets(line, sizeof line, stdin)) {
#ifdef UNSAFE
    size_t n = strlen(line);
    line[n] = 'x';
#else
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\n') line[n - 1] = 0;
#endif
    const char *p = line;
    while (isspace((unsigned char)*p)) p++;
    while (*p) sum ^= (unsigned char)*p++;
  }
  return sum == 3;
}
