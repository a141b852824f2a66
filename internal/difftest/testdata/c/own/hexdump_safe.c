// true --check=default
// prints bytes in hexadecimal, sixteen in a line, with a summary
#include <stdio.h>

#define LINE 16

struct dump {
  char text[LINE * 3 + LINE + 4];
  int len;
  int printable;
  int zeros;
  int lines;
};

static void out(struct dump *d, char c) {
  if (d->len < (int)sizeof d->text - 1)
    d->text[d->len++] = c;
}

static void hex(struct dump *d, unsigned char c) {
  static const char digits[] = "0123456789abcdef";
  out(d, digits[c / 16]);
  out(d, digits[c % 16]);
  out(d, ' ');
}

static void line(struct dump *d, const unsigned char *p, int n) {
  d->len = 0;
  for (int i = 0; i < LINE; i++) {
    if (i < n) {
      hex(d, p[i]);
    } else {
      out(d, ' ');
      out(d, ' ');
      out(d, ' ');
    }
  }
  out(d, '|');
  for (int i = 0; i < n; i++) {
    int ok = p[i] >= 32 && p[i] < 127;
    if (ok)
      d->printable++;
    if (p[i] == 0)
      d->zeros++;
    out(d, ok ? (char)p[i] : '.');
  }
  out(d, '|');
  d->text[d->len] = '\0';
  d->lines++;
  puts(d->text);
}

int main(void) {
  unsigned char buf[LINE];
  struct dump d = {.printable = 0};
  size_t n;
  while (d.lines < 64 && (n = fread(buf, 1, sizeof buf, stdin)) > 0)
    line(&d, buf, (int)n);
  printf("%d lines, %d printable, %d zeros\n", d.lines, d.printable, d.zeros);
  return 0;
}
