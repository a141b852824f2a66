// false --check=default,leak
// stdin: "a=%zz\n"
// decodes the query of a URL: name=value&name=value...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_QUERY 128

static int hex_value(int c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* returns a new string, or NULL if the escapes are not valid */
static char *url_decode(const char *src, size_t n)
{
  char *out = malloc(n + 1);
  size_t i, k = 0;

  if (out == NULL)
    return NULL;
  for (i = 0; i < n; i++) {
    if (src[i] == '%') {
      int hi = i + 2 < n ? hex_value(src[i + 1]) : -1;
      int lo = i + 2 < n ? hex_value(src[i + 2]) : -1;
      if (hi < 0 || lo < 0 || hi * 16 + lo == 0)
        return NULL;
      out[k++] = (char)(hi * 16 + lo);
      i += 2;
    } else if (src[i] == '+') {
      out[k++] = ' ';
    } else {
      out[k++] = src[i];
    }
  }
  out[k] = '\0';
  return out;
}

/* one pair; returns 0 if it is malformed */
static int show_pair(const char *s, size_t n)
{
  const char *eq = memchr(s, '=', n);
  char *name, *value;
  int ok = 0;

  if (eq == NULL)
    return 0;
  name = url_decode(s, (size_t)(eq - s));
  if (name == NULL)
    return 0;
  value = url_decode(eq + 1, n - (size_t)(eq - s) - 1);
  if (value != NULL) {
    printf("[%s] = [%s]\n", name, value);
    free(value);
    ok = 1;
  }
  free(name);
  return ok;
}

int main(void)
{
  char query[MAX_QUERY];
  size_t n = 0, start = 0, i;
  int c, good = 0, bad = 0;

  while (n < MAX_QUERY && (c = getchar()) != EOF && c != '\n')
    query[n++] = (char)c;
  for (i = 0; i <= n; i++) {
    if (i == n || query[i] == '&') {
      if (i > start) {
        if (show_pair(query + start, i - start))
          good++;
        else
          bad++;
      }
      start = i + 1;
    }
  }
  printf("%d good, %d bad\n", good, bad);
  return bad > 0;
}
