package csrc_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// FuzzParse checks that any bytes yield a unit or an error of this package, and that every type of a unit has a layout
// or an error.
//
//	go test -run XXX -fuzz FuzzParse -fuzztime 10m ./internal/cfront/csrc
func FuzzParse(f *testing.F) {
	for _, name := range []string{"testdata/accept.txt", "testdata/errors.txt"} {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, x := range ar.Files {
			if !strings.HasSuffix(x.Name, ".err") {
				f.Add(x.Data, true)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, wide bool) {
		model := ir.ILP32
		if wide {
			model = ir.LP64
		}
		start := time.Now()
		defer func() {
			if d := time.Since(start); d > 10*time.Second {
				t.Fatalf("%d bytes take %v", len(src), d)
			}
		}()
		u, err := csrc.Parse(csrc.Config{Model: model, Sources: map[string][]byte{"a.c": src}}, "a.c")
		if err != nil {
			var e *csrc.Error
			if !errors.As(err, &e) || e.Msg == "" {
				t.Fatalf("error %T %q", err, err)
			}
			return
		}
		l := layout.New(model)
		if l.Add(u) != nil {
			return
		}
		for s := range u.AST.Structs {
			lay(l, s)
		}
		for s := range u.AST.Unions {
			lay(l, s)
		}
		csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
			u.Pos(n)
			if e, ok := n.(*cc.ConstantExpression); ok {
				l.ConstInt(e)
			}
			return true
		})
	})
}

// lay calls all functions of Layout for a struct.
func lay(l *layout.Layout, t cc.Type) {
	l.Sizeof(t)
	l.Alignof(t)
	if s, ok := t.(interface {
		NumFields() int
		FieldByIndex(int) *cc.Field
	}); ok && !t.IsIncomplete() {
		for i := 0; i < s.NumFields(); i++ {
			l.Field(t, s.FieldByIndex(i))
		}
	}
}
