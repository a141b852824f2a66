#ifndef _TANDEM_SYS_CDEFS_H
#define _TANDEM_SYS_CDEFS_H
/* What headers of a machine are written with. */
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW __attribute__((__nothrow__))
#define __THROWNL __attribute__((__nothrow__))
#define __NTH(f) __attribute__((__nothrow__)) f
#define __NTHNL(f) __attribute__((__nothrow__)) f
#define __LEAF
#define __LEAF_ATTR
#define __P(args) args
#define __PMT(args) args
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __ptr_t void *
#define __REDIRECT(name, proto, alias) name proto
#define __REDIRECT_NTH(name, proto, alias) name proto __THROW
#define __REDIRECT_NTHNL(name, proto, alias) name proto __THROW
#define __ASMNAME(x) x
#define __attribute_malloc__
#define __attribute_alloc_size__(p)
#define __attribute_alloc_align__(p)
#define __attribute_pure__
#define __attribute_const__
#define __attribute_maybe_unused__ __attribute__((__unused__))
#define __attribute_used__ __attribute__((__used__))
#define __attribute_noinline__
#define __attribute_deprecated__
#define __attribute_deprecated_msg__(m)
#define __attribute_format_arg__(x)
#define __attribute_format_strfmon__(a, b)
#define __attribute_nonnull__(p)
#define __attribute_returns_twice__
#define __attribute_copy__(x)
#define __attribute_nonstring__
#define __attribute_warn_unused_result__
#define __nonnull(p)
#define __returns_nonnull
#define __wur
#define __COLD
#define __always_inline __inline
#define __attribute_artificial__
#define __extern_inline extern __inline __attribute__((__gnu_inline__))
#define __extern_always_inline extern __inline __attribute__((__gnu_inline__))
#define __fortify_function extern __inline __attribute__((__gnu_inline__))
#define __restrict_arr __restrict
#define __flexarr []
#define __fortified_attr_access(a, b, c)
#define __glibc_likely(x) (x)
#define __glibc_unlikely(x) (x)
#define __glibc_has_attribute(x) 0
#define __glibc_has_builtin(x) 0
#define __glibc_has_extension(x) 0
#define __glibc_clang_has_extension(x) 0
#define __glibc_clang_prereq(a, b) 0
#define __glibc_c99_flexarr_available 1
#define __glibc_macro_warning(m)
#define __attr_access(x)
#define __attr_access_none(n)
#define __attr_dealloc(f, n)
#define __attr_dealloc_free
#define __attr_dealloc_fclose
#define __HAVE_GENERIC_SELECTION 1
#endif
