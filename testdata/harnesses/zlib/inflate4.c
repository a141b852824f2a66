/* Any four bytes as a raw stream: no more comes out than there is room for. */
#include <assert.h>
#include <string.h>
#include "zlib.h"
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char in[4], out[16];
  z_stream stream;
  for (int i = 0; i < 4; i++) in[i] = __VERIFIER_nondet_uchar();
  memset(&stream, 0, sizeof stream);
  stream.next_in = in;
  stream.avail_in = sizeof in;
  stream.next_out = out;
  stream.avail_out = sizeof out;
  if (inflateInit2(&stream, -15) != Z_OK) return 0;
  int status = inflate(&stream, Z_FINISH);
  assert(status != Z_STREAM_ERROR);
  assert(stream.avail_in <= 4 && stream.total_out + stream.avail_out == 16);
  inflateEnd(&stream);
  return 0;
}
