/* An object with two free digits: its tokens come in the order of the text. */
#include <assert.h>
#include "jsmn.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[] = "{\"k\":[0,0]}";
  jsmntok_t tokens[8];
  jsmn_parser parser;
  char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
  if (a < '0' || a > '9' || b < '0' || b > '9') return 0;
  text[6] = a;
  text[8] = b;
  jsmn_init(&parser);
  int n = jsmn_parse(&parser, text, sizeof text - 1, tokens, 8);
  assert(n == 5);
  for (int i = 1; i < n; i++) assert(tokens[i - 1].start < tokens[i].start);
  assert(tokens[0].type == JSMN_OBJECT && tokens[2].size == 2);
  return 0;
}
