// false --check=default
// stdin: "387"
// Roman numerals to numbers and back
#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct {
  int value;
  const char *text;
} table[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
             {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"}};

#define ENTRIES (int)(sizeof table / sizeof table[0])

static int format(char *to, int room, int n) {
  int len = 0;
  for (int i = 0; i < ENTRIES; i++) {
    while (n >= table[i].value) {
      int k = (int)strlen(table[i].text);
      if (len + k > room)
        return -1;
      memcpy(to + len, table[i].text, k);
      len += k;
      n -= table[i].value;
    }
  }
  to[len] = '\0';
  return len;
}

static int digit(char c) {
  switch (c) {
  case 'I': return 1;
  case 'V': return 5;
  case 'X': return 10;
  case 'L': return 50;
  case 'C': return 100;
  case 'D': return 500;
  case 'M': return 1000;
  default: return 0;
  }
}

static int parse(const char *s) {
  int sum = 0, last = 0;
  for (int i = 0; s[i] != '\0' && i < 15; i++) {
    int v = digit(s[i]);
    if (v == 0)
      return -1;
    sum += v;
    if (last < v)
      sum -= 2 * last;
    last = v;
  }
  return sum;
}

int main(void) {
  int n;
  char text[10];
  if (scanf("%d", &n) != 1 || n < 1 || n > 3999)
    return 1;
  int len = format(text, sizeof text, n);
  if (len < 0) {
    puts("too long");
    return 1;
  }
  printf("%d is %s, and %s is %d\n", n, text, text, parse(text));
  return 0;
}
