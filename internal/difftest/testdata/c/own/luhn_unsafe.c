// false --check=default
// stdin: "\x00\n"
// checks numbers of credit cards
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MIN_DIGITS 12
#define MAX_DIGITS 19

static int digits[MAX_DIGITS];

static void strip_newline(char *s) {
  size_t n = strlen(s);
  if (s[n - 1] == '\n')
    s[n - 1] = '\0';
}

/* number of digits, -1 if there is something else */
static int collect(const char *s) {
  int n = 0;
  for (; *s != '\0'; ++s) {
    if (*s == ' ' || *s == '-')
      continue;
    if (!isdigit((unsigned char)*s) || n == MAX_DIGITS)
      return -1;
    digits[n++] = *s - '0';
  }
  return n;
}

static int luhn_sum(int n) {
  int sum = 0, twice = 0;
  for (int i = n - 1; i >= 0; --i) {
    int d = digits[i];
    if (twice) {
      d *= 2;
      if (d > 9)
        d -= 9;
    }
    sum += d;
    twice = !twice;
  }
  return sum;
}

static const char *issuer(int n) {
  if (n < 2)
    return "unknown";
  int first = digits[0], two = first * 10 + digits[1];
  if (first == 4)
    return "Visa";
  if (two >= 51 && two <= 55)
    return "MasterCard";
  if (two == 34 || two == 37)
    return "American Express";
  return "unknown";
}

int main(void) {
  char line[64];
  unsigned lines = 0, valid = 0;
  while (lines < 1000 && fgets(line, sizeof line, stdin)) {
    lines++;
    strip_newline(line);
    int n = collect(line);
    if (n < MIN_DIGITS) {
      printf("%s: no number of a card\n", line);
      continue;
    }
    if (luhn_sum(n) % 10 == 0) {
      printf("%s: valid (%s)\n", line, issuer(n));
      valid++;
    } else {
      printf("%s: wrong check digit\n", line);
    }
  }
  printf("%u of %u\n", valid, lines);
  return valid < lines;
}
