typedef TYPE type;
static void nothing(type data) { (void)data; }
static void sink(type data) {
  SINK(data)
}
static void each(void (*f)(type), type data) { f(data); }
int main(void) {
  void (*table[2])(type) = { nothing, sink };
  type data = START;
  SOURCE(data)
  for (int turn = 0; turn < 2; turn++) each(table[turn], data);
  return 0;
}
