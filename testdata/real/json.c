// JSON parser: checks a text and counts its values; texts are copied without their escapes
// fault 1: valid-deref
// witness 1: "[[[[[[" 0
// witness small 1: "[[[" 0
// fault 2: valid-deref
// witness 2: "\"abcdefghi\\u"
// witness small 2: "\"a\\u"
// fault 3: valid-memtrack|valid-memcleanup
// witness 3: "\"ab" 0
// prefer: "[[]]{}::,,\"\"\\un12-ae "
#include <assert.h>
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

#ifdef SMALL
enum { max_text = 4, max_depth = 2 };
#else
enum { max_text = 12, max_depth = 4 };
#endif

struct parser {
  const char *at, *end;
  char *open; // the brackets around, room for max_depth
  int depth;
  int values;
};

static int peek(const struct parser *p) { return p->at < p->end ? (unsigned char)*p->at : -1; }

static void blanks(struct parser *p) {
  while (peek(p) == ' ' || peek(p) == '\t' || peek(p) == '\n' || peek(p) == '\r')
    p->at++;
}

static int word(struct parser *p, const char *w) {
  size_t n = strlen(w);
  if ((size_t)(p->end - p->at) < n || memcmp(p->at, w, n) != 0)
    return 0;
  p->at += n;
  return 1;
}

static int hex(int c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

// text reads a text behind its first quote.
static int text(struct parser *p) {
  char *copy = malloc((size_t)(p->end - p->at) + 1);
  size_t n = 0;
  if (!copy)
    return 0;
  for (;;) {
    int c = peek(p);
    if (c < ' ') {
#ifndef FAULT_3
      free(copy);
#endif
      return 0;
    }
    p->at++;
    if (c == '"')
      break;
    if (c == '\\') {
      c = peek(p);
      if (c == 'u') {
        int v = 0;
#ifndef FAULT_2
        if (p->end - p->at < 5) {
          free(copy);
          return 0;
        }
#endif
        for (int i = 1; i <= 4; i++) {
          int h = hex((unsigned char)p->at[i]); // FAULT 2
          if (h < 0) {
            free(copy);
            return 0;
          }
          v = v << 4 | h;
        }
        p->at += 4;
        c = v < 128 ? v : '?';
      } else if (c != '"' && c != '\\' && c != '/' && c != 'n') {
        free(copy);
        return 0;
      }
      p->at++;
    }
    copy[n++] = (char)c;
  }
  copy[n] = 0;
  assert(strlen(copy) <= n);
  free(copy);
  return 1;
}

static int number(struct parser *p) {
  int digits = 0;
  if (peek(p) == '-')
    p->at++;
  while (peek(p) >= '0' && peek(p) <= '9') {
    p->at++;
    digits++;
  }
  return digits > 0;
}

static int value(struct parser *p);

static int members(struct parser *p, char open) {
  char close = open == '{' ? '}' : ']';
#ifdef FAULT_1
  if (p->depth > max_depth)
#else
  if (p->depth >= max_depth)
#endif
    return 0;
  p->open[p->depth++] = open; // FAULT 1
  p->at++;
  blanks(p);
  if (peek(p) == close) {
    p->at++;
    p->depth--;
    return 1;
  }
  for (;;) {
    blanks(p);
    if (open == '{') {
      if (peek(p) != '"')
        return 0;
      p->at++;
      if (!text(p))
        return 0;
      blanks(p);
      if (peek(p) != ':')
        return 0;
      p->at++;
    }
    if (!value(p))
      return 0;
    blanks(p);
    if (peek(p) == close)
      break;
    if (peek(p) != ',')
      return 0;
    p->at++;
  }
  p->at++;
  p->depth--;
  return 1;
}

static int value(struct parser *p) {
  blanks(p);
  p->values++;
  switch (peek(p)) {
  case '[':
    return members(p, '[');
  case '{':
    return members(p, '{');
  case '"':
    p->at++;
    return text(p);
  case 't':
    return word(p, "true");
  case 'f':
    return word(p, "false");
  case 'n':
    return word(p, "null");
  }
  return number(p);
}

int main(void) {
  char *json = malloc(max_text), *open = malloc(max_depth);
  struct parser p = {0};
  int n;
  if (!json || !open) {
    free(json);
    free(open);
    return 0;
  }
  for (n = 0; n < max_text; n++) {
    json[n] = __VERIFIER_nondet_char();
    if (!json[n])
      break;
  }
  p.at = json;
  p.end = json + n;
  p.open = open;
  if (value(&p)) {
    blanks(&p);
    assert(p.depth == 0);
    assert(p.values <= n);
    assert(p.at <= p.end);
  }
  free(open);
  free(json);
  return 0;
}
