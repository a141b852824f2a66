// pair --check=default
// inputs: 16 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
// a cell that is compared with another one, in one state of a machine
extern unsigned char __VERIFIER_nondet_uchar(void);

enum state { LENGTH, DATA };

struct parser {
  enum state state;
  unsigned char length, got;
  unsigned char data[16];
  int packets;
};

static void feed(struct parser *p, unsigned char c) {
  if (p->state == LENGTH) {
    if (c > 16)
      return;
    p->length = c;
    p->got = 0;
    p->state = c ? DATA : LENGTH;
  } else {
    p->data[p->got++] = c;
#ifdef UNSAFE
    if (p->got == p->length + 1)
#else
    if (p->got == p->length)
#endif
      p->state = LENGTH;
    p->packets = p->state == LENGTH;
  }
}

int main(void) {
  struct parser p = {0};
  for (int i = 0; i < 100; i++)
    feed(&p, __VERIFIER_nondet_uchar());
  return 0;
}
