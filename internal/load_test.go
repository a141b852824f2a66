package internal

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// source is a package of this module without its tests, parsed with comments, and type-checked.
type source struct {
	path  string // internal/ir; "." is the root
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
}

// sources has all packages of this module, each after the packages that it imports.
type sources struct {
	fset *token.FileSet
	pkgs []source
	root string
}

// at returns a position as file:line, below the root.
func (s *sources) at(p token.Pos) string {
	pos := s.fset.Position(p)
	rel, err := filepath.Rel(s.root, pos.Filename)
	if err != nil {
		rel = pos.Filename
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(rel), pos.Line)
}

// load returns the packages, or fails the test.
func load(t *testing.T) *sources {
	s, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// loaded parses and type-checks the packages of the module. Other packages come from the export data that the go
// command has built for the tests.
var loaded = sync.OnceValues(func() (*sources, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,Module", "./...")
	cmd.Dir, cmd.Stderr = "..", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		return nil, err
	}
	s := &sources{fset: token.NewFileSet(), root: root}
	own, export := map[string]*types.Package{}, map[string]string{}
	foreign := importer.ForCompiler(s.fset, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(export[path]) })
	conf := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
		if p := own[path]; p != nil {
			return p, nil
		}
		return foreign.Import(path)
	})}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l struct {
			ImportPath, Export, Dir string
			GoFiles                 []string
			Module                  *struct{ Path string }
		}
		if err := dec.Decode(&l); err == io.EOF {
			return s, nil
		} else if err != nil {
			return nil, err
		}
		export[l.ImportPath] = l.Export
		if l.Module == nil || l.Module.Path != module {
			continue
		}
		p := source{path: strings.TrimPrefix(strings.TrimPrefix(l.ImportPath, module), "/")}
		if p.path == "" {
			p.path = "."
		}
		for _, name := range l.GoFiles {
			f, err := parser.ParseFile(s.fset, filepath.Join(l.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			p.files = append(p.files, f)
		}
		p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		if p.pkg, err = conf.Check(l.ImportPath, s.fset, p.files, p.info); err != nil {
			return nil, err
		}
		own[l.ImportPath] = p.pkg
		s.pkgs = append(s.pkgs, p)
	}
})

// importerFunc is a types.Importer.
type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
