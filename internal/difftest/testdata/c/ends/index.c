// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* an index that walks to the end */
extern char __VERIFIER_nondet_char(void);
#ifdef UNSAFE
#define SIZE 8
#else
#define SIZE 300
#endif
static char text[SIZE];
static void fill(void) {
  int i = 0;
  while (i < SIZE - 1 && (text[i] = __VERIFIER_nondet_char()) != 0) i++;
  text[i] = 0;
}
int main(void) {
  int i = 0;
  fill();
#ifdef UNSAFE
  while (text[i] && text[i + 2] != 1) i++;
#else
  while (text[i] && text[i + 1] != 1) i++;
#endif
  return i == 3;
}
