// false --check=default
// inputs: 1 5 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
// a machine with a stack that runs a program of the user
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum op { HALT, PUSH, ADD, SUB, DUP, DROP, SWAP, JZ };

#define STACK 16
#define CODE 24

struct vm {
  int stack[STACK];
  int sp;
  int pc;
  int steps;
  int faults;
};

static int code[CODE];

static int push(struct vm *m, int v) {
  if (m->sp > STACK) {
    m->faults++;
    return 0;
  }
  m->stack[m->sp++] = v;
  return 1;
}

static int pop(struct vm *m) {
  if (m->sp <= 0) {
    m->faults++;
    return 0;
  }
  return m->stack[--m->sp];
}

static int run(struct vm *m) {
  while (m->pc >= 0 && m->pc < CODE && m->steps < 100) {
    int a, b;
    m->steps++;
    switch (code[m->pc++]) {
    case HALT:
      return 1;
    case PUSH:
      if (m->pc < CODE)
        push(m, code[m->pc++] % 1000);
      break;
    case ADD:
      b = pop(m);
      a = pop(m);
      push(m, (a + b) % 1000);
      break;
    case SUB:
      b = pop(m);
      a = pop(m);
      push(m, (a - b) % 1000);
      break;
    case DUP:
      a = pop(m);
      push(m, a);
      push(m, a);
      break;
    case DROP:
      pop(m);
      break;
    case SWAP:
      b = pop(m);
      a = pop(m);
      push(m, b);
      push(m, a);
      break;
    case JZ:
      if (m->pc < CODE) {
        int to = code[m->pc++];
        if (pop(m) == 0)
          m->pc = to;
      }
      break;
    default:
      m->faults++;
    }
  }
  return 0;
}

int main(void) {
  struct vm m = {{0}, 0, 0, 0, 0};
  for (int i = 0; i < CODE; i++)
    code[i] = __VERIFIER_nondet_int();
  int ok = run(&m);
  printf("%s after %d steps, %d faults, %d on the stack\n", ok ? "halted" : "stopped", m.steps, m.faults, m.sp);
  return 0;
}
