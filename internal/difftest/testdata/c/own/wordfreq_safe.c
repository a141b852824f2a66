// true --check=default
// frequencies of the lengths of words in a text
#include <ctype.h>
#include <stdio.h>

#define LONGEST 12

static int lengths[LONGEST + 1];
static int words;
static int letters;

static void end_word(int len) {
  if (len == 0)
    return;
  if (len > LONGEST)
    len = LONGEST;
  lengths[len]++;
  words++;
}

static void scan(const char *s) {
  int len = 0;
  while (*s != '\0') {
    if (isalpha((unsigned char)*s)) {
      len++;
      letters++;
    } else {
      end_word(len);
      len = 0;
    }
    s++;
  }
  end_word(len);
}

int main(void) {
  char line[80];
  int lines = 0;
  while (lines < 20 && fgets(line, sizeof line, stdin) != NULL) {
    scan(line);
    lines++;
  }
  printf("%d lines, %d words, %d letters\n", lines, words, letters);
  for (int i = 1; i <= LONGEST; i++)
    if (lengths[i] > 0)
      printf("%2d%s %d\n", i, i == LONGEST ? "+" : "", lengths[i]);
  return 0;
}
