// true --check=default
// a parser of packets: type, length, payload, checksum
#include <stdint.h>
#include <stdio.h>

#define PAYLOAD 16

enum state { WAIT_TYPE, WAIT_LENGTH, WAIT_DATA, WAIT_SUM };

struct parser {
  enum state state;
  uint8_t type;
  uint8_t length;
  uint8_t got;
  uint8_t sum;
  uint8_t data[PAYLOAD];
  int packets;
  int bad_length;
  int bad_sum;
  int bytes;
};

static void reset(struct parser *p) {
  p->state = WAIT_TYPE;
  p->got = 0;
  p->sum = 0;
}

static void feed(struct parser *p, uint8_t c) {
  p->bytes++;
  switch (p->state) {
  case WAIT_TYPE:
    p->type = c;
    p->sum = c;
    p->state = WAIT_LENGTH;
    break;
  case WAIT_LENGTH:
    if (c > PAYLOAD) {
      p->bad_length++;
      reset(p);
      break;
    }
    p->length = c;
    p->got = 0;
    p->sum += c;
    p->state = c ? WAIT_DATA : WAIT_SUM;
    break;
  case WAIT_DATA:
    p->data[p->got++] = c;
    p->sum += c;
    if (p->got == p->length)
      p->state = WAIT_SUM;
    break;
  case WAIT_SUM:
    if (p->sum == c)
      p->packets++;
    else
      p->bad_sum++;
    reset(p);
    break;
  }
}

int main(void) {
  struct parser p = {0};
  int c;
  reset(&p);
  while (p.bytes < 200 && (c = getchar()) != EOF)
    feed(&p, (uint8_t)c);
  printf("%d bytes, %d packets, %d bad lengths, %d bad sums\n", p.bytes, p.packets, p.bad_length, p.bad_sum);
  return 0;
}
