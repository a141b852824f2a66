package csrc

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLiterals compares random string literals and character constants with gcc.
func TestLiterals(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	const n = 300
	r := rand.New(rand.NewSource(1))
	pieces := []string{"a", "Z", "0", "9", "f", " ", `\n`, `\t`, `\\`, `\"`, `\'`, `\?`, `\a`, `\b`, `\f`, `\v`, `\r`,
		`\e`, `\E`, `\0`, `\1`, `\12`, `\123`, `\377`,
		`\200`, `\x4`, `\x41`, `\x041`, `\xff`, `\xFf`, `\x80`, `é`, `€`, `\u00e9`, `\u20ac`, `\U0001f600`, `"  "`, `%d`,
		"//", "/*", "#"}
	wide := []string{"a", "0", `\n`, `\0`, `\101`, `\377`, `\x41`, `\x1234`, `\x00041`, `é`, `€`, `\u20ac`, `" L"`}
	chars := []string{"a", "0", `\n`, `\\`, `\'`, `"`, `\"`, `\0`, `\7`, `\101`, `\377`, `\x41`, `\x041`, `\xff`, `\x80`,
		`\e`, "ab", "abc", "abcd", `\xff\xff\xff\xff`, `a\0`, `\1\2\3`}
	var lits, consts []string
	for i := 0; i < n; i++ {
		from, prefix := pieces, []string{"", "", "u8"}[r.Intn(3)]
		if r.Intn(4) == 0 {
			from, prefix = wide, "L"
		}
		s := prefix + `"`
		for k := r.Intn(6); k >= 0; k-- {
			s += from[r.Intn(len(from))]
		}
		lits = append(lits, s+`"`)
		consts = append(consts, "'"+chars[r.Intn(len(chars))]+"'")
	}
	consts = append(consts, `L'a'`, `L'\x1234'`, `L'\377'`, `L'€'`, `u'a'`, `u'\xffff'`, `U'\x12345'`, `u'\0'`)

	var g, c strings.Builder
	g.WriteString("#include <stdio.h>\n#include <stddef.h>\n" +
		"static void p(const unsigned char *s, int n) { for (int i = 0; i < n; i++) printf(\"%02x\", s[i]); " +
		"printf(\"\\n\"); }\nint main(void) {\n")
	for i, s := range lits {
		fmt.Fprintf(&g, "p((const unsigned char *)%s, sizeof(%s));\n", s, s)
		fmt.Fprintf(&c, "const void *s%d = %s;\n", i, s)
	}
	c.WriteString("long c[] = {\n")
	for _, s := range consts {
		fmt.Fprintf(&g, "printf(\"%%lld\\n\", (long long)%s);\n", s)
		fmt.Fprintf(&c, "%s,\n", s)
	}
	g.WriteString("return 0; }\n")
	c.WriteString("};\n")

	dir := t.TempDir()
	file, bin := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(g.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-std=gnu17", "-w", "-o", bin, file).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %.2000s", out)
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(out))

	u, err := Parse(Config{Model: ir.LP64, Sources: map[string][]byte{"a.c": []byte(c.String())}}, "a.c")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
		e, ok := n.(*cc.Initializer)
		if !ok || e.Case != cc.InitializerExpr {
			return true
		}
		switch v := e.AssignmentExpression.Value().(type) {
		case cc.StringValue:
			got = append(got, fmt.Sprintf("%x", string(v)))
		case cc.UTF32StringValue:
			s := ""
			for _, r := range v {
				s += fmt.Sprintf("%02x%02x%02x%02x", byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
			}
			if len(v) == 0 || v[len(v)-1] != 0 {
				s += "00000000"
			}
			got = append(got, s)
		case cc.Int64Value:
			got = append(got, fmt.Sprint(int64(v)))
		case cc.UInt64Value:
			got = append(got, fmt.Sprint(uint64(v)))
		default:
			got = append(got, fmt.Sprintf("%T", v))
		}
		return false
	})
	all := append(lits, consts...)
	if len(got) != len(all) || len(want) != len(all) {
		t.Fatalf("%d literals, %d ours, %d gcc's", len(all), len(got), len(want))
	}
	bad := 0
	for i := range all {
		if got[i] != want[i] {
			if bad++; bad < 10 {
				t.Errorf("%s: %s, gcc %s", all[i], got[i], want[i])
			}
		}
	}
}
