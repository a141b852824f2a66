// false --check=default
// stdin: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
// run-length encoding of a line and back
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define IN 32
#define OUT (2 * IN)

struct buffer {
  unsigned char data[OUT];
  int len;
};

static void put(struct buffer *b, unsigned char c) {
  b->data[b->len] = c;
  b->len++;
}

static void encode(struct buffer *out, const char *in, int n) {
  int i = 0;
  while (i < n) {
    int run = 1;
    while (i + run < n && run < 255 && in[i + run] == in[i])
      run++;
    put(out, (unsigned char)run);
    put(out, (unsigned char)in[i]);
    i += run;
  }
}

static int decode(char *to, int room, const struct buffer *in) {
  int n = 0;
  for (int i = 0; i + 1 < in->len; i += 2) {
    int run = in->data[i];
    for (int k = 0; k < run && n <= room; k++)
      to[n++] = (char)in->data[i + 1];
  }
  return n;
}

int main(void) {
  char line[IN], back[IN - 4];
  struct buffer packed;
  packed.len = 0;
  if (!fgets(line, sizeof line, stdin))
    return 1;
  int n = (int)strlen(line);
  encode(&packed, line, n);
  int m = decode(back, (int)sizeof back, &packed);
  printf("%d bytes, %d packed, %d again\n", n, packed.len, m);
  return 0;
}
