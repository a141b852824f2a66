package cfront_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestSizeOfTypes rejects types with more than 80 methods or 20 fields. Further fields and methods belong to one of the
// types that doc.go lists under "Who owns what".
func TestSizeOfTypes(t *testing.T) {
	const mostMethods, mostFields = 80, 20
	options := map[string]bool{"Config": true} // a list of options, which would not gain by being split
	methods := map[string]int{}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil {
					methods[receiver(n.Recv.List[0].Type)]++
				}
			case *ast.TypeSpec:
				s, ok := n.Type.(*ast.StructType)
				if !ok || options[n.Name.Name] {
					break
				}
				if k := s.Fields.NumFields(); k > mostFields {
					t.Errorf("%s: type %s has %d fields, more than %d", file, n.Name.Name, k, mostFields)
				}
			}
			return true
		})
	}
	for name, k := range methods {
		if k > mostMethods {
			t.Errorf("type %s has %d methods, more than %d", name, k, mostMethods)
		}
	}
}

// receiver returns the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
