package confirm

import "strings"

// harmless are functions of the C library and of libgcc that work on the memory of the process, or print.
var harmless = set(`
memcpy memmove memset memcmp memchr memrchr rawmemchr memmem mempcpy memccpy bcopy bzero bcmp explicit_bzero
strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strlcpy strlcat strcmp strncmp strcasecmp strncasecmp strcoll strxfrm
strchr strrchr strchrnul strstr strcasestr strspn strcspn strpbrk strtok strtok_r strsep strdup strndup strerror strsignal index rindex
strverscmp ffs ffsl ffsll swab __xpg_basename basename __rawmemchr __strdup __strndup __strtok_r
malloc calloc realloc reallocarray free aligned_alloc memalign posix_memalign valloc malloc_usable_size alloca cfree
abs labs llabs imaxabs div ldiv lldiv imaxdiv atoi atol atoll atof qsort qsort_r bsearch lfind lsearch a64l l64a
strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold strtoq strtouq
__isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull __strtol_internal __strtod_internal
mblen mbtowc wctomb mbstowcs wcstombs mbrlen mbrtowc wcrtomb mbsrtowcs wcsrtombs mbsinit btowc wctob mbrtoc16 c16rtomb mbrtoc32 c32rtomb
abort exit _exit _Exit quick_exit atexit at_quick_exit on_exit __cxa_atexit
isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit toascii tolower toupper _tolower _toupper
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max __errno_location
iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towctrans towlower towupper wctrans wctype
printf fprintf vprintf vfprintf sprintf snprintf vsprintf vsnprintf asprintf vasprintf puts putchar fputs fputc putc fwrite fflush perror
putchar_unlocked putc_unlocked fputs_unlocked puts_unlocked fputc_unlocked fwrite_unlocked fflush_unlocked
__printf_chk __fprintf_chk __sprintf_chk __snprintf_chk __vsnprintf_chk __vsprintf_chk __vprintf_chk __vfprintf_chk
sscanf vsscanf __isoc99_sscanf __isoc99_vsscanf __isoc23_sscanf __isoc23_vsscanf
scanf fscanf vscanf vfscanf __isoc99_scanf __isoc99_fscanf __isoc99_vscanf __isoc99_vfscanf __isoc23_scanf __isoc23_fscanf __isoc23_vscanf __isoc23_vfscanf
getchar getchar_unlocked getc_unlocked fgetc_unlocked gets getline getdelim __getdelim fgets_unlocked fread_unlocked
feof_unlocked ferror_unlocked clearerr_unlocked fseeko ftello asprintf vasprintf __asprintf_chk __vasprintf_chk
fmemopen open_memstream fclose fgetc getc ungetc fgets fread feof ferror clearerr fseek ftell rewind setbuf setvbuf _IO_putc _IO_getc
stdin stdout stderr environ errno optarg optind
setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk
gmtime gmtime_r localtime localtime_r mktime timegm asctime asctime_r ctime ctime_r strftime strptime difftime
setlocale localeconv
fesetround fegetround feclearexcept fetestexcept feraiseexcept fegetexceptflag fesetexceptflag fegetenv fesetenv feholdexcept feupdateenv
__assert_fail __assert_perror_fail __assert __stack_chk_fail __signbit __signbitf __signbitl __fpclassify __fpclassifyf __fpclassifyl
__isnan __isnanf __isnanl __isinf __isinff __isinfl __finite __finitef __finitel __issignaling __issignalingf __issignalingl
signgam wcslen _GLOBAL_OFFSET_TABLE_ __stack_chk_fail_local
srand srandom srand48 seed48 lcong48 erand48 nrand48 jrand48 srand48_r seed48_r lcong48_r drand48_r lrand48_r mrand48_r erand48_r nrand48_r jrand48_r
getenv secure_getenv setenv unsetenv putenv clearenv
getopt getopt_long getopt_long_only opterr optopt
tsearch tfind tdelete twalk twalk_r tdestroy hcreate hdestroy hsearch hcreate_r hdestroy_r hsearch_r insque remque
signal ssignal sysv_signal __sysv_signal sigaction raise gsignal sigprocmask pthread_sigmask sigpending sigsuspend sigwait
sigemptyset sigfillset sigaddset sigdelset sigismember sigisemptyset sigandset sigorset siginterrupt
sighold sigrelse sigignore sigblock sigsetmask siggetmask __libc_current_sigrtmin __libc_current_sigrtmax
swprintf vswprintf swscanf vswscanf __isoc99_swscanf __isoc99_vswscanf wprintf fwprintf vwprintf vfwprintf fputwc putwc putwchar fputws fwide
fgetwc getwc getwchar fgetws ungetwc wscanf fwscanf vwscanf vfwscanf __isoc99_wscanf __isoc99_fwscanf
btowc wctob mbsinit mbrtowc wcrtomb mbrlen mbsrtowcs mbstowcs mbtowc wctomb mblen mbsnrtowcs mbrtoc16 mbrtoc32 c16rtomb c32rtomb
iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit iswctype wctype wctrans towctrans towlower towupper
atexit on_exit at_quick_exit newlocale duplocale freelocale uselocale nl_langinfo nl_langinfo_l
htonl ntohl htons ntohs inet_aton inet_addr inet_ntoa inet_pton inet_ntop dirname
argz_create argz_create_sep argz_count argz_extract argz_stringify argz_append argz_add argz_next argz_delete argz_insert
_tolower _toupper rpmatch strfromd strfromf gnu_dev_major gnu_dev_minor gnu_dev_makedev getpagesize
`)

// mathNames take the suffixes f and l.
var mathNames = set(`
acos asin atan atan2 cos sin tan sincos acosh asinh atanh cosh sinh tanh exp exp2 exp10 expm1 frexp ldexp log log10 log1p log2 logb modf
pow sqrt cbrt hypot erf erfc lgamma lgamma_r gamma tgamma ceil floor trunc rint nearbyint round roundeven lrint llrint lround llround
fabs fmod remainder remquo drem fma fmax fmin fdim copysign nextafter nexttoward nextup nextdown scalb scalbn scalbln significand ilogb
nan isnan isinf finite j0 j1 jn y0 y1 yn creal cimag conj cproj cabs carg cexp clog cpow csqrt csin ccos ctan casin cacos catan
csinh ccosh ctanh casinh cacosh catanh fmaxmag fminmag llogb
`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// isHarmless reports whether the compiled program may call a function of the machine's libraries.
func isHarmless(name string) bool {
	if harmless[name] || mathNames[name] {
		return true
	}
	if n, ok := strings.CutSuffix(name, "f"); ok && mathNames[n] {
		return true
	}
	if n, ok := strings.CutSuffix(name, "l"); ok && mathNames[n] {
		return true
	}
	// libgcc's arithmetic (__udivti3, __muldc3, ...), wide strings, atomics of the library.
	if strings.HasPrefix(name, "__") && (strings.HasSuffix(name, "2") || strings.HasSuffix(name, "3") ||
		strings.HasSuffix(name, "4")) {
		return true
	}
	if n, ok := strings.CutSuffix(name, "_l"); ok && harmless[n] { // with a locale
		return true
	}
	for _, p := range []string{"wcs", "wmem", "__fix", "__float", "__extend", "__trunc", "__atomic_", "__sync_"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
