package layout

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// count returns the number of random types or expressions in a differential test, which makes one run of gcc for each
// data model. TANDEM_LAYOUT_N overrides the default def.
func count(t *testing.T, def int) int {
	if s := os.Getenv("TANDEM_LAYOUT_N"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return def
}

// seed returns the seed of random tests: TANDEM_SEED, or 1.
func seed(t *testing.T) int64 {
	n := int64(1)
	if s := os.Getenv("TANDEM_SEED"); s != "" {
		v, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		n = v
	}
	t.Logf("seed %d", n)
	return n
}

var models = []ir.DataModel{ir.ILP32, ir.LP64}

// gcc compiles and runs a program, and returns its output. The test is skipped without a gcc for the data model.
func gcc(t *testing.T, model ir.DataModel, src string) string {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	dir := t.TempDir()
	file, bin := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("gcc", fmt.Sprintf("-m%d", model), "-std=gnu17", "-w", "-fwrapv", "-o", bin,
		file).CombinedOutput()
	if err != nil {
		if model == ir.ILP32 && bytes.Contains(out, []byte("libgcc")) {
			benchtest.Missing(t, "gcc has no -m32")
		}
		keep := filepath.Join(os.TempDir(), "tandem-layout.c")
		os.WriteFile(keep, []byte(src), 0o644)
		t.Fatalf("gcc: %v\n%.2000s\nsource in %s", err, out, keep)
	}
	out, err = exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// typeGen writes random type definitions.
type typeGen struct {
	*rand.Rand
	defs  strings.Builder
	n     int      // the number of members so far
	fixed []string // the defined types without a flexible array
}

const prelude = `
enum E1 { E1A, E1B = 5 };
enum E2 { E2A = -1, E2B };
enum E3 { E3A = 0x80000000u, E3B };
enum E4 { E4A = 0x100000000LL, E4B };
enum E5 { E5A = -1, E5B = 0x80000000u };
typedef int a8 __attribute__((aligned(8)));
typedef int a2 __attribute__((aligned(2)));
typedef char a4 __attribute__((aligned(4)));
typedef long long ll2 __attribute__((aligned(2)));
typedef double d8 __attribute__((aligned(8)));
typedef struct { char x[3]; } s3;
typedef s3 s3a __attribute__((aligned(4)));
`

var scalars = []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
	"unsigned long", "long long", "unsigned long long", "_Bool", "float", "double", "long double", "void *",
	"int (*%s)(void)",
	"enum E1", "enum E2", "enum E3", "enum E4", "enum E5", "a8", "a2", "a4", "ll2", "d8", "s3", "s3a"}

var bitTypes = []struct {
	name string
	bits int
}{{"char", 8}, {"signed char", 8}, {"unsigned char", 8}, {"short", 16}, {"unsigned short", 16}, {"int", 32},
	{"unsigned", 32},
	{"long", 32}, {"unsigned long", 32}, {"long long", 64}, {"unsigned long long", 64}, {"_Bool", 1}, {"enum E1", 32},
	{"enum E2", 32}, {"enum E4", 64}, {"a8", 32}, {"a2", 32}, {"a4", 8}}

// pick returns a random element of a list.
func (g *typeGen) pick(list ...string) string { return list[g.Intn(len(list))] }

// align returns a random alignment.
func (g *typeGen) align() int { return 1 << g.Intn(5) }

// attrs returns a random attribute list with probability p, and otherwise "".
func (g *typeGen) attrs(p float64) string {
	if g.Float64() >= p {
		return ""
	}
	switch g.Intn(4) {
	case 0:
		return fmt.Sprintf(" __attribute__((aligned(%d)))", g.align())
	case 1:
		return fmt.Sprintf(" __attribute__((packed, aligned(%d)))", g.align())
	}
	return " __attribute__((packed))"
}

// body returns the text of the members of a struct or union. It appends the names of the members to names; names of
// bit-fields begin with a +.
func (g *typeGen) body(depth int, union, last bool, names *[]string) string {
	var b strings.Builder
	n := g.Intn(7)
	bits := g.Float64() < 0.5
	for i := 0; i < n; i++ {
		g.n++
		name := fmt.Sprintf("f%d", g.n)
		switch k := g.Intn(20); {
		case bits && k < 14:
			t := bitTypes[g.Intn(len(bitTypes))]
			w := 1 + g.Intn(t.bits)
			if g.Intn(3) == 0 {
				w = 1 + g.Intn(min(t.bits, 9))
			}
			unnamed := g.Intn(9)
			if strings.HasPrefix(t.name, "enum") {
				unnamed = 8 // cc reads `enum E : 3` as C23 does
			}
			switch unnamed {
			case 0:
				fmt.Fprintf(&b, "%s : %d;", t.name, w)
			case 1:
				if t.name != "_Bool" {
					fmt.Fprintf(&b, "%s : 0;", t.name)
				}
			default:
				fmt.Fprintf(&b, "%s %s : %d%s;", t.name, name, w, g.attrs(0.08))
				*names = append(*names, "+"+name)
			}
		case k < 2 && depth < 3:
			key := g.pick("struct", "union")
			at := g.attrs(0.2)
			inner := g.body(depth+1, key == "union", false, names)
			fmt.Fprintf(&b, "%s%s {%s};", key, at, inner)
		case k < 3:
			fmt.Fprintf(&b, "_Alignas(%s) char %s;", g.pick("8", "double", "16", "0", "int"), name)
			*names = append(*names, name)
		case k < 4 && last && i == n-1 && !union && n > 1:
			fmt.Fprintf(&b, "%s %s[];", g.pick("char", "int", "long long", "double"), name)
			*names = append(*names, name)
		default:
			t := g.pick(scalars...)
			if len(g.fixed) > 0 && g.Intn(4) == 0 {
				t = g.fixed[g.Intn(len(g.fixed))]
			}
			pre := ""
			if g.Intn(25) == 0 && !strings.Contains("a8 a4 a2 ll2 d8 s3a", t) { // cc: conflicting attributes
				pre = strings.TrimSpace(g.attrs(1)) + " "
			}
			dims := ""
			for g.Intn(4) == 0 && !strings.Contains("a8 a4 s3a", t) && !strings.Contains(t, "T") {
				dims += g.pick("[0]", "[1]", "[2]", "[3]", "[sizeof(int)]", "[sizeof(long) > 4 ? 2 : 5]", "[E1B - 3]")
			}
			if strings.Contains(t, "%s") {
				fmt.Fprintf(&b, "%s%s%s;", pre, fmt.Sprintf(t, name+dims), g.attrs(0.08))
			} else {
				fmt.Fprintf(&b, "%s%s %s%s%s;", pre, t, name, dims, g.attrs(0.08))
			}
			*names = append(*names, name)
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// typedef defines the k-th type and returns the names of its members.
func (g *typeGen) typedef(k int) (names []string) {
	key := g.pick("struct", "struct", "struct", "union")
	pack := g.Intn(6) == 0
	if pack {
		fmt.Fprintf(&g.defs, "#pragma pack(push, %d)\n", g.align())
	}
	before, after := g.attrs(0.12), g.attrs(0.12)
	if before != "" {
		after = ""
	}
	body := g.body(0, key == "union", true, &names)
	fmt.Fprintf(&g.defs, "typedef %s%s T%d_ {%s}%s T%d;\n", key, before, k, body, after, k)
	if pack {
		g.defs.WriteString("#pragma pack(pop)\n")
	}
	if !strings.Contains(body, "[];") && len(names) > 0 {
		g.fixed = append(g.fixed, fmt.Sprintf("T%d", k))
	}
	return names
}

// TestTypes compares the layouts of random structs and unions with gcc: size, both alignments, and the location of
// every member. In gcc, the bits of a bit-field are found by storing ones into it.
func TestTypes(t *testing.T) {
	n := count(t, 150)
	for _, model := range models {
		t.Run(model.String(), func(t *testing.T) {
			g := &typeGen{Rand: rand.New(rand.NewSource(seed(t)))}
			var all [][]string
			for k := 0; k < n; k++ {
				all = append(all, g.typedef(k))
			}
			defs := prelude + g.defs.String()
			want := strings.Split(gcc(t, model, probe(defs, all)), "\n")
			got, rejected := ours(t, model, defs, all)
			bad := 0
			for _, w := range want {
				key, val, _ := strings.Cut(w, " = ")
				if key == "" || rejected[strings.Fields(key)[0]] {
					continue
				}
				if got[key] != val {
					if bad++; bad < 10 {
						name := strings.Fields(key)[0]
						t.Errorf("%s: gcc says %s, we say %s\n%s", key, val, got[key], line(defs, name))
					}
				}
			}
			t.Logf("%d types, %d facts, %d wrong, %d types rejected", n, len(want), bad, len(rejected))
			if len(rejected) > n/10 {
				t.Errorf("too many types are rejected")
			}
		})
	}
}

// line returns the definition of a type.
func line(defs, name string) string {
	lines := strings.Split(defs, "\n")
	for i, l := range lines {
		if strings.HasSuffix(l, " "+name+";") {
			if strings.HasPrefix(lines[i-1], "#") {
				l = lines[i-1] + "\n" + l
			}
			return l
		}
	}
	return ""
}

// probe returns a C program that prints the facts about types T0, T1, ..., whose members are all[0], all[1], ..., as
// "T0 size = 4".
func probe(defs string, all [][]string) string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <string.h>\n#include <stddef.h>\n" + defs + `
static void bits(const char *name, const unsigned char *p, int n) {
	int first = -1, last = -1, count = 0;
	for (int i = 0; i < 8 * n; i++)
		if (p[i / 8] >> (i % 8) & 1) {
			if (first < 0) first = i;
			last = i;
			count++;
		}
	printf("%s = bits %d..%d (%d)\n", name, first, last, count);
}
`)
	for k, names := range all {
		fmt.Fprintf(&b, "static void p%d(void) { static union { T%d t; unsigned char b[sizeof(T%d) + 16]; } u;\n", k, k, k)
		fmt.Fprintf(&b, "printf(\"T%d size = %%d\\nT%d align = %%d\\nT%d min = %%d\\n\", (int)sizeof(T%d), "+
			"(int)__alignof__(T%d), (int)_Alignof(T%d));\n", k, k, k, k, k, k)
		for _, f := range names {
			if f[0] == '+' {
				f = f[1:]
				fmt.Fprintf(&b, "memset(&u, 0, sizeof u); u.t.%s = -1; bits(\"T%d %s\", u.b, sizeof u);\n", f, k, f)
			} else {
				fmt.Fprintf(&b, "printf(\"T%d %s = %%d\\n\", (int)offsetof(T%d, %s));\n", k, f, k, f)
			}
		}
		b.WriteString("}\n")
	}
	b.WriteString("int main(void) {\n")
	for k := range all {
		fmt.Fprintf(&b, "p%d();\n", k)
	}
	b.WriteString("return 0; }\n")
	return b.String()
}

// parse parses a text as a unit and adds it to a new Layout.
func parse(t *testing.T, model ir.DataModel, src string) (*csrc.Unit, *Layout) {
	t.Helper()
	u, err := csrc.Parse(csrc.Config{Model: model, Sources: map[string][]byte{"a.c": []byte(src)}}, "a.c")
	if err != nil {
		t.Fatal(err)
	}
	l := New(model)
	if err := l.Add(u); err != nil {
		t.Fatal(err)
	}
	return u, l
}

// lookup returns the type of a declarator at file scope, or nil.
func lookup(u *csrc.Unit, name string) cc.Type {
	for _, n := range u.AST.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	return nil
}

// ours computes the facts that probe prints by Layout. rejected are the types for which Layout returns an error.
func ours(t *testing.T, model ir.DataModel, defs string, all [][]string) (facts map[string]string,
	rejected map[string]bool) {
	u, l := parse(t, model, defs)
	facts, rejected = map[string]string{}, map[string]bool{}
	why := map[string]int{}
	for k, names := range all {
		name := fmt.Sprintf("T%d", k)
		typ := lookup(u, name)
		if typ == nil {
			t.Fatalf("%s is not declared", name)
		}
		reject := func(err error) {
			if !rejected[name] {
				why[err.Error()]++
			}
			rejected[name] = true
		}
		for what, f := range map[string]func(cc.Type) (int64, error){"size": l.Sizeof, "align": l.Alignof,
			"min": l.minAlignof} {
			v, err := f(typ)
			if err != nil {
				reject(err)
			}
			facts[name+" "+what] = fmt.Sprint(v)
		}
		for _, f := range names {
			f, bit := strings.CutPrefix(f, "+")
			type byName interface{ FieldByName(string) *cc.Field }
			fld := typ.(byName).FieldByName(f)
			if fld == nil {
				t.Fatalf("%s has no member %s", name, f)
			}
			loc, err := l.Field(typ, fld)
			if err != nil {
				reject(err)
				continue
			}
			if !bit {
				facts[name+" "+f] = fmt.Sprint(loc.Off)
				continue
			}
			first := 8*int(loc.Off) + loc.BitOff
			facts[name+" "+f] = fmt.Sprintf("bits %d..%d (%d)", first, first+loc.BitWidth-1, loc.BitWidth)
			checkUnit(t, l, typ, f, loc)
		}
	}
	var list []string
	for w, n := range why {
		list = append(list, fmt.Sprintf("%d: %s", n, w))
	}
	sort.Strings(list)
	for _, w := range list {
		t.Log("rejected ", w)
	}
	return facts, rejected
}

// checkUnit tests that the unit of a bit-field has the properties that FieldLoc documents.
func checkUnit(t *testing.T, l *Layout, typ cc.Type, f string, loc FieldLoc) {
	t.Helper()
	size, _ := l.Sizeof(typ)
	if loc.Off < 0 || loc.BitOff < 0 || loc.Off+loc.Unit > size || int64(loc.BitOff+loc.BitWidth) > 8*loc.Unit {
		t.Errorf("%s.%s: unit %+v does not lie in %d bytes or hold the bits", typeName(typ), f, loc, size)
	}
	switch loc.Unit {
	case 1, 2, 4, 8:
	default:
		if loc.BitOff > 7 || loc.Unit > 9 || int64(loc.BitOff+loc.BitWidth) <= 8*(loc.Unit-1) {
			t.Errorf("%s.%s: odd unit %+v", typeName(typ), f, loc)
		}
	}
}
