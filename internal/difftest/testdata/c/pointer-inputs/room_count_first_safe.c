// true --entry f --check memory,division
void f(int *count, char *text) {
  if (count)
    *count = 0;
  if (text)
    *text = 0;
}
