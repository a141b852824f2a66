// false
// inputs: 2 1 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* a string builder */
struct sb { char *buf; size_t len, cap; };
static void sb_need(struct sb *s, size_t n) {
  if (s->len + n + 1 <= s->cap) return;
  size_t cap = s->cap ? s->cap : 8;
  while (cap < s->len + n + 1) cap *= 2;
  char *b = realloc(s->buf, cap);
  if (!b) exit(0);
  s->buf = b;
  s->cap = cap;
}
static void sb_add(struct sb *s, const char *t) {
  size_t n = strlen(t);
  sb_need(s, n);
  memcpy(s->buf + s->len, t, n + 1);
  s->len += n;
}
int main(void) {
  struct sb s = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  for (int i = 0; i < n; i++) sb_add(&s, __VERIFIER_nondet_int() ? "abc" : "de");
  assert(s.len >= 2 * (size_t)n && s.len <= 3 * (size_t)n);
  assert(s.buf[s.len] == 0 && strlen(s.buf) == s.len);
  assert(s.buf[0] == 'a' || s.buf[0] == 'd');
  assert(s.cap > s.len + 3);
  free(s.buf);
  return 0;
}
