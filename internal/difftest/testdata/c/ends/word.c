// pair --check=default
// stdin: "aaaaaaaaaaaaaaa"
#include <stdio.h>
/* a word of standard input */
int main(void) {
  char word[12];
  unsigned sum = 0;
#ifdef UNSAFE
  if (scanf("%12s", word) != 1) return 0;
#else
  if (scanf("%11s", word) != 1) return 0;
#endif
  for (const char *p = word; *p; p++) sum ^= (unsigned char)*p;
  return sum == 3;
}
