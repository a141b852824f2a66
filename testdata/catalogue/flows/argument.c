typedef TYPE type;
static int sink(type data) {
  SINK(data)
  return 0;
}
int main(void) {
  type data = START;
  SOURCE(data)
  return sink(data);
}
