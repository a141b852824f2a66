// true --check memory
int main(argc, argv)
  int argc;
  char **argv;
{
  return argc > 0 && argv[0] == 0;
}
