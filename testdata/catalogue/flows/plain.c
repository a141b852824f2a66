typedef TYPE type;
int main(void) {
  type data = START;
  SOURCE(data)
  SINK(data)
  return 0;
}
