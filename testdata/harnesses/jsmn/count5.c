/* Any five bytes, without an array of tokens: the parser only counts. */
#include <assert.h>
#include <stddef.h>
#include "jsmn.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[5];
  jsmn_parser parser;
  for (int i = 0; i < 5; i++) text[i] = __VERIFIER_nondet_char();
  jsmn_init(&parser);
  int n = jsmn_parse(&parser, text, sizeof text, NULL, 0);
  assert(n >= JSMN_ERROR_PART && n <= 5);
  assert(parser.pos <= 5);
  return 0;
}
