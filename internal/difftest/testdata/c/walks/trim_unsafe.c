// false --check=default
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* the text without blanks at both ends */
static unsigned char text[800];
static int blank(unsigned char c) { return c == ' ' || c == '\t'; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 800) return 0;
  for (unsigned i = 0; i < n; i++) text[i] = __VERIFIER_nondet_uchar();
  const unsigned char *begin = text, *end = text + n;
  while (begin < end && blank(*begin)) begin++;
  while (end > begin && blank(end[-1])) end--;
  unsigned char *copy = malloc(end - begin), *to = copy;
  if (!copy) return 0;
  for (const unsigned char *p = begin; p < end; p++) *to++ = *p;
  *to = 0;
  free(copy);
  return 0;
}
