typedef TYPE type;
union either {
  type data;
  unsigned char bytes[sizeof(type)];
};
int main(void) {
  union either first = { START }, second = { START };
  SOURCE(first.data)
  for (unsigned k = 0; k < sizeof first.bytes; k++) second.bytes[k] = first.bytes[k];
  SINK(second.data)
  return 0;
}
