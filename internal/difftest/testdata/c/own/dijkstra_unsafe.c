// false --check=default
// inputs: 0 0 0 0 0 0 0 5
// shortest paths by Dijkstra's algorithm on a matrix of weights
#include <limits.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define NODES 5
#define MAX_WEIGHT 1000
#define INF INT_MAX

struct graph {
  int weight[NODES][NODES]; /* 0: no edge */
};

static void read_graph(struct graph *g) {
  for (int u = 0; u < NODES; u++) {
    for (int v = 0; v < NODES; v++) {
      int w = __VERIFIER_nondet_int();
      g->weight[u][v] = u != v && w > 0 && w <= MAX_WEIGHT ? w : 0;
    }
  }
}

static int nearest(const int *dist, const char *done) {
  int best = -1;
  for (int v = 0; v < NODES; v++)
    if (!done[v] && (best < 0 || dist[v] < dist[best]))
      best = v;
  return best;
}

static void dijkstra(const struct graph *g, int from, int *dist, int *before) {
  char done[NODES] = {0};
  for (int v = 0; v < NODES; v++) {
    dist[v] = INF;
    before[v] = -1;
  }
  dist[from] = 0;
  for (int round = 0; round < NODES; round++) {
    int u = nearest(dist, done);
    done[u] = 1;
    for (int v = 0; v < NODES; v++) {
      int w = g->weight[u][v];
      if (w > 0 && dist[u] + w < dist[v]) {
        dist[v] = dist[u] + w;
        before[v] = u;
      }
    }
  }
}

static void print_path(const int *before, int v) {
  int path[NODES], n = 0;
  while (v >= 0 && n < NODES) {
    path[n++] = v;
    v = before[v];
  }
  while (n > 0)
    printf(" %d", path[--n]);
  printf("\n");
}

int main(void) {
  static struct graph g;
  int dist[NODES], before[NODES];
  read_graph(&g);
  dijkstra(&g, 0, dist, before);
  for (int v = 0; v < NODES; v++) {
    if (dist[v] == INF) {
      printf("%d: no path\n", v);
    } else {
      printf("%d: %d by", v, dist[v]);
      print_path(before, v);
    }
  }
  return 0;
}
