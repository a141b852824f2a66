// true --check=default
// counts the tokens of a small language by a state machine
#include <stdio.h>

enum state { START, IN_NAME, IN_NUMBER, IN_STRING, IN_COMMENT };

struct lexer {
  enum state state;
  int names, numbers, strings, comments, symbols;
  int line, column;
  int bad;
};

static int is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(int c) { return c >= '0' && c <= '9'; }

static void feed(struct lexer *x, int c) {
  if (c == '\n') {
    x->line++;
    x->column = 0;
  } else {
    x->column++;
  }
  switch (x->state) {
  case IN_NAME:
    if (is_letter(c) || is_digit(c))
      return;
    break;
  case IN_NUMBER:
    if (is_digit(c))
      return;
    if (is_letter(c))
      x->bad++;
    break;
  case IN_STRING:
    if (c == '"')
      x->state = START;
    else if (c == '\n')
      x->bad++;
    return;
  case IN_COMMENT:
    if (c == '\n')
      x->state = START;
    return;
  case START:
    break;
  }
  x->state = START;
  if (is_letter(c)) {
    x->state = IN_NAME;
    x->names++;
  } else if (is_digit(c)) {
    x->state = IN_NUMBER;
    x->numbers++;
  } else if (c == '"') {
    x->state = IN_STRING;
    x->strings++;
  } else if (c == '#') {
    x->state = IN_COMMENT;
    x->comments++;
  } else if (c != ' ' && c != '\n') {
    x->symbols++;
  }
}

int main(void) {
  char text[128];
  struct lexer x = {START, 0, 0, 0, 0, 0, 1, 0, 0};
  size_t n = fread(text, 1, sizeof text, stdin);
  for (size_t i = 0; i < n; i++)
    feed(&x, (unsigned char)text[i]);
  if (x.state == IN_STRING)
    x.bad++;
  printf("%d names, %d numbers, %d strings, %d comments, %d symbols\n", x.names, x.numbers, x.strings, x.comments,
         x.symbols);
  printf("%d lines, %d errors\n", x.line, x.bad);
  return x.bad != 0;
}
