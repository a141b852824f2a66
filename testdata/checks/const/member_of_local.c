// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
struct node { char tag[2]; const short id; int value; };
int main(void) {
  struct node n = {"a", 1, 2};
  short *p = (short *)n.tag;
#ifdef BAD
  p[1] = 4; // FAULT
#else
  p[0] = 4;
#endif
  return n.id == 4;
}
