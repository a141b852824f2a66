typedef TYPE type;
int main(void) {
  type data = START;
  for (int turn = 0; turn < 3; turn++) {
    if (turn == 1) {
      SOURCE(data)
    }
  }
  while (1) {
    SINK(data)
    break;
  }
  return 0;
}
