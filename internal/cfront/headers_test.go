package cfront_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestEmbeddedHeaders checks that types have the same size, and integer macros the same value, in the embedded headers
// and in the headers of this machine, in both data models.
func TestEmbeddedHeaders(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "gcc is not installed")
	}
	arch, err := exec.Command("gcc", "-print-multiarch").Output()
	if err != nil {
		benchtest.Missing(t, "gcc does not say where the headers are")
	}
	root := filepath.Join("csrc", "include")
	var files []string
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".h") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	include := strings.TrimSpace(string(arch))
	for _, file := range files {
		h, _ := filepath.Rel(root, file)
		// Skip the headers of Tandem itself, and headers that are new in C23.
		if strings.HasPrefix(filepath.Base(h), "tandem") || h == "stdbit.h" || h == "stdckdint.h" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		exprs := headerFacts(string(text))
		for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
			for _, bad := range compareFacts(t, h, exprs, m, include) {
				t.Errorf("<%s>, %s: %s", h, m, bad)
			}
		}
	}
}

var (
	tagRE     = regexp.MustCompile(`(?m)^(?:typedef )?((?:struct|union) [a-z]\w*) \{`)
	typedefRE = regexp.MustCompile(`(?m)^(?:typedef .*[ *]|\} )(\w+)(?:\[1\])?;`)
	macroRE   = regexp.MustCompile(`(?m)^#\s*define ([A-Z][A-Z0-9_]*) (\(?-?[0-9][-()0-9a-fA-FxULul |+<~]*)$`)
)

// headerFacts returns the expressions to compare for a header: the sizes of its types, and its macros.
func headerFacts(text string) (list []string) {
	for _, re := range []*regexp.Regexp{tagRE, typedefRE} {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			if !strings.HasPrefix(m[1], "__") && !strings.Contains(m[0], "{ __") {
				list = append(list, "sizeof("+m[1]+")")
			}
		}
	}
	for _, m := range macroRE.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	// The embedded va_list has the layout of i386. In glibc MB_CUR_MAX is a call and DIR is an incomplete type. The type
	// nullptr_t is new in C23.
	list = slices.DeleteFunc(list, func(x string) bool {
		return x == "sizeof(va_list)" || x == "MB_CUR_MAX" || x == "sizeof(DIR)" ||
			x == "sizeof(nullptr_t)"
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// compareFacts evaluates the expressions for the header h by the front end, and lets gcc check the values. It returns
// the errors.
func compareFacts(t *testing.T, h string, exprs []string, m ir.DataModel, arch string) (bad []string) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "#define _GNU_SOURCE 1\n#include <%s>\nlong long facts[] = { 1", h)
	for _, x := range exprs {
		fmt.Fprintf(&b, ",\n(long long)(%s)", x)
	}
	b.WriteString(" };\nint main(void) { return facts[0] == 1; }\n")
	prog, err := cfront.Load(cfront.Config{Model: m, Files: []string{"a.c"},
		Sources: map[string][]byte{"a.c": []byte(b.String())}})
	if err != nil {
		return []string{err.Error()}
	}
	vals := map[int64]int64{}
	for _, o := range prog.Objects {
		if o.Source == "facts" {
			for _, it := range o.Init {
				if k, ok := it.Val.(*ir.Const); ok {
					vals[it.Off/8] = int64(k.Bits)
				}
			}
		}
	}
	b.Reset()
	fmt.Fprintf(&b, "#define _GNU_SOURCE 1\n#include <%s>\n", h)
	for i, x := range exprs {
		check := fmt.Sprintf("_Static_assert((long long)(%s) == %dLL, \"%[1]s is %[2]d here\");\n", x, vals[int64(i+1)])
		if !strings.HasPrefix(x, "sizeof") {
			check = "#ifdef " + x + "\n" + check + "#endif\n"
		}
		b.WriteString(check)
	}
	bits := "-m64"
	if m == ir.ILP32 {
		bits = "-m32"
	}
	cmd := exec.Command("gcc", bits, "-msse2", "-mfpmath=sse", "-idirafter", "/usr/include/"+arch, "-std=gnu17", "-w",
		"-fsyntax-only", "-fmax-errors=0", "-x", "c", "-")
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(b.String(), "-9223372036854775808LL", "(-9223372036854775807LL-1)"))
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "error:") {
			bad = append(bad, strings.TrimSpace(line))
		}
	}
	return bad
}
