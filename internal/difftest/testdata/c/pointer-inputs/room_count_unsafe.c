// false --entry f --check memory,division
void f(char *text, int *count) {
  if (count)
    count[1] = 0; // the last int of text
}
