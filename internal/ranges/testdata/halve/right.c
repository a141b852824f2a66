extern unsigned char nondet_uchar(void);
int main(void) {
  unsigned char x = nondet_uchar();
  int s = 0;
  if (x < 3)
    return 1;
  if (x < 10)
    return 2;
  if (x == 20)
    return 3;
  for (int i = 0; i < 8; i++) {
    if (x & 1)
      s += i;
    x >>= 1;
  }
  return s;
}
