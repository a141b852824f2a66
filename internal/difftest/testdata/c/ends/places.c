// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* an index in a structure */
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
struct places {
  int at;
  unsigned words;
};
int main(void) {
  static struct places s;
  fill();
  while (text[s.at] != 0) {
    while (text[s.at] == ' ') s.at++;
    if (text[s.at] != 0) s.words ^= 1;
#ifdef UNSAFE
    while (text[s.at] != ' ') s.at++;
#else
    while (text[s.at] != 0 && text[s.at] != ' ') s.at++;
#endif
  }
  return s.words == 1;
}
