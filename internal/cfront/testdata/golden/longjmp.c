typedef struct { long r[8]; } jmp_buf[1];
int setjmp(jmp_buf);
void longjmp(jmp_buf, int);
jmp_buf b;

int deep(int n) {
  if (n == 0)
    longjmp(b, 7);
  return deep(n - 1);
}

int main(void) {
  int r = setjmp(b);
  if (r == 0)
    r = deep(2);
  return r;
}
