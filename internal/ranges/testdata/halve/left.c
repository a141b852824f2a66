extern unsigned char nondet_uchar(void);
int main(void) {
  unsigned char x = nondet_uchar();
  int s = 0;
  if (x & 128)
    for (int i = 0; i < 7; i++) {
      if (x & 1)
        s += i;
      x >>= 1;
    }
  else if (x > 100)
    s = 1;
  return s;
}
