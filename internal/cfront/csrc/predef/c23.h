typedef struct __tandem_nullptr *__tandem_nullptr_t;
enum { false, nullptr = 0, __tandem_false = 0 };
#define true (!__tandem_false)
#define __STDC_EMBED_NOT_FOUND__ 0
#define __STDC_EMBED_FOUND__ 1
#define __STDC_EMBED_EMPTY__ 2
