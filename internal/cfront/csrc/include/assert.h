/* No include guard: assert follows NDEBUG at each inclusion (C17 7.2). */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
void __assert_fail(const char *__e, const char *__file, unsigned __line, const char *__func) __attribute__((__noreturn__));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif
#if __STDC_VERSION__ < 202311L
#undef static_assert
/* In the form that csrc gives to _Static_assert. */
#define static_assert(e, ...) _Static_assert(((e), 1), "" __VA_ARGS__)
#endif
