// false --check=default
// inputs: 0 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
/* A connection with handshake, retries and a backoff that doubles. */
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

typedef enum { CLOSED, SYN_SENT, ESTABLISHED, FIN_WAIT, NSTATES } State;
typedef enum { EV_OPEN, EV_ACK, EV_DATA, EV_CLOSE, EV_TIMEOUT, NEVENTS } Event;

#define BASE_DELAY  250
#define MAX_DELAY   16000

typedef struct {
    State state;
    int delay;      /* in milliseconds */
    int retries;
    int sent;
    int dropped;
} Connection;

static const char *const state_names[NSTATES] = { "closed", "syn-sent", "established", "fin-wait" };
static int visits[NSTATES];

static const State next_state[NSTATES][NEVENTS] = {
    /*                  OPEN         ACK          DATA         CLOSE     TIMEOUT  */
    /* CLOSED      */ { SYN_SENT,    CLOSED,      CLOSED,      CLOSED,   CLOSED },
    /* SYN_SENT    */ { SYN_SENT,    ESTABLISHED, SYN_SENT,    CLOSED,   SYN_SENT },
    /* ESTABLISHED */ { ESTABLISHED, ESTABLISHED, ESTABLISHED, FIN_WAIT, ESTABLISHED },
    /* FIN_WAIT    */ { FIN_WAIT,    CLOSED,      FIN_WAIT,    FIN_WAIT, FIN_WAIT },
};

static void reset_timer(Connection *c)
{
    c->delay = BASE_DELAY;
    c->retries = 0;
}

static void on_timeout(Connection *c)
{
    c->retries++;
    c->delay = c->delay * 2;
}

static void step(Connection *c, Event e)
{
    State old = c->state;

    if (e == EV_TIMEOUT && old != CLOSED)
        on_timeout(c);
    if (e == EV_DATA) {
        if (old == ESTABLISHED)
            c->sent++;
        else
            c->dropped++;
    }
    c->state = next_state[old][e];
    if (c->state != old)
        reset_timer(c);
    visits[c->state]++;
}

int main(void)
{
    Connection c = { CLOSED, BASE_DELAY, 0, 0, 0 };
    int i, total = 0;

    for (i = 0; i < 64; i++) {
        int e = __VERIFIER_nondet_int();
        if (e < 0 || e >= NEVENTS)
            break;
        step(&c, (Event)e);
        if (c.state == CLOSED)
            assert(c.retries == 0);
    }
    for (i = 0; i < NSTATES; i++)
        total += visits[i];
    assert(c.delay >= BASE_DELAY && c.delay <= MAX_DELAY);
    printf("%s after %d events, %d sent, %d dropped, wait %d ms\n", state_names[c.state], total, c.sent,
           c.dropped, c.delay);
    return 0;
}
