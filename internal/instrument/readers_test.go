package instrument

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestDropReaders checks that exactly the calls of models that only read are removed, and that models with guards
// inside are not.
func TestDropReaders(t *testing.T) {
	load := func(src string) *ir.Program {
		p, err := cfront.Load(cfront.Config{Model: ir.LP64, Files: []string{"a.c"},
			Sources:      map[string][]byte{"a.c": []byte(src)},
			PropertyKind: "unreach-call", ErrorFunc: "reach_error", Reads: true})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for src, want := range map[string]int{
		`int printf(const char *, ...); char *p; int main(void) { printf("%s%d%s", p, 1, p); return 0; }`:                         2,
		`int printf(const char *, ...); int main(void) { printf("%s", "text"); return 0; }`:                                       0,
		`int remove(const char *); char *p; int main(void) { return remove(p); }`:                                                 1,
		`unsigned long strlen(const char *); char *p; int main(void) { return strlen(p); }`:                                       0,
		`static void look(char *p) { while (*p) p++; } char *p; int main(void) { look(p); return 0; }`:                            0,
		`int memcmp(const void *, const void *, unsigned long); char a[4], *p; int main(void) { return memcmp(a, p, 4); }`:        1,
		`long write(int, const void *, unsigned long); char a[4]; unsigned long n; int main(void) { return write(1, a, n) < 0; }`: 1,
	} {
		if got := DropReaders(load(src)); got != want {
			t.Errorf("%d calls dropped instead of %d: %s", got, want, src)
		}
		p := load(src)
		EndAtInvalid(p, func(ir.Pos) bool { return true })
		if got := DropReaders(p); got != 0 {
			t.Errorf("%d calls with guards dropped: %s", got, src)
		}
		if err := ir.Check(p); err != nil {
			t.Error(err)
		}
	}
}
