extern unsigned char nondet_uchar(void);
int main(void) {
  unsigned char x = nondet_uchar();
  int s = 0;
  for (int i = 0; i < 8; i++) {
    if (x & 1)
      s += i;
    x >>= 1;
  }
  return s;
}
