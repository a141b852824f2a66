// false --check memory
int main(argc, argv)
  int argc;
  char **argv;
{
  return argv[argc][0];
}
