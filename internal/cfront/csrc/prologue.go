package csrc

import (
	"bytes"
	_ "embed"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// The macros that gcc 12 -std=gnu17 predefines for -m32 and -m64, except for macros that announce unsupported features
// (decimal and 128-bit floats, vector units, x87 excess precision), plus __TANDEM__.
//
//go:embed predef/ilp32.h
var predefILP32 string

//go:embed predef/lp64.h
var predefLP64 string

// The functions that gcc knows without a declaration.
//
//go:embed predef/builtin.h
var builtinText string

// prologue returns the text before the program: predefined macros and builtin declarations. Reading all of them costs
// more than a small program. So if it can determine which names the program may use, it leaves the other lines out. It
// cannot if the program includes headers of the machine, includes files by macros, or makes names by ##. It also sets
// f.alone.
func (f *files) prologue(src []byte, toks []tok) (predef, builtin string) {
	f.alone = f.closed(src, toks)
	defer func() {
		predef += baseFile(f.file) + linePrologue
		if f.cfg.c23() {
			builtin += prologue23
			if !f.alone || bytes.Contains(src, []byte("_BitInt")) || bytes.Contains(src, []byte("wb")) ||
				bytes.Contains(src, []byte("WB")) {
				builtin += bitInts()
			}
		}
		if bytes.Contains(src, []byte("__VA_OPT__")) || !f.alone {
			predef += optPrologue
		}
	}()
	predef, builtin = predefILP32, builtinText
	if f.cfg.Model == ir.LP64 {
		predef = predefLP64
	}
	predef = predefined(predef, f.cfg.Predefined)
	if c := &f.cfg; len(c.Includes) > 0 || len(c.MacroFiles) > 0 || len(c.After) > 0 || len(c.Predefined) > 0 {
		return predef, builtin
	}
	n := &nameSet{names: map[string]bool{}, headers: map[string]bool{}, own: map[string]bool{f.file: true}}
	line := []byte(commandLine(f.cfg))
	words, _ := lex(line)
	if !f.collect(n, f.file, line, words, true) || !f.collect(n, f.file, src, toks, true) {
		return predef, builtin
	}
	maths := n.maths(builtin)
	builtin = keep(builtin, func(line string) bool {
		switch {
		case strings.Contains(line, "__TANDEM_F"):
			return maths
		case strings.HasPrefix(line, "#define __atomic_"), strings.HasPrefix(line, "#define __sync_"):
			name, _, _ := strings.Cut(strings.TrimPrefix(line, "#define "), "(")
			return n.names[name]
		case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "typedef"):
			return true
		}
		_, name, found := strings.Cut(line, "__builtin_")
		name, _, _ = strings.Cut(name, "(")
		return !found || n.names[name] || n.names["__builtin_"+name]
	})
	all, _ := lex([]byte(builtin))
	f.collect(n, "", []byte(builtin), all, false)
	predef = keep(predef, func(line string) bool {
		name := strings.TrimPrefix(line, "#define ")
		if i := strings.IndexAny(name, " ("); i >= 0 {
			name = name[:i]
		}
		// Some of these macros are defined by others.
		return n.names[name] || name == "__TANDEM__" || strings.HasPrefix(name, "__ORDER_") ||
			strings.HasPrefix(name, "__SIG_ATOMIC") || strings.HasPrefix(name, "__WCHAR_M")
	})
	return predef, builtin
}

// predefined replaces macros in text by the given macros of the same names. It is not possible to redefine them
// afterwards, since cc protects some of them.
func predefined(text string, ms []Macro) string {
	names := map[string]bool{}
	for _, m := range ms {
		names[m.Name] = true
	}
	text = keep(text, func(line string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "#define "), " ")
		return !names[name]
	})
	for _, m := range ms {
		if m.Value != "" {
			text += "#define " + m.Name + " " + m.Value + "\n"
		}
	}
	return text
}

// closed reports whether a file includes only embedded headers.
func (f *files) closed(src []byte, toks []tok) bool {
	n := &nameSet{names: map[string]bool{}, headers: map[string]bool{}}
	return f.collect(n, f.file, src, toks, false)
}

// nameSet is the set of identifiers that a program can use.
type nameSet struct {
	names   map[string]bool
	headers map[string]bool // embedded headers that have been read
	own     map[string]bool // the user's files that have been read; nil: other files are not allowed
}

// maths reports whether the program uses a floating-point builtin. text is the text of the builtins, in which these are
// the arguments of __TANDEM_F1 and __TANDEM_F2.
func (n *nameSet) maths(text string) bool {
	if n.headers["math.h"] {
		return true
	}
	for _, part := range strings.Split(text, "__TANDEM_F")[1:] {
		name, _, _ := strings.Cut(part, ")")
		_, name, _ = strings.Cut(name, "(")
		if name == "n" { // the macro's own parameter
			continue
		}
		for _, suffix := range []string{"", "f", "l"} {
			if n.names[name+suffix] || n.names["__builtin_"+name+suffix] {
				return true
			}
		}
	}
	return false
}

// collect adds the identifiers of src, a text of the named file, and of the files that it includes. It returns false if
// the program may use others.
func (f *files) collect(n *nameSet, from string, src []byte, toks []tok, user bool) bool {
	for i, t := range toks {
		s := src[t.off:t.end]
		switch t.kind {
		case tPunct:
			if user && string(s) == "##" {
				return false
			}
		case tIdent:
			if !n.names[string(s)] {
				n.names[string(s)] = true
			}
		case tDirective:
			if string(s) != "include" && string(s) != "include_next" || i+1 == len(toks) {
				continue
			}
			a := toks[i+1]
			if a.kind != tStr || a.end-a.off < 3 {
				return false
			}
			name := string(src[a.off+1 : a.end-1])
			if to, other := f.resolve(name, from, src[a.off] == '"'); other {
				if n.own == nil || string(s) != "include" || !f.follow(n, to) {
					return false
				}
				continue
			}
			if n.headers[name] {
				continue
			}
			h, err := headers.ReadFile(path.Join("include", name))
			if err != nil {
				if n.own != nil && !f.elsewhere(name) { // an error if the #include is reached
					continue
				}
				return false
			}
			n.headers[name] = true
			ht, _ := lex(h)
			if !f.collect(n, from, h, ht, false) {
				return false
			}
		}
	}
	return true
}

// follow calls collect for a file of the user, once.
func (f *files) follow(n *nameSet, name string) bool {
	if n.own[name] {
		return true
	}
	n.own[name] = true
	src, err := f.read(name)
	if err != nil {
		return false
	}
	if first := f.phases(src); first != nil {
		src = first.out
	}
	toks, bad := lex(src)
	return bad == nil && f.collect(n, name, src, toks, true)
}

// elsewhere reports whether a header that is neither embedded nor the user's exists on this machine.
func (f *files) elsewhere(name string) bool {
	for _, d := range append(f.cfg.afterEmbedded(), "/") {
		if _, err := os.Stat(filepath.Join(d, name)); err == nil {
			return true
		}
	}
	return false
}

// keep returns the lines of text for which want returns true.
func keep(text string, want func(string) bool) string {
	var b strings.Builder
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		if want(line) {
			b.WriteString(line)
			b.WriteByte('\n')
		}
		text = rest
	}
	return b.String()
}
