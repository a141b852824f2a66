// --32: conditions, a switch that falls through, several returns.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static int count;
static int kind(unsigned char c) {
  switch (c) {
  case 'a':
  case 'b':
    return 1;
  case 'c':
    count++;
  case 'd':
    count += 2;
    break;
  default:
    if (c < '0' || c > '9')
      return -1;
    count = c - '0';
  }
  return 0;
}
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int k = kind(c);
  unsigned short u = c << 8 | c;
  short s = u;
  if ((k == 0 && count > 9) || (k == 1 && c == 'b' && s < 0))
    reach_error();
  return k ? s % 7 : u >> 3;
}
