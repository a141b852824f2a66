// true --entry f --check memory,division
void f(char *text, int *count) {
  if (count)
    *count = 0;
}
