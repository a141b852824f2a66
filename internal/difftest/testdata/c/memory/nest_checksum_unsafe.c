// false
// Packets with a header and a checksum over a payload of at most four bytes; the rounds have no bound.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
struct packet {
  unsigned char len, sum, data[4];
};
static unsigned char sum(const struct packet *p) {
  unsigned char s = p->len;
  for (int i = 0; i < p->len; i++)
    s ^= p->data[i];
  return s;
}
int main(void) {
  unsigned good = 0, all = 0;
  while (__VERIFIER_nondet_int()) {
    struct packet p;
    p.len = __VERIFIER_nondet_uchar() % 5;
    for (int i = 0; i < p.len; i++)
      p.data[i] = __VERIFIER_nondet_uchar();
    p.sum = sum(&p);
    if (p.len > 2 && __VERIFIER_nondet_int())
      p.data[p.len - 1] ^= 1;
    all = (all + 1) & 1023;
    if (sum(&p) == p.sum)
      good = 1;
    else
      assert(p.len == 4);
  }
  assert(good <= 1 && all <= 1023);
  return 0;
}
