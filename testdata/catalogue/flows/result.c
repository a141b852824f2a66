typedef TYPE type;
static type source(void) {
  type data = START;
  SOURCE(data)
  return data;
}
int main(void) {
  type got = source();
  SINK(got)
  return 0;
}
