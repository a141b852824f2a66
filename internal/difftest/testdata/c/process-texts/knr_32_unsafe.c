// false --check memory --32
int main(argc, argv)
  int argc;
  char **argv;
{
  return argv[argc][0];
}
