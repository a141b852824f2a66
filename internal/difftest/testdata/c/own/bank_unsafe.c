// false --check=default
// inputs: -2147483648 2 0
// accounts with deposits, withdrawals and transfers
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define ACCOUNTS 4
#define LIMIT 1000000

struct account {
  int balance;
  int operations;
};

static struct account accounts[ACCOUNTS];
static int refused;

static int deposit(int who, int amount) {
  struct account *a = &accounts[who];
  if (amount <= 0 || amount > LIMIT || a->balance > LIMIT - amount) {
    refused++;
    return 0;
  }
  a->balance += amount;
  a->operations++;
  return 1;
}

static int withdraw(int who, int amount) {
  struct account *a = &accounts[who];
  if (amount > a->balance) {
    refused++;
    return 0;
  }
  a->balance -= amount;
  a->operations++;
  return 1;
}

static int transfer(int from, int to, int amount) {
  if (from == to || !withdraw(from, amount))
    return 0;
  if (!deposit(to, amount)) {
    accounts[from].balance += amount;
    return 0;
  }
  return 1;
}

static int pick(void) {
  int who = __VERIFIER_nondet_int();
  return who >= 0 && who < ACCOUNTS ? who : 0;
}

int main(void) {
  for (int day = 0; day < 10; day++) {
    int amount = __VERIFIER_nondet_int();
    switch (__VERIFIER_nondet_int()) {
    case 1:
      deposit(pick(), amount);
      break;
    case 2:
      withdraw(pick(), amount);
      break;
    case 3: {
      int from = pick();
      transfer(from, pick(), amount);
      break;
    }
    default:
      break;
    }
  }
  int total = 0, operations = 0;
  for (int i = 0; i < ACCOUNTS; i++) {
    total += accounts[i].balance;
    operations += accounts[i].operations;
  }
  printf("%d in the bank after %d operations, %d refused\n", total, operations, refused);
  return 0;
}
