// A loop whose turns branch: the left side has far more paths.
extern unsigned char nondet_uchar(void);
int main(void) {
  unsigned char x = nondet_uchar();
  int s = 0;
  while (x > 2) {
    if (x & 1)
      s++;
    x = x / 3;
    if (x & 2)
      s--;
  }
  return s;
}
