// string builder
// fault 1: valid-deref
// witness 1: 8 "abcdefgh" 0
// witness small 1: 4 "abcd" 0
// fault 2: valid-memtrack|valid-memcleanup
// witness 2: 9 "abcdefghi" 0
// witness small 2: 4 "abcd" 0
// fault 3: valid-free
// witness 3: 2 "ab" 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_text = 4, first_room = 4 };
#else
enum { max_text = 20, first_room = 8 };
#endif

struct strbuf {
  char *buf;
  size_t len;
  size_t alloc;
};

static int strbuf_init(struct strbuf *sb) {
  sb->len = 0;
  sb->alloc = first_room;
  sb->buf = malloc(sb->alloc);
  if (!sb->buf)
    return -1;
  sb->buf[0] = '\0';
  return 0;
}

static void strbuf_release(struct strbuf *sb) {
  free(sb->buf); // FAULT 3
  sb->buf = NULL;
  sb->len = sb->alloc = 0;
}

static int strbuf_grow(struct strbuf *sb, size_t extra) {
#ifdef FAULT_1
  size_t need = sb->len + extra;
#else
  size_t need = sb->len + extra + 1;
#endif
  char *bigger;
  size_t alloc = sb->alloc;
  if (need <= sb->alloc)
    return 0;
  while (alloc < need)
    alloc = alloc * 3 / 2 + 1;
  bigger = malloc(alloc);
  if (!bigger)
    return -1;
  memcpy(bigger, sb->buf, sb->len + 1);
#ifndef FAULT_2
  free(sb->buf);
#endif
  sb->buf = bigger;
  sb->alloc = alloc;
  return 0;
}

static int strbuf_addch(struct strbuf *sb, char c) {
  if (strbuf_grow(sb, 1) != 0)
    return -1;
  sb->buf[sb->len++] = c;
  sb->buf[sb->len] = '\0'; // FAULT 1
  return 0;
}

static int strbuf_addstr(struct strbuf *sb, const char *s) {
  size_t n = strlen(s);
  if (strbuf_grow(sb, n) != 0)
    return -1;
  memcpy(sb->buf + sb->len, s, n + 1); // FAULT 1
  sb->len += n;
  return 0;
}

static void strbuf_rtrim(struct strbuf *sb) {
  while (sb->len > 0 && sb->buf[sb->len - 1] == ' ')
    sb->len--;
  sb->buf[sb->len] = '\0';
}

// strbuf_detach gives the text away; the builder is empty then.
static char *strbuf_detach(struct strbuf *sb) {
  char *s = sb->buf;
#ifndef FAULT_3
  sb->buf = NULL;
  sb->len = sb->alloc = 0;
#endif
  return s;
}

int main(void) {
  struct strbuf sb;
  unsigned char n = __VERIFIER_nondet_uchar();
  size_t added = 0;
  __VERIFIER_assume(n <= max_text);
  if (strbuf_init(&sb) != 0)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    char c = __VERIFIER_nondet_char();
    if (c == 0)
      break;
    if (strbuf_addch(&sb, c) != 0)
      break;
    added++;
  }
  assert(sb.len == added);
  assert(strlen(sb.buf) == added);
  switch (__VERIFIER_nondet_uchar() % 4) {
  case 0:
    strbuf_rtrim(&sb);
    assert(sb.len <= added);
    break;
  case 1: {
    char *s = strbuf_detach(&sb);
    assert(strlen(s) == added);
    free(s);
    break;
  }
  case 2:
    if (strbuf_addstr(&sb, ", ok") == 0)
      assert(sb.buf[sb.len - 1] == 'k');
    break;
  }
  strbuf_release(&sb);
  return 0;
}
