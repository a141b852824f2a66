package cprint

import (
	"strconv"
	"strings"
	"sync"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// names gives each thing of a program its C name: its own where that is an
// identifier that nothing else has, otherwise with '_' or a number after it.
type names struct {
	file  map[string]bool // names at file scope, and those no local may hide
	funcs map[*ir.Func]string
	vars  map[*ir.Var]string
	objs  map[*ir.Object]string
}

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

func (n *names) global(name string) string {
	name = identifier(name)
	if reserved(name) {
		name += "_"
	}
	name = unique(name, func(s string) bool { return n.file[s] || reserved(s) })
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

// compilerNames are functions that gcc or clang know the types of and no public header of the C library declares.
const compilerNames = `printf_unlocked fprintf_unlocked gamma_r gammaf_r gammal_r nans pow10 pow10f pow10l savectx NSLog
objc_msgSend`

// reserved reports whether a name may not be that of a function or a variable at file scope: compilers know the type of
// the library's function, or the runtime calls it.
func reserved(name string) bool { return compilerKnown()[name] || library.FactsOf(name).Reserved }

var compilerKnown = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(compilerNames) {
		m[w] = true
	}
	return m
})
