// false --check=default
// stdin: "rrffffff"
// a robot on a grid that obeys commands until its battery is empty
#include <assert.h>
#include <stdio.h>

#define WIDTH 8
#define HEIGHT 6
#define BATTERY 40

enum heading { NORTH, EAST, SOUTH, WEST };

typedef struct {
  int x, y;
  enum heading heading;
  int battery;
  int steps;
  int bumps;
} robot_t;

static unsigned char seen[HEIGHT][WIDTH];

static void turn(robot_t *r, int right) {
  r->heading = (enum heading)((r->heading + (right ? 1 : 3)) % 4);
  r->battery--;
}

static void forward(robot_t *r) {
  static const int dx[] = {0, 1, 0, -1};
  static const int dy[] = {-1, 0, 1, 0};
  int x = r->x + dx[r->heading];
  int y = r->y + dy[r->heading];
  r->battery -= 2;
  if (x < 0 || x >= WIDTH || y < 0 || y > HEIGHT) {
    r->bumps++;
    return;
  }
  r->x = x;
  r->y = y;
  r->steps++;
  if (seen[y][x] < 255)
    seen[y][x]++;
}

static int explored(void) {
  int n = 0;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      n += seen[y][x] > 0;
  return n;
}

int main(void) {
  robot_t r = {WIDTH / 2, HEIGHT / 2, NORTH, BATTERY, 0, 0};
  int ignored = 0, c;
  seen[r.y][r.x] = 1;
  while (r.battery > 1 && ignored < 100 && (c = getchar()) != EOF) {
    switch (c) {
    case 'f':
      forward(&r);
      break;
    case 'l':
    case 'r':
      turn(&r, c == 'r');
      break;
    default:
      ignored++;
    }
  }
  assert(r.battery >= 0);
  assert(r.steps + r.bumps <= BATTERY / 2);
  printf("at %d, %d after %d steps, %d bumps, %d fields\n", r.x, r.y, r.steps, r.bumps, explored());
  return 0;
}
