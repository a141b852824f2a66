/* Any text of up to four bytes: the number of a faulty line is that of a line of the text. */
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include "ini.h"
extern char __VERIFIER_nondet_char(void);

static int handler(void *user, const char *section, const char *name, const char *value) {
  assert(section != NULL && strlen(name) + strlen(value) < 4);
  ++*(int *)user;
  return 1;
}

int main(void) {
  char text[5];
  int pairs = 0;
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  text[4] = 0;
  int line = ini_parse_string(text, handler, &pairs);
  assert(0 <= line && line <= 4);
  assert(pairs <= 4);
  return 0;
}
