// true --check memory --32
int main(int argc, char **argv) {
  char b[64];
  b[0] = 0;
  if (argc > 1)
    b[0] = argv[1][0];
  return b[0];
}
