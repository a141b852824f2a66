package internal

import (
	"go/types"
	"strings"
	"testing"
)

// TestPublic tests that a caller outside of the module can name every type in the signatures and exported fields of the
// package at the root.
func TestPublic(t *testing.T) {
	seen := map[types.Type]bool{}
	var look func(at string, x types.Type)
	named := func(at string, n *types.Named) {
		if p := n.Obj().Pkg(); p != nil && strings.HasPrefix(p.Path(), module+"/internal") {
			t.Errorf("%s: %s cannot be named outside of the module", at, n)
			return
		}
		if p := n.Obj().Pkg(); p == nil || p.Path() != module {
			return
		}
		for m := range n.Methods() {
			if m.Exported() {
				look(at+"."+m.Name(), m.Signature())
			}
		}
		look(at, n.Underlying())
	}
	look = func(at string, x types.Type) {
		if seen[x] {
			return
		}
		seen[x] = true
		switch x := x.(type) {
		case *types.Named:
			named(at, x)
		case *types.Alias:
			look(at, types.Unalias(x))
		case *types.Pointer:
			look(at, x.Elem())
		case *types.Slice:
			look(at, x.Elem())
		case *types.Array:
			look(at, x.Elem())
		case *types.Chan:
			look(at, x.Elem())
		case *types.Map:
			look(at, x.Key())
			look(at, x.Elem())
		case *types.Signature:
			for v := range x.Params().Variables() {
				look(at, v.Type())
			}
			for v := range x.Results().Variables() {
				look(at, v.Type())
			}
		case *types.Struct:
			for f := range x.Fields() {
				if f.Exported() {
					look(at+"."+f.Name(), f.Type())
				}
			}
		}
	}
	exported := 0
	for _, p := range load(t).pkgs {
		if p.path != "." {
			continue
		}
		scope := p.pkg.Scope()
		for _, name := range scope.Names() {
			if o := scope.Lookup(name); o.Exported() {
				exported++
				look(name, o.Type())
			}
		}
	}
	if exported < 10 {
		t.Errorf("%d exported names: the package at the root was not found", exported)
	}
}
