// pair --check=default
// stdin: "aaaaaaaaaaaaaaaaaaaaaaa"
#include <stdio.h>
/* a line or one of some literals, at a fixed distance from the end */
static unsigned walk(const char *s) {
  unsigned n = 0, i = 0;
  while (s[i] != '\0') {
#ifdef UNSAFE
    n ^= (unsigned char)s[i + 2];
#else
    n ^= (unsigned char)s[i + 1];
#endif
    i++;
  }
  return n;
}
int main(void) {
  char line[20];
  unsigned n = 0;
  while (n != 7 && fgets(line, sizeof line, stdin) != NULL) {
    const char *s = line;
    switch (line[0]) {
    case 'x': s = "ten"; break;
    case 'y': s = "hundred"; break;
    case 'z': s = "thousand millions"; break;
    case 'w': s = ""; break;
    case 'v': s = "!"; break;
    }
    n = walk(s);
  }
  return n == 3;
}
