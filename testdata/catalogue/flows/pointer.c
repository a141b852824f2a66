typedef TYPE type;
static void sink(type *place) {
  SINK(*place)
}
int main(void) {
  type data = START, *where = &data, **again = &where;
  SOURCE(*where)
  sink(*again);
  return 0;
}
