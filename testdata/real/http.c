// parser of HTTP headers: lines "Name: value", ended by an empty line; in place, nothing is copied
// fault 1: valid-deref
// witness 1: "a:\nb:\nc:\nd:\ne:\n\n" 0
// witness small 1: "a:\nb:\n" 0
// fault 2: valid-deref
// witness 2: "a: b\naa: bc\naa: cc\r"
// witness small 2: "a:bcd\r"
// fault 3: valid-deref
// witness 3: "abc\n" 0
// prefer: "aAlL::  \r\n\n\n01"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

#ifdef SMALL
enum { max_text = 6, max_headers = 1 };
#else
enum { max_text = 19, max_headers = 4 };
#endif

struct span {
  const char *p;
  size_t n;
};

struct header {
  struct span name, value;
};

struct request {
  struct header *header;
  size_t headers;
};

// line takes a line off the text; its end is not part of it. 0: there is none.
static int line(struct span *text, struct span *l) {
  size_t i;
  l->p = text->p;
  for (i = 0; i < text->n; i++) {
    size_t end = 0;
    if (text->p[i] == '\n')
      end = 1;
#ifdef FAULT_2
    else if (text->p[i] == '\r' && text->p[i + 1] == '\n') // FAULT 2
#else
    else if (text->p[i] == '\r' && i + 1 < text->n && text->p[i + 1] == '\n')
#endif
      end = 2;
    if (end) {
      l->n = i;
      text->p += i + end;
      text->n -= i + end;
      return 1;
    }
  }
  return 0;
}

static struct span trim(struct span s) {
  while (s.n > 0 && (*s.p == ' ' || *s.p == '\t')) { // FAULT 3
    s.p++;
    s.n--;
  }
  while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
    s.n--;
  return s;
}

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static int same(struct span s, const char *name) {
  size_t i;
  for (i = 0; i < s.n && name[i]; i++)
    if (lower(s.p[i]) != lower(name[i]))
      return 0;
  return i == s.n && name[i] == 0;
}

// parse returns 1 for a complete request, 0 for an incomplete one, -1 for an error.
static int parse(struct span text, struct request *r) {
  struct span l;
  while (line(&text, &l)) {
    const char *colon;
    struct header *h;
    if (l.n == 0)
      return 1;
    colon = memchr(l.p, ':', l.n);
#ifdef FAULT_3
    if (colon == l.p)
#else
    if (colon == NULL || colon == l.p)
#endif
      return -1;
#ifdef FAULT_1
    if (r->headers > max_headers)
#else
    if (r->headers >= max_headers)
#endif
      return -1;
    h = &r->header[r->headers++];
    h->name.p = l.p; // FAULT 1
    h->name.n = (size_t)(colon - l.p);
    h->value.p = colon + 1;
    h->value.n = l.n - h->name.n - 1;
    h->value = trim(h->value); // FAULT 3
  }
  return 0;
}

static const struct header *find(const struct request *r, const char *name) {
  for (size_t i = 0; i < r->headers; i++)
    if (same(r->header[i].name, name))
      return &r->header[i];
  return NULL;
}

// length reads the value of a header "l", at most 999.
static int length(const struct request *r) {
  const struct header *h = find(r, "l");
  int v = 0;
  if (!h)
    return -1;
  for (size_t i = 0; i < h->value.n; i++) {
    char c = h->value.p[i];
    if (c < '0' || c > '9' || v > 99)
      return -1;
    v = v * 10 + (c - '0');
  }
  return v;
}

int main(void) {
  char *text = malloc(max_text);
  struct request r;
  struct span all;
  size_t n;
  int done;
  r.header = malloc(max_headers * sizeof *r.header);
  r.headers = 0;
  if (!text || !r.header) {
    free(text);
    free(r.header);
    return 0;
  }
  for (n = 0; n < max_text; n++) {
    text[n] = __VERIFIER_nondet_char();
    if (text[n] == 0)
      break;
  }
  all.p = text;
  all.n = n;
  done = parse(all, &r);
  if (done >= 0) {
    assert(r.headers <= max_headers);
    for (size_t i = 0; i < r.headers; i++)
      assert(r.header[i].name.n > 0 && r.header[i].value.p + r.header[i].value.n <= text + n);
    assert(length(&r) <= 999);
  }
  free(r.header);
  free(text);
  return 0;
}
