package cprint

import (
	"strconv"
	"strings"
	"sync"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// names maps each function, register and object of a program to its C name: its own name if that is an identifier that
// no other thing has, otherwise its name with '_' or a number after it.
type names struct {
	file  map[string]bool // the names at file scope, and other names that no local may hide
	funcs map[*ir.Func]string
	vars  map[*ir.Var]string
	objs  map[*ir.Object]string
}

// newNames chooses the C names for p.
func newNames(p *ir.Program) *names {
	n := &names{file: map[string]bool{}, funcs: map[*ir.Func]string{}, vars: map[*ir.Var]string{},
		objs: map[*ir.Object]string{}}
	for _, w := range strings.Fields(keywords) {
		n.file[w] = true
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

// global returns a free C name at file scope that resembles name, and marks it as used.
func (n *names) global(name string) string {
	name = identifier(name)
	if reserved(name) {
		name += "_"
	}
	name = unique(name, func(s string) bool { return n.file[s] || reserved(s) })
	n.file[name] = true
	return name
}

// local returns a C name for a local of a function. The name hides no name at file scope. taken is the set of the names
// of the function; local adds the result.
func (n *names) local(name string, taken map[string]bool) string {
	name = unique(identifier(name), func(s string) bool { return taken[s] || n.file[s] })
	taken[name] = true
	return name
}

// unique returns name, or if it is taken the first name_1, name_2, ... that is not.
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

// identifier converts s to a C identifier that differs from all names of the runtime and of compilers.
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

// keywords are the names that nothing in a printed program may have: keywords of GNU C, and the macros outside of the
// reserved names that gcc and clang predefine.
const keywords = `auto break case char const continue default do double else enum extern float for goto if
inline int long register restrict return short signed sizeof static struct switch typedef union unsigned
void volatile while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert
_Thread_local _Float16 _Float32 _Float64 _Float128 _Float32x _Float64x _Decimal32 _Decimal64 _Decimal128
_Fract _Accum _Sat _BitInt asm typeof __alignof __asm __attribute __auto_type __complex __const __extension__
__FUNCTION__ __func__ __imag __inline __int128 __label__ __null __real __restrict __signed __thread __typeof
__volatile __int8 __int16 __int32 __int64 linux unix i386 main`

// compilerNames are functions whose types gcc or clang know although no public header of the C library declares them.
const compilerNames = `printf_unlocked fprintf_unlocked gamma_r gammaf_r gammal_r nans pow10 pow10f pow10l savectx NSLog
objc_msgSend`

// reserved reports whether no function or variable at file scope may have this name, since compilers know the type of
// the library function of this name or the runtime calls it.
func reserved(name string) bool { return compilerKnown()[name] || library.FactsOf(name).Reserved }

// compilerKnown returns compilerNames as a set.
var compilerKnown = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(compilerNames) {
		m[w] = true
	}
	return m
})
