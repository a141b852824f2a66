// true --check=default
// distances in a graph by breadth-first search
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 6

static bool edge[N][N];

struct queue {
    int items[N];
    int first, last;
};

static void enqueue(struct queue *q, int v) {
    q->items[q->last++] = v;
}

static int dequeue(struct queue *q) {
    return q->items[q->first++];
}

static bool is_empty(const struct queue *q) {
    return q->first == q->last;
}

static int bfs(int start, int distance[N]) {
    struct queue q = {.first = 0, .last = 0};
    bool seen[N] = {false};
    int reached = 0;
    for (int v = 0; v < N; v++)
        distance[v] = -1;
    distance[start] = 0;
    seen[start] = true;
    enqueue(&q, start);
    while (!is_empty(&q)) {
        int u = dequeue(&q);
        reached++;
        for (int v = 0; v < N; v++) {
            if (edge[u][v] && !seen[v]) {
                seen[v] = true;
                distance[v] = distance[u] + 1;
                enqueue(&q, v);
            }
        }
    }
    return reached;
}

int main(void) {
    int distance[N];
    int start = __VERIFIER_nondet_int();
    if (start < 0 || start >= N) {
        printf("no such node\n");
        return 1;
    }
    for (int i = 0; i < N; i++) {
        for (int j = i + 1; j < N; j++) {
            edge[i][j] = __VERIFIER_nondet_int() > 0;
            edge[j][i] = edge[i][j];
        }
    }
    int reached = bfs(start, distance);
    assert(reached >= 1 && reached <= N);
    for (int v = 0; v < N; v++) {
        if (distance[v] >= 0)
            printf("%d: %d\n", v, distance[v]);
        else
            printf("%d: not reachable\n", v);
    }
    return 0;
}
