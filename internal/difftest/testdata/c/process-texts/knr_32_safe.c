// true --check memory --32
int main(argc, argv)
  int argc;
  char **argv;
{
  return argc > 0 && argv[0] == 0;
}
