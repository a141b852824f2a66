// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* a pointer in a structure */
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
struct reader {
  const char *at;
  unsigned lines;
};
static int next(struct reader *r) {
#ifdef UNSAFE
  char c = *r->at;
  r->at++;
#else
  char c = *r->at;
  if (c != 0) r->at++;
#endif
  if (c == '\n') r->lines++;
  return c;
}
int main(void) {
  struct reader r = {text, 0};
  fill();
  while (next(&r) != 0 || next(&r) != 0)
    ;
  return r.lines == 2;
}
