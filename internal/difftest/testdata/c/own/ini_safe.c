// true --check=default
// reads settings "key = number" from a file of few lines
#include <stdio.h>
#include <string.h>

#define KEY 12
#define LINES 20

struct setting {
  char key[KEY];
  int value;
};

struct config {
  struct setting list[LINES];
  int n;
  int comments;
  int errors;
};

static int blank(char c) { return c == ' ' || c == '\t'; }

static int parse(struct config *c, const char *s) {
  int len = 0, value = 0, digits = 0;
  struct setting *t;
  while (blank(*s))
    s++;
  if (*s == '#' || *s == ';' || *s == '\n' || *s == '\0') {
    c->comments++;
    return 1;
  }
  t = &c->list[c->n];
  while (*s >= 'a' && *s <= 'z') {
    if (len == KEY - 1)
      return 0;
    t->key[len++] = *s++;
  }
  t->key[len] = '\0';
  while (blank(*s))
    s++;
  if (len == 0 || *s != '=')
    return 0;
  s++;
  while (blank(*s))
    s++;
  while (*s >= '0' && *s <= '9') {
    if (digits == 6)
      return 0;
    value = value * 10 + (*s++ - '0');
    digits++;
  }
  if (digits == 0)
    return 0;
  t->value = value;
  c->n++;
  return 1;
}

static int lookup(const struct config *c, const char *key, int otherwise) {
  for (int i = c->n - 1; i >= 0; i--)
    if (strcmp(c->list[i].key, key) == 0)
      return c->list[i].value;
  return otherwise;
}

int main(void) {
  static struct config c;
  char line[64];
  for (int i = 0; i < LINES && fgets(line, sizeof line, stdin); i++)
    if (!parse(&c, line))
      c.errors++;
  printf("width %d, height %d\n", lookup(&c, "width", 80), lookup(&c, "height", 25));
  printf("%d settings, %d comments, %d errors\n", c.n, c.comments, c.errors);
  return c.errors > 0;
}
