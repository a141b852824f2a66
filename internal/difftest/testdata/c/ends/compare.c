// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* two texts side by side */
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
static char other[SIZE];
int main(void) {
  fill();
  for (int i = 0; i < SIZE; i++) other[i] = text[i];
  other[SIZE - 1] = 0;
  const char *a = text, *b = other;
#ifdef UNSAFE
  while (*a == *b) a++, b++;
#else
  while (*a && *a == *b) a++, b++;
#endif
  return *a - *b == 3;
}
