typedef TYPE type;
int main(void) {
  type all[5] = { START };
  type *at = all + 2;
  SOURCE(all[2])
  at++;
  SINK(at[-1])
  return 0;
}
