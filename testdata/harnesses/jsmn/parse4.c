/* Any four bytes: what the parser accepts has tokens that lie in the text. */
#include <assert.h>
#include "jsmn.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4];
  jsmntok_t tokens[4];
  jsmn_parser parser;
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  jsmn_init(&parser);
  int n = jsmn_parse(&parser, text, sizeof text, tokens, 4);
  assert(n >= JSMN_ERROR_PART && n <= 4);
  for (int i = 0; i < n; i++) assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end && tokens[i].end <= 4);
  return 0;
}
