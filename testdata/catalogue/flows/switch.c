typedef TYPE type;
static int five = 5;
int main(void) {
  type data = START;
  switch (five) {
  case 6:
    return 0;
  case 5: {
    SOURCE(data)
    break;
  }
  default:
    return 0;
  }
  switch (7) {
  case 7: {
    SINK(data)
    break;
  }
  default:
    break;
  }
  return 0;
}
