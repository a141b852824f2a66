// regex matcher: . * ^ $ [a-c] [^a] and \c, by backtracking
// fault 1: valid-deref
// witness 1: "abab\\" "abab" 0
// witness small 1: "a\\" "a" 0
// fault 2: valid-deref
// witness 2: ".*" 0 "ab" 0
// fault 3: valid-deref
// witness 3: "[a" 0 "b" 0
// prefer: "ab.*[^a-b]$\\" 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

#ifdef SMALL
enum { max_pattern = 2, max_text = 2 };
#else
enum { max_pattern = 5, max_text = 6 };
#endif

// item returns the end of the item that begins at p, null if it has none.
static const char *item(const char *p) {
  if (*p == '\\') {
#ifndef FAULT_1
    if (p[1] == 0)
      return NULL;
#endif
    return p + 2;
  }
  if (*p != '[')
    return p + 1;
  p++;
  if (*p == '^')
    p++;
  do { // FAULT 3
#ifndef FAULT_3
    if (*p == 0)
      return NULL;
#endif
    p++;
  } while (*p != ']'); // FAULT 3
  return p + 1;
}

// one says whether a character matches the item from p to end.
static int one(const char *p, const char *end, char c) {
  int negated = 0, in = 0;
#ifndef FAULT_2
  if (c == 0)
    return 0;
#endif
  if (*p == '.')
    return 1;
  if (*p == '\\')
    return p[1] == c;
  if (*p != '[')
    return *p == c;
  p++;
  if (*p == '^') {
    negated = 1;
    p++;
  }
  for (; p < end - 1; p++) {
    if (p[1] == '-' && p + 2 < end - 1) {
      if (p[0] <= c && c <= p[2])
        in = 1;
      p += 2;
    } else if (*p == c)
      in = 1;
  }
  return in != negated;
}

static int here(const char *p, const char *s) {
  const char *end;
  if (*p == 0) // FAULT 1
    return 1;
  if (p[0] == '$' && p[1] == 0)
    return *s == 0;
  end = item(p);
  if (!end)
    return 0;
  if (*end == '*') { // FAULT 1
    const char *t = s;
    while (one(p, end, *t)) // FAULT 2
      t++;
    for (;; t--) {
      if (here(end + 1, t))
        return 1;
      if (t == s)
        return 0;
    }
  }
  if (one(p, end, *s)) // FAULT 2
    return here(end, s + 1);
  return 0;
}

static int match(const char *pattern, const char *text) {
  if (*pattern == '^')
    return here(pattern + 1, text);
  do
    if (here(pattern, text))
      return 1;
  while (*text++); // FAULT 2
  return 0;
}

static char *read_text(size_t most) {
  char *s = malloc(most + 1);
  size_t i;
  if (!s)
    return NULL;
  memset(s, 0, most + 1);
  for (i = 0; i < most; i++) {
    s[i] = __VERIFIER_nondet_char();
    if (s[i] == 0)
      break;
  }
  return s;
}

int main(void) {
  char *pattern = read_text(max_pattern), *text = read_text(max_text);
  if (pattern && text) {
    int m = match(pattern, text);
    if (pattern[0] == 0)
      assert(m);
    if (strcmp(pattern, ".*") == 0)
      assert(m);
    if (pattern[0] == '^' && pattern[1] == 'a' && pattern[2] == 0)
      assert(m == (text[0] == 'a'));
  }
  free(pattern);
  free(text);
  return 0;
}
