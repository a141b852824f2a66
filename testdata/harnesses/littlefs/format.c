/* A device in memory of two or three blocks is formatted without a failure. */
#include <assert.h>
#include <string.h>
#include "lfs.h"
extern unsigned int __VERIFIER_nondet_uint(void);

#define SIZE 128
#define COUNT 3
static unsigned char disk[COUNT][SIZE];
static unsigned char read_buffer[16], prog_buffer[16], lookahead[8];

static int device_read(const struct lfs_config *c, lfs_block_t block, lfs_off_t off, void *buffer, lfs_size_t size) {
  assert(block < c->block_count && off + size <= SIZE);
  memcpy(buffer, &disk[block][off], size);
  return 0;
}

static int device_prog(const struct lfs_config *c, lfs_block_t block, lfs_off_t off, const void *buffer,
                       lfs_size_t size) {
  assert(block < c->block_count && off + size <= SIZE);
  memcpy(&disk[block][off], buffer, size);
  return 0;
}

static int device_erase(const struct lfs_config *c, lfs_block_t block) {
  assert(block < c->block_count);
  memset(disk[block], 0xff, SIZE);
  return 0;
}

static int device_sync(const struct lfs_config *c) {
  (void)c;
  return 0;
}

int main(void) {
  lfs_t lfs;
  unsigned count = __VERIFIER_nondet_uint();
  if (count < 2 || count > COUNT) return 0;
  struct lfs_config config = {
      .read = device_read,
      .prog = device_prog,
      .erase = device_erase,
      .sync = device_sync,
      .read_size = 16,
      .prog_size = 16,
      .block_size = SIZE,
      .block_count = count,
      .block_cycles = -1,
      .cache_size = 16,
      .lookahead_size = 8,
      .read_buffer = read_buffer,
      .prog_buffer = prog_buffer,
      .lookahead_buffer = lookahead,
  };
  assert(lfs_format(&lfs, &config) == 0);
  return 0;
}
