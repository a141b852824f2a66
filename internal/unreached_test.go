package internal

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"
)

// TestUnreached tests that each function is reached from a command or from the public package, or is in a file that
// testdata/unreached.txt lists with a reason. A method counts as reached if a called interface has a method of its
// name.
func TestUnreached(t *testing.T) {
	text, err := os.ReadFile("testdata/unreached.txt")
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]int{}
	for _, line := range strings.Split(string(text), "\n") {
		if file, why, ok := strings.Cut(line, ": "); ok && why != "" && !strings.HasPrefix(line, "#") {
			kept[file] = 0
		}
	}
	s := load(t)
	r := &reach{body: map[*types.Func]*ast.FuncDecl{}, info: map[*types.Func]*types.Info{},
		named: map[string][]*types.Func{}, seen: map[types.Object]bool{}, called: map[string]bool{},
		asked: map[*types.Package]bool{}}
	var roots []func()
	for _, p := range s.pkgs {
		for _, f := range p.files {
			for _, d := range f.Decls {
				fd, ok := d.(*ast.FuncDecl)
				if !ok { // initialisers of variables
					roots = append(roots, func() { r.walk(d, p.info) })
					continue
				}
				fn := p.info.Defs[fd.Name].(*types.Func)
				r.body[fn], r.info[fn] = fd, p.info
				if fd.Recv != nil {
					r.named[fn.Name()] = append(r.named[fn.Name()], fn)
				}
				if fn.Name() == "init" || fn.Name() == "main" || p.path == "." && fn.Exported() {
					roots = append(roots, func() { r.use(fn) })
				}
			}
		}
	}
	for _, p := range s.pkgs {
		for _, q := range p.pkg.Imports() {
			r.interfaces(q)
		}
	}
	// methods of the universe, and methods that are called by reflection or by package context
	for _, f := range []string{"Error", "String", "Unwrap", "Is", "As", "AfterFunc"} {
		r.method(f)
	}
	for _, f := range roots {
		f()
	}
	for fn := range r.body {
		if r.seen[fn] || len(r.body[fn].Body.List) == 0 || forTests(fn.Pkg().Path()) {
			continue // reached, empty as the method that marks a member of a sum type, or in a package for tests
		}
		at := s.at(fn.Pos())
		file, _, _ := strings.Cut(at, ":")
		if _, ok := kept[file]; ok {
			kept[file]++
		} else {
			t.Errorf("%s: nothing reaches %s", at, fn.Name())
		}
	}
	for file, n := range kept {
		if n == 0 {
			t.Errorf("testdata/unreached.txt: all of %s is reached, or gone", file)
		}
	}
}

// forTests reports whether a package is for tests only.
func forTests(path string) bool {
	return strings.HasSuffix(path, "test") || strings.HasSuffix(path, "/golden") || strings.Contains(path, "/difftest")
}

// reach finds the functions that are reached by names in reached functions.
type reach struct {
	body   map[*types.Func]*ast.FuncDecl
	info   map[*types.Func]*types.Info
	named  map[string][]*types.Func // methods by name
	seen   map[types.Object]bool
	called map[string]bool // names of methods that are called by interfaces
	asked  map[*types.Package]bool
}

// use records that a function is reached, and follows the names in it.
func (r *reach) use(fn *types.Func) {
	fn = fn.Origin()
	if r.seen[fn] {
		return
	}
	r.seen[fn] = true
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		r.method(fn.Name())
	}
	if b := r.body[fn]; b != nil {
		r.walk(b, r.info[fn])
	}
}

// method records that methods of a name are called by an interface.
func (r *reach) method(name string) {
	if r.called[name] {
		return
	}
	r.called[name] = true
	for _, fn := range r.named[name] {
		r.use(fn)
	}
}

// walk records the functions that a node names.
func (r *reach) walk(n ast.Node, info *types.Info) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if fn, ok := info.Uses[id].(*types.Func); ok {
				r.use(fn)
			}
		}
		return true
	})
}

// interfaces records the methods of all interfaces of a foreign package, and of its imports, as called.
func (r *reach) interfaces(p *types.Package) {
	if strings.HasPrefix(p.Path(), module) {
		return
	}
	if r.asked[p] {
		return
	}
	r.asked[p] = true
	for _, q := range p.Imports() {
		r.interfaces(q)
	}
	for _, name := range p.Scope().Names() {
		if it, ok := p.Scope().Lookup(name).Type().Underlying().(*types.Interface); ok && token.IsExported(name) {
			for m := range it.Methods() {
				r.method(m.Name())
			}
		}
	}
}
