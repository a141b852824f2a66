// true --entry f
void f(char *text, int *count) {
  if (count)
    *count = 0;
}
