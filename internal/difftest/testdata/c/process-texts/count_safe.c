// true --check memory
int main(int argc, char **argv) {
  int n = 0;
  if (argc < 2) return 1;
  for (char *p = argv[1];
  *p;
  p++) if (*p == 'a') n++;
  return n;
  }
