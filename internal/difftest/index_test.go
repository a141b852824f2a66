package difftest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// indexed generates programs that index an array somewhere in an object of a random type.
type indexed struct {
	r     *rand.Rand
	types strings.Builder
	n     int
}

// shape is a type that contains an array of int.
type shape struct {
	decl func(name string) string   // declares a name of this type
	way  func(object string) string // the expression for element k of the array in an object
}

// array returns an array of s; without s, an array of int, whose element is selected by k.
func (g *indexed) array(s *shape, k string) shape {
	n := 2 + g.r.IntN(4)
	if s == nil {
		return shape{
			func(name string) string { return fmt.Sprintf("int %s[%d]", name, n) },
			func(object string) string { return object + "[" + k + "]" },
		}
	}
	in, at := *s, fmt.Sprint(g.r.IntN(n))
	return shape{
		func(name string) string { return in.decl(fmt.Sprintf("%s[%d]", name, n)) },
		func(object string) string { return in.way(object + "[" + at + "]") },
	}
}

// member returns a structure or union with a member of type s, alone or with other members.
func (g *indexed) member(s shape) shape {
	g.n++
	tag := fmt.Sprintf("t%d", g.n)
	kind := []string{"struct", "struct", "union"}[g.r.IntN(3)]
	before, after := "", ""
	if g.r.IntN(2) == 0 {
		before = "int before; "
	}
	if g.r.IntN(2) == 0 {
		after = " int after[3];"
	}
	fmt.Fprintf(&g.types, "%s %s { %s%s;%s };\n", kind, tag, before, s.decl("m"), after)
	return shape{
		func(name string) string { return kind + " " + tag + " " + name },
		func(object string) string { return s.way(object + ".m") },
	}
}

// program returns a program that reads k and accesses element k.
func (g *indexed) program() string {
	s := g.array(nil, "k")
	for range 1 + g.r.IntN(3) {
		if g.r.IntN(3) == 0 {
			s = g.array(&s, "")
		} else {
			s = g.member(s)
		}
	}
	object, decl := "x", "static "+s.decl("x")+";"
	switch g.r.IntN(3) {
	case 0: // access the object by a pointer
		g.n++
		fmt.Fprintf(&g.types, "struct t%d { %s; };\n", g.n, s.decl("m"))
		object, decl = "(&x)->m", fmt.Sprintf("static struct t%d x[4];", g.n)
		object = "p->m"
		decl += fmt.Sprintf(" struct t%d *p = &x[1];", g.n)
	case 1:
		object, decl = "(*p)", "static "+s.decl("x[4]")+"; "+s.decl("(*p)")+" = &x[1];"
	}
	use := "sink = " + s.way(object) + ";"
	if g.r.IntN(4) == 0 {
		use = "to = &" + s.way(object) + ";"
	}
	return "extern int __VERIFIER_nondet_int(void);\n" + g.types.String() +
		"volatile int sink; int *volatile to;\nint main(void) {\n  int k = __VERIFIER_nondet_int();\n  if (k != K)\n    " +
		"return 0;\n  " +
		decl + "\n  " + use + "\n  return 0;\n}\n"
}

// TestIndices compares the check of indices with -fsanitize=bounds, on random types and indices. TANDEM_LONG=1 takes
// 400 programs.
func TestIndices(t *testing.T) {
	needGCC(t)
	tandem, programs := built(t), 8
	if os.Getenv("TANDEM_LONG") != "" {
		programs = 400
	}
	seed := uint64(time.Now().YearDay())
	outside := 0
	for i := range programs {
		g := &indexed{r: rand.New(rand.NewPCG(seed, uint64(i)))}
		text := g.program()
		k := g.r.IntN(9) - 2
		dir := t.TempDir()
		file := filepath.Join(dir, "index.c")
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "k != K", fmt.Sprintf("k != %d", k))),
			0o644); err != nil {
			t.Fatal(err)
		}
		main := filepath.Join(dir, "main.c")
		if err := os.WriteFile(main, []byte(fmt.Sprintf("int __VERIFIER_nondet_int(void) { return %d; }\n", k)),
			0o644); err != nil {
			t.Fatal(err)
		}
		bin := filepath.Join(dir, "index")
		if out, err := osexec.Command("gcc", "-w", "-O0", "-fsanitize=bounds", "-fno-sanitize-recover=all", "-o", bin, file,
			main).CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%s\n%s", err, out, text)
		}
		said, err := osexec.Command(bin).CombinedOutput()
		bad := err != nil && strings.Contains(string(said), "out of bounds")
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		out, _ := osexec.CommandContext(ctx, tandem, "verify", "-q", "--check", "index", "-t", "10s", file).CombinedOutput()
		cancel()
		want := "RESULT: true"
		if bad {
			want = "RESULT: false(valid-index)"
			outside++
		}
		if !strings.Contains(string(out), want) {
			t.Errorf("seed %d, program %d, k = %d: gcc says %q, tandem:\n%s\n%s", seed, i, k, said, out, text)
		}
	}
	if outside == 0 || outside == programs {
		t.Errorf("seed %d: %d of %d leave their array", seed, outside, programs)
	}
}
