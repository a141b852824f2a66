package internal

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// closed are the types whose switches must be complete: the sum types of the IR and of package verify, their operators
// and kinds.
var closed = []string{
	"internal/ir.Stmt", "internal/ir.Expr", "internal/ir.UnOp", "internal/ir.BinOp", "internal/ir.Question",
	"internal/ir.Kind",
	"internal/ir.Mark", "internal/ir.Guard", "internal/ir.AllocKind", "internal/ir.LocKind", "internal/ir.SiteKind",
	"internal/ir.PlaceKind",
	"internal/verify.Result", "internal/verify.Evidence",
}

// TestSwitches tests that each switch over a closed type names all its members, or has a comment with the reason why it
// is sound to treat all other members alike, including those that are added later:
//
//	switch e := e.(type) { // sound: what is not plain to see is unknown
//
// The comment is on the line of the switch or above it, or on the line of its default or below it. A default that only
// panics needs no comment. Hence a programmer who adds a statement or an operator gets the list of the switches that
// have to handle it.
func TestSwitches(t *testing.T) {
	s := load(t)
	members := map[types.Type][]types.Object{}
	for _, p := range s.pkgs {
		for _, name := range closed {
			if path, name, _ := strings.Cut(name, "."); path == p.path {
				T := p.pkg.Scope().Lookup(name)
				if T == nil {
					t.Errorf("there is no %s in %s", name, path)
					continue
				}
				if members[T.Type()] = membersOf(T.Type(), p.pkg.Scope()); len(members[T.Type()]) < 2 {
					t.Errorf("%s has no members", T)
				}
			}
		}
	}
	for _, p := range s.pkgs {
		for _, f := range p.files {
			sound := soundLines(s.fset, f)
			ast.Inspect(f, func(n ast.Node) bool {
				on, body := switchOn(n, p.info)
				if on == nil || members[types.Unalias(on)] == nil {
					return true
				}
				line := s.fset.Position(n.Pos()).Line
				missing := slices.Clone(members[types.Unalias(on)])
				for _, c := range body.List {
					c := c.(*ast.CaseClause)
					if c.List == nil {
						at := s.fset.Position(c.Pos()).Line
						if sound[at] || sound[at+1] || panics(c.Body) {
							return true
						}
					}
					for _, x := range c.List {
						missing = slices.DeleteFunc(missing, func(o types.Object) bool { return o == member(x, p.info) })
					}
				}
				if len(missing) > 0 && !sound[line] && !sound[line-1] {
					var names []string
					for _, m := range missing {
						names = append(names, m.Name())
					}
					t.Errorf("%s: switch over %s without %s: name them, or say why the rest is sound", s.at(n.Pos()),
						types.TypeString(on, func(p *types.Package) string { return p.Name() }), strings.Join(names, ", "))
				}
				return true
			})
		}
	}
}

// switchOn returns the type of the value of a switch, and its clauses; nil for other nodes.
func switchOn(n ast.Node, info *types.Info) (types.Type, *ast.BlockStmt) {
	switch n := n.(type) {
	case *ast.SwitchStmt:
		if n.Tag != nil {
			return info.TypeOf(n.Tag), n.Body
		}
	case *ast.TypeSwitchStmt:
		var x ast.Expr
		switch a := n.Assign.(type) {
		case *ast.AssignStmt:
			x = a.Rhs[0]
		case *ast.ExprStmt:
			x = a.X
		}
		return info.TypeOf(x.(*ast.TypeAssertExpr).X), n.Body
	}
	return nil, nil
}

// membersOf returns the types of a package that implement an interface, or the constants of a type.
func membersOf(T types.Type, in *types.Scope) []types.Object {
	var out []types.Object
	for _, name := range in.Names() {
		switch o := in.Lookup(name).(type) {
		case *types.Const:
			if types.Identical(o.Type(), T) {
				out = append(out, o)
			}
		case *types.TypeName:
			it, ok := T.Underlying().(*types.Interface)
			if !ok || o.IsAlias() || types.IsInterface(o.Type()) || !types.Implements(types.NewPointer(o.Type()), it) {
				continue
			}
			m, path, _ := types.LookupFieldOrMethod(types.NewPointer(o.Type()), false, o.Pkg(), it.Method(0).Name())
			if m != nil && len(path) == 1 { // a method of its own, not of an embedded type
				out = append(out, o)
			}
		}
	}
	return out
}

// member returns the constant or the type that a case names.
func member(x ast.Expr, info *types.Info) types.Object {
	if p, ok := x.(*ast.StarExpr); ok {
		x = p.X
	}
	if sel, ok := x.(*ast.SelectorExpr); ok {
		x = sel.Sel
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return nil
	}
	if tn, ok := info.Uses[id].(*types.TypeName); ok && tn.IsAlias() {
		if n, ok := types.Unalias(tn.Type()).(*types.Named); ok {
			return n.Obj()
		}
	}
	return info.Uses[id]
}

// soundLines returns the lines with a comment that gives a reason.
func soundLines(fset *token.FileSet, f *ast.File) map[int]bool {
	lines := map[int]bool{}
	for _, g := range f.Comments {
		for _, c := range g.List {
			if why, ok := strings.CutPrefix(c.Text, "// sound: "); ok && len(why) > 5 {
				lines[fset.Position(c.Pos()).Line] = true
			}
		}
	}
	return lines
}

// panics reports whether a body only panics.
func panics(body []ast.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	x, ok := body[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := x.X.(*ast.CallExpr)
	return ok && fmt.Sprint(call.Fun) == "panic"
}
