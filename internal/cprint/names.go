package cprint

import (
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// names gives each thing of a program its C name: its own where that is an
// identifier that nothing else has, otherwise with '_' or a number behind it.
type names struct {
	file   map[string]bool // names at file scope, and those no local may hide
	funcs  map[*ir.Func]string
	vars   map[*ir.Var]string
	objs   map[*ir.Object]string
	noGlob map[string]bool
}

func newNames(p *ir.Program) *names {
	n := &names{file: map[string]bool{}, funcs: map[*ir.Func]string{}, vars: map[*ir.Var]string{},
		objs: map[*ir.Object]string{}, noGlob: map[string]bool{}}
	for _, w := range strings.Fields(keywords) {
		n.file[w] = true
	}
	for _, w := range strings.Fields(libraryNames) {
		n.noGlob[w] = true
	}
	for _, f := range p.Funcs {
		name := f.Name
		if f == p.Entry {
			name = "tandem_start"
			n.funcs[f] = name
			n.file[name] = true
			continue
		}
		n.funcs[f] = n.global(name)
	}
	for _, v := range p.Globals {
		n.vars[v] = n.global(v.Name)
	}
	for _, o := range p.Objects {
		n.objs[o] = n.global(o.Name)
	}
	for _, f := range p.Funcs {
		taken := map[string]bool{}
		for _, v := range f.Vars {
			n.vars[v] = n.local(v.Name, taken)
		}
		for _, o := range f.Objects {
			n.objs[o] = n.local(o.Name, taken)
		}
	}
	return n
}

func (n *names) global(name string) string {
	name = identifier(name)
	if n.noGlob[name] {
		name += "_"
	}
	name = unique(name, func(s string) bool { return n.file[s] || n.noGlob[s] })
	n.file[name] = true
	return name
}

func (n *names) local(name string, taken map[string]bool) string {
	name = unique(identifier(name), func(s string) bool { return taken[s] || n.file[s] })
	taken[name] = true
	return name
}

func unique(name string, taken func(string) bool) string {
	if !taken(name) {
		return name
	}
	for i := 1; ; i++ {
		if s := name + "_" + strconv.Itoa(i); !taken(s) {
			return s
		}
	}
}

// identifier makes s a C identifier that does not meet the names of the runtime.
func identifier(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			b.WriteByte(c)
		case c >= '0' && c <= '9':
			if i == 0 {
				b.WriteByte('_')
			}
			b.WriteByte(c)
		default:
			b.WriteByte('_')
		}
	}
	s = b.String()
	if s == "" {
		s = "anonymous"
	}
	if strings.HasPrefix(s, "tandem_") || strings.HasPrefix(s, "__builtin") || strings.HasPrefix(s, "__sync_") ||
		strings.HasPrefix(s, "__atomic_") || strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") {
		s = "u_" + s
	}
	return s
}

// keywords may name nothing at all: keywords of GNU C, and what gcc and clang
// predefine as macros outside of the reserved names.
const keywords = `auto break case char const continue default do double else enum extern float for goto if
inline int long register restrict return short signed sizeof static struct switch typedef union unsigned
void volatile while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert
_Thread_local _Float16 _Float32 _Float64 _Float128 _Float32x _Float64x _Decimal32 _Decimal64 _Decimal128
_Fract _Accum _Sat _BitInt asm typeof __alignof __asm __attribute __auto_type __complex __const __extension__
__FUNCTION__ __func__ __imag __inline __int128 __label__ __null __real __restrict __signed __thread __typeof
__volatile __int8 __int16 __int32 __int64 linux unix i386 main`

// libraryNames may not be names of functions and variables at file scope:
// compilers know their types, or the runtime calls them.
const libraryNames = `abort abs labs llabs imaxabs exit _exit _Exit atexit quick_exit malloc calloc realloc free
aligned_alloc posix_memalign memalign alloca bcmp bcopy bzero index rindex ffs ffsl ffsll
memchr memcmp memcpy mempcpy memmove memset stpcpy stpncpy strcasecmp strncasecmp strcat strchr strcmp
strcpy strcspn strdup strndup strlen strnlen strncat strncmp strncpy strpbrk strrchr strspn strstr
printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf scanf fscanf sscanf vscanf vfscanf vsscanf
puts putchar fputs fputc fwrite puts_unlocked putchar_unlocked printf_unlocked fprintf_unlocked fputs_unlocked
fputc_unlocked fwrite_unlocked dcgettext dgettext gettext strfmon strftime execl execlp execle execv execvp execve fork
isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit toascii tolower toupper
iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper
acos acosf acosl acosh acoshf acoshl asin asinf asinl asinh asinhf asinhl atan atanf atanl atan2 atan2f atan2l
atanh atanhf atanhl cbrt cbrtf cbrtl ceil ceilf ceill copysign copysignf copysignl cos cosf cosl cosh coshf coshl
drem dremf dreml erf erff erfl erfc erfcf erfcl exp expf expl exp10 exp10f exp10l exp2 exp2f exp2l expm1 expm1f expm1l
fabs fabsf fabsl fdim fdimf fdiml floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl
frexp frexpf frexpl gamma gammaf gammal gamma_r gammaf_r gammal_r hypot hypotf hypotl ilogb ilogbf ilogbl
isinf isnan finite isinff isinfl isnanf isnanl finitef finitel
j0 j0f j0l j1 j1f j1l jn jnf jnl ldexp ldexpf ldexpl lgamma lgammaf lgammal lgamma_r lgammaf_r lgammal_r
llrint llrintf llrintl llround llroundf llroundl log logf logl log10 log10f log10l log1p log1pf log1pl log2 log2f log2l
logb logbf logbl lrint lrintf lrintl lround lroundf lroundl modf modff modfl nan nanf nanl nans nearbyint nearbyintf nearbyintl
nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl pow powf powl pow10 pow10f pow10l
remainder remainderf remainderl remquo remquof remquol rint rintf rintl round roundf roundl roundeven roundevenf roundevenl
scalb scalbf scalbl scalbln scalblnf scalblnl scalbn scalbnf scalbnl signbit signbitf signbitl significand significandf significandl
sin sinf sinl sincos sincosf sincosl sinh sinhf sinhl sqrt sqrtf sqrtl tan tanf tanl tanh tanhf tanhl tgamma tgammaf tgammal
trunc truncf truncl y0 y0f y0l y1 y1f y1l yn ynf ynl
cabs cabsf cabsl cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog clog10 conj cpow cproj creal csin csinh csqrt ctan ctanh
setjmp longjmp sigsetjmp siglongjmp _setjmp _longjmp savectx vfork getcontext NSLog objc_msgSend`
