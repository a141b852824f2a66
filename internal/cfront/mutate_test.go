package cfront_test

import (
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// tokens matches a token of C, a comment or white space.
var tokens = regexp.MustCompile(
	`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|//[^\n]*|/\*(?s:.*?)\*/|#[^\n]*|[A-Za-z_0-9.]+|\s+|<<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||[-+*/%&|^=!<>]=|<<|>>|.`)

// TestMutants lowers programs in which a few tokens are exchanged. Most are rejected. An accepted program must pass
// ir.Check, and none may end in an internal error.
func TestMutants(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs")
	}
	n := 20
	if testing.Short() {
		n = 5
	}
	accepted := 0
	for i, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		toks := tokens.FindAllString(string(b), -1)
		for j := 0; j < n; j++ {
			src := mutant(toks, rand.New(rand.NewSource(int64(1000*i+j))))
			prog, err := cfront.Load(cfront.Config{Files: []string{"t.c"}, Sources: map[string][]byte{"t.c": []byte(src)}})
			if err == nil {
				accepted++
				err = ir.Check(prog)
				if err != nil {
					t.Errorf("%s, mutant %d: %v", file, j, err)
				}
				continue
			}
			if strings.Contains(err.Error(), "internal error while lowering") {
				t.Errorf("%s, mutant %d: %v", file, j, err)
			}
		}
	}
	if accepted == 0 {
		t.Error("no mutant is accepted")
	}
	t.Logf("%d of %d accepted", accepted, n*len(files))
}

// mutant returns the text of toks with one to three tokens exchanged, deleted or added. Brackets stay in place.
func mutant(toks []string, r *rand.Rand) string {
	m := append([]string(nil), toks...)
	fixed := func(s string) bool {
		return strings.TrimSpace(s) == "" || strings.ContainsAny(s, "(){}[]#;/\"'")
	}
	pick := func() int {
		for {
			if k := r.Intn(len(m)); !fixed(m[k]) {
				return k
			}
		}
	}
	for i := r.Intn(3); i >= 0; i-- {
		switch r.Intn(3) {
		case 0:
			m[pick()] = toks[pick()]
		case 1:
			m[pick()] = ""
		case 2:
			k := pick()
			m[k] += " " + toks[pick()]
		}
	}
	return strings.Join(m, "")
}
