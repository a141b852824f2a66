// false --check=default
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* copies up to a byte 0, or until the space is used up; space counts down */
static unsigned char text[700];
int main(void) {
  unsigned space = __VERIFIER_nondet_uint();
  if (space == 0 || space > 600) return 0;
  for (unsigned i = 0; i < 700; i++) text[i] = __VERIFIER_nondet_uchar();
  text[699] = 0;
  unsigned char *copy = malloc(space), *to = copy;
  const unsigned char *from = text;
  if (!copy) return 0;
  while (*from && space > 0) {
    *to++ = *from++;
    space--;
  }
  *to = 0;
  free(copy);
  return 0;
}
