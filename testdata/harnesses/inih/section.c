/* A section with a free name and a pair with a free value reach the handler. */
#include <assert.h>
#include <stddef.h>
#include "ini.h"
extern char __VERIFIER_nondet_char(void);

struct seen {
  char section, value;
  int pairs;
};

static int handler(void *user, const char *section, const char *name, const char *value) {
  struct seen *seen = user;
  seen->section = section[0];
  assert(name[0] == 'k' && name[1] == 0);
  seen->value = value[0];
  seen->pairs++;
  return 1;
}

int main(void) {
  char text[] = "[x]\nk=v\n";
  struct seen seen = {0, 0, 0};
  char s = __VERIFIER_nondet_char(), v = __VERIFIER_nondet_char();
  if (s < 'a' || s > 'z' || v < '0' || v > '9') return 0;
  text[1] = s;
  text[6] = v;
  int line = ini_parse_string(text, handler, &seen);
  assert(line == 0 && seen.pairs == 1);
  assert(seen.section == s && seen.value == v);
  return 0;
}
