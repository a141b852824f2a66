// true --missing-bodies=input --check all
void putA(int *), putB(int *);
int *getA(void) __attribute__((malloc(putA)));
int *getB(void) __attribute__((malloc(putB)));
int main(void) {
  int *a = getA(), *b = getB();
  putA(a);
  putB(b);
  return 0;
}
