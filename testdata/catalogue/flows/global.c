typedef TYPE type;
static type shared;
static int flag;
static void sink(void) {
  if (flag) {
    SINK(shared)
  }
}
int main(void) {
  shared = START;
  SOURCE(shared)
  flag = 1;
  sink();
  return 0;
}
