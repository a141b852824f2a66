// printf for small systems: %d %u %x %c %s %% with a width and zeros in front
// fault 1: valid-deref
// witness 1: 'd' 0 -2147483648
// witness small 1: 'd' 0 -32768
// fault 2: no-overflow
// witness 2: 'd' 0 -2147483648
// fault 3: valid-deref
// witness 3: 'u' 20 7
// witness small 3: 'u' 12 7
// prefer: 100 117 120 99 115 0 1 -1 -2147483648
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { room = 10, max_width = 12 };
#define INTEGER short
#else
enum { room = 16, max_width = 20 };
#define INTEGER int
#endif

struct out {
  char *buf;
  size_t size; // of buf
  size_t n;    // characters so far, also those for which there is no room
};

static void put(struct out *o, char c) {
  if (o->n + 1 < o->size)
    o->buf[o->n] = c;
  o->n++;
}

static void pad(struct out *o, size_t have, size_t width, char c) {
#ifdef FAULT_3
  for (; have < width; have++)
    o->buf[o->n++] = c; // FAULT 3
#else
  for (; have < width; have++)
    put(o, c);
#endif
}

// digits of the least INTEGER, and its sign
#ifdef FAULT_1
enum { most_digits = sizeof(INTEGER) * CHAR_BIT * 3 / 10 };
#else
enum { most_digits = sizeof(INTEGER) * CHAR_BIT * 3 / 10 + 2 };
#endif

static void put_unsigned(struct out *o, unsigned v, unsigned base, size_t width, char fill, int negative) {
  char digits[most_digits];
  size_t n = 0;
  do {
    unsigned d = v % base;
    digits[n++] = (char)(d < 10 ? '0' + d : 'a' + d - 10); // FAULT 1
    v /= base;
  } while (v);
  if (negative) {
    if (fill == '0') {
      put(o, '-');
      if (width)
        width--;
    } else
      digits[n++] = '-'; // FAULT 1
  }
  pad(o, n, width, fill);
  while (n)
    put(o, digits[--n]);
}

static size_t format(char *buf, size_t size, const char *f, ...) {
  struct out o = {buf, size, 0};
  va_list ap;
  va_start(ap, f);
  for (; *f; f++) {
    size_t width = 0;
    char fill = ' ';
    if (*f != '%') {
      put(&o, *f);
      continue;
    }
    f++;
    if (*f == '0') {
      fill = '0';
      f++;
    }
    if (*f == '*') {
      width = (size_t)va_arg(ap, int);
      f++;
    }
    while (*f >= '0' && *f <= '9')
      width = width * 10 + (size_t)(*f++ - '0');
    switch (*f) {
    case 'd': {
      int v = va_arg(ap, int);
#ifdef FAULT_2
      put_unsigned(&o, (unsigned)(v < 0 ? -v : v), 10, width, fill, v < 0); // FAULT 2
#else
      put_unsigned(&o, v < 0 ? -(unsigned)v : (unsigned)v, 10, width, fill, v < 0);
#endif
      break;
    }
    case 'u':
      put_unsigned(&o, va_arg(ap, unsigned), 10, width, fill, 0);
      break;
    case 'x':
      put_unsigned(&o, va_arg(ap, unsigned), 16, width, fill, 0);
      break;
    case 'c':
      put(&o, (char)va_arg(ap, int));
      break;
    case 's': {
      const char *s = va_arg(ap, const char *);
      if (!s)
        s = "(null)";
      pad(&o, strlen(s), width, ' ');
      while (*s)
        put(&o, *s++);
      break;
    }
    case 0:
      f--;
      break;
    default:
      put(&o, *f);
    }
  }
  va_end(ap);
  if (size)
    buf[o.n < size ? o.n : size - 1] = 0;
  return o.n;
}

int main(void) {
  char buf[room];
  char what[] = "<%*?>";
  unsigned char c = __VERIFIER_nondet_uchar(), width = __VERIFIER_nondet_uchar();
  size_t n;
  __VERIFIER_assume(width <= max_width);
  switch (c) {
  case 'd':
    what[3] = 'd';
#ifdef FAULT_2
    n = format(buf, sizeof buf, what, width, __VERIFIER_nondet_int());
#else
    n = format(buf, sizeof buf, what, width, (INTEGER)__VERIFIER_nondet_int());
#endif
    break;
  case 'u':
  case 'x':
    what[3] = (char)c;
    n = format(buf, sizeof buf, what, width, (unsigned)(unsigned short)__VERIFIER_nondet_int());
    break;
  case 'c':
    n = format(buf, sizeof buf, "%c%%%d", '!', width);
    break;
  case 's':
    n = format(buf, sizeof buf, "%s %02x", c & 1 ? NULL : "x", width);
    break;
  default:
    n = format(buf, sizeof buf, "nothing");
    assert(strcmp(buf, "nothing") == 0);
  }
  assert(strlen(buf) == (n < sizeof buf ? n : sizeof buf - 1));
  if (c == 'u')
    assert(n >= (size_t)width + 2);
  return 0;
}
