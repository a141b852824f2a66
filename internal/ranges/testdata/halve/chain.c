extern unsigned char nondet_uchar(void);
int main(void) {
  unsigned char n = nondet_uchar(), i = 0;
  while (i < n)
    i++;
  return 0;
}
