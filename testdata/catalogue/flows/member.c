typedef TYPE type;
struct box {
  char before;
  type data;
  short after;
};
static void sink(struct box packed) {
  SINK(packed.data)
}
int main(void) {
  struct box packed = { 1, START, 2 };
  SOURCE(packed.data)
  sink(packed);
  return 0;
}
