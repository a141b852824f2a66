package cfront_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// FuzzLoad checks that Load, for any text, returns a program that passes ir.Check, or an error that is not internal.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/golden/*.c", "testdata/gcc/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(b)
		}
	}
	for _, s := range []string{
		"int main(void){return ({int x; x;});}", "int main(void){struct S{int a[2];} s={{[1]=2}};return s.a[1];}",
		"int main(void){int a[3];return *(a+1)+sizeof a;}", "int f();int main(){return f(1,2.0,\"x\");}",
		"union U{int a;char b[4];};int main(void){union U u={.b={1,2}};return u.a;}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		// Incomplete texts are left to the fuzz target of package csrc.
		if s := bytes.TrimSpace(src); !bytes.HasSuffix(s, []byte("}")) || bytes.Count(s, []byte("{")) != bytes.Count(s,
			[]byte("}")) ||
			bytes.Count(s, []byte("(")) != bytes.Count(s, []byte(")")) {
			return
		}
		prog, err := cfront.Load(cfront.Config{Files: []string{"t.c"}, Sources: map[string][]byte{"t.c": src}})
		if err != nil {
			if strings.Contains(err.Error(), "internal error while lowering") {
				t.Fatal(err)
			}
			return
		}
		if err := ir.Check(prog); err != nil {
			t.Fatal(err)
		}
	})
}
