// tokeniser of a small language: names, numbers, texts in quotes, operators
// fault 1: valid-deref
// witness 1: "abcdefghijkl" 0
// witness small 1: "abcd"
// fault 2: no-overflow
// witness 2: "99999999999" 0
// witness small 2: "999"
// fault 3: valid-deref
// witness 3: "a \"bcdefghijklmn"
// witness small 3: "\"bcd"
// prefer: "abz_09 \"\"==<=+("
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

#ifdef SMALL
enum { max_text = 4, max_name = 3 };
#define BASE 1000000
#else
enum { max_text = 16, max_name = 8 };
#define BASE 10
#endif

enum kind { T_END, T_NAME, T_NUMBER, T_TEXT, T_OP, T_ERROR };

struct token {
  enum kind kind;
  char *name; // the lexer's buffer
  int number;
  const char *begin;
  size_t length;
};

struct lexer {
  const char *at;
  char *name;
};

static int is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_'; }
static int is_digit(char c) { return '0' <= c && c <= '9'; }

static enum kind lex_name(struct lexer *l, struct token *t) {
  size_t n = 0;
  while (is_letter(*l->at) || is_digit(*l->at)) {
#ifndef FAULT_1
    if (n + 1 >= max_name)
      return T_ERROR;
#endif
    l->name[n++] = *l->at++; // FAULT 1
  }
  l->name[n] = 0; // FAULT 1
  t->name = l->name;
  t->length = n;
  return T_NAME;
}

static enum kind lex_number(struct lexer *l, struct token *t) {
  int v = 0;
  while (is_digit(*l->at)) {
    int d = *l->at - '0';
#ifndef FAULT_2
    if (v > (INT_MAX - d) / BASE)
      return T_ERROR;
#endif
    v = v * BASE + d; // FAULT 2
    l->at++;
  }
  t->number = v;
  return T_NUMBER;
}

static enum kind lex_text(struct lexer *l, struct token *t) {
  t->begin = ++l->at;
  while (*l->at != '"') { // FAULT 3
#ifndef FAULT_3
    if (*l->at == 0)
      return T_ERROR;
#endif
    l->at++;
  }
  t->length = (size_t)(l->at - t->begin);
  l->at++;
  return T_TEXT;
}

static enum kind lex(struct lexer *l, struct token *t) {
  memset(t, 0, sizeof *t);
  while (*l->at == ' ' || *l->at == '\t' || *l->at == '\n')
    l->at++;
  t->begin = l->at;
  if (*l->at == 0)
    return t->kind = T_END;
  if (is_letter(*l->at))
    return t->kind = lex_name(l, t);
  if (is_digit(*l->at))
    return t->kind = lex_number(l, t);
  switch (*l->at) {
  case '"':
    return t->kind = lex_text(l, t);
  case '<':
  case '>':
  case '=':
    t->length = l->at[1] == '=' ? 2 : 1;
    break;
  case '+':
  case '-':
  case '*':
  case '(':
  case ')':
    t->length = 1;
    break;
  default:
    return t->kind = T_ERROR;
  }
  l->at += t->length;
  return t->kind = T_OP;
}

int main(void) {
  char text[max_text + 1], name[max_name];
  struct token t;
  struct lexer l;
  int i, tokens = 0;
  for (i = 0; i < max_text; i++) {
    text[i] = __VERIFIER_nondet_char();
    if (text[i] == 0)
      break;
  }
  text[i] = 0;
  l.at = text;
  l.name = name;
  while (lex(&l, &t) != T_END) {
    if (t.kind == T_ERROR)
      return 0;
    tokens++;
    assert(tokens <= max_text);
    if (t.kind == T_NUMBER)
      assert(t.number >= 0);
    if (t.kind == T_NAME)
      assert(strlen(t.name) == t.length);
  }
  assert(l.at == text + i);
  return 0;
}
