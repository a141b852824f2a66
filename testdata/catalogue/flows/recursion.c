typedef TYPE type;
static void down(int depth, type data) {
  if (depth > 0) {
    down(depth - 1, data);
    return;
  }
  SINK(data)
}
int main(void) {
  type data = START;
  SOURCE(data)
  down(3, data);
  return 0;
}
