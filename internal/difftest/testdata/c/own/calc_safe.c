// true --check=default
// a calculator for sums and differences in a line of text
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *pos;
static int errors;

static void skip_blanks(void) {
  while (*pos == ' ' || *pos == '\t')
    pos++;
}

static int number(void) {
  int v = 0, digits = 0;
  skip_blanks();
  while (isdigit((unsigned char)*pos)) {
    if (digits < 5)
      v = v * 10 + (*pos - '0');
    digits++;
    pos++;
  }
  if (digits == 0 || digits > 5)
    errors++;
  return v;
}

static int sum(void) {
  int v = number();
  for (;;) {
    skip_blanks();
    if (*pos == '+') {
      pos++;
      v += number();
    } else if (*pos == '-') {
      pos++;
      v -= number();
    } else {
      return v;
    }
  }
}

int main(void) {
  char line[64];
  if (fgets(line, sizeof line, stdin) == NULL)
    return 1;
  size_t n = strlen(line);
  if (n > 0 && line[n - 1] == '\n')
    line[n - 1] = '\0';
  pos = line;
  int v = sum();
  if (*pos != '\0' || errors > 0) {
    printf("syntax error at column %d\n", (int)(pos - line));
    return 1;
  }
  printf("%d\n", v);
  return 0;
}
