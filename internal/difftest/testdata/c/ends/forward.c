// pair --check=default
#include <stdio.h>
/* copies by pointers that are checked after they have moved */
#ifdef UNSAFE
#define SIZE 2
#else
#define SIZE 3
#endif
static char text[8] = "abcdefg", out[SIZE];
static const char *from = text;
static int copy(char *to, int room) {
  char c = 0;
  while (room > 1 && (c = *from++) != '\0') {
    *to++ = c;
    if (c == ' ') break;
    room--;
  }
  *to = '\0';
  if (c == '\0') from--;
  return from[0] != '\0';
}
int main(void) {
  unsigned n = 0;
  while (copy(out, 3))
    for (char *p = out; *p; p++) n ^= (unsigned char)*p;
  return n == 3;
}
