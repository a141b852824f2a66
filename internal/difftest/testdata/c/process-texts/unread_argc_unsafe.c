// false --check overflow
int main(int argc, char **argv) {
  int n = 0;
  for (int i = 0; i < 1000000; i++)
    n += i;
  return n == 3;
}
