package library_test

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
)

// TestTable checks the rows of the table: each name occurs once, the sections are sorted, and each row has a valid
// class, signature and facts, and a reason if it is not exact.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	all := library.Rows()
	if len(all) < 2000 {
		t.Fatalf("%d lines", len(all))
	}
	for i, e := range all {
		switch {
		case seen[e.Name]:
			t.Errorf("%s stands twice", e.Name)
		case e.Class < library.Exact && e.Reason == "":
			t.Errorf("%s (%s): no reason", e.Name, e.Class)
		case e.Sig != "object" && strings.Trim(e.Sig, "vifcps.") != "":
			t.Errorf("%s: signature %q", e.Name, e.Sig)
		case i > 0 && e.Header != "-" && e.Class != library.Other && e.Header == all[i-1].Header && e.Name < all[i-1].Name:
			t.Errorf("%s stands after %s", e.Name, all[i-1].Name)
		}
		f, err := library.ParseFacts(e.Facts)
		switch _, found := library.Find(e.Name); {
		case err != nil:
			t.Errorf("%s: %v", e.Name, err)
		case found == (e.Class == library.Other):
			t.Errorf("%s is of class %s, and Find has it: %v", e.Name, e.Class, found)
		case e.Class == library.Other && f.Allocator == nil:
			t.Errorf("%s has no fact", e.Name)
		}
		seen[e.Name] = true
	}
}

// TestFind checks the rows and rules by which Find classifies names.
func TestFind(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"strlen", "exact"}, {"__builtin_strlen", "exact"}, {"__builtin___memcpy_chk", "exact"}, {"__memset_chk", "exact"},
		{"fork", "refused"}, {"stdin", "over"}, {"environ", "exact"},
		{"__builtin_ia32_pause", "refused"}, {"__CPROVER_uninterpreted_f", "refused"}, {"__ESBMC_bitcast", "refused"},
		{"__atomic_is_lock_free", "refused"},
		{"sinf128", "refused"}, {"lgammaf64x_r", "refused"}, {"__cosf32", "refused"}, {"__tan", "refused"},
		{"__builtin_strlenx", "refused"},
		{"my_function", ""}, {"__strlen2", ""}, {"f32", ""}, {"strlenf32", ""}, {"", ""}, {"_chk", ""},
	} {
		got := ""
		if e, ok := library.Find(c.name); ok {
			got = e.Class.String()
			if e.Name != c.name {
				t.Errorf("%s is called %s", c.name, e.Name)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestOtherResult checks which declarations differ from the library's only in the type of the result.
func TestOtherResult(t *testing.T) {
	for _, c := range []struct {
		name, sig string
		want      bool
	}{
		{"malloc", "i?", true}, {"malloc", "ii", true}, {"malloc", "p?", false}, {"malloc", "ip", false},
		{"malloc", "v?", false},
		{"memset", "i?", true}, {"strlen", "p?", true}, {"free", "ip", true}, {"atof", "i?", true}, {"stdin", "i?", false},
		{"malloc", "object", false},
	} {
		e, ok := library.Find(c.name)
		if !ok || e.OtherResult(c.sig) != c.want {
			t.Errorf("%s %s: %v", c.name, c.sig, !c.want)
		}
	}
}

// TestFits checks which declarations may be the library's.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		name, sig string
		want      bool
	}{
		{"strlen", "ip", true}, {"strlen", "i?", true}, {"strlen", "vp", true}, {"strlen", "pp", false},
		{"strlen", "ii", false}, {"strlen", "ipp", false}, {"strlen", "i", false},
		{"printf", "ip.", true}, {"printf", "ipi", true}, {"printf", "i.", true}, {"printf", "ii.", false},
		{"printf", "i", false},
		{"open", "ip.", true}, {"abort", "v", true}, {"abort", "i", false}, {"stdin", "object", true}, {"stdin", "i", false},
		{"strlen", "object", false},
		{"__memcpy_chk", "pppii", true},
	} {
		e, ok := library.Find(c.name)
		if !ok || e.Fits(c.sig) != c.want {
			t.Errorf("%s %s: %v", c.name, c.sig, !c.want)
		}
	}
}

// TestUnlocked checks that a function f_unlocked has the facts of f.
func TestUnlocked(t *testing.T) {
	seen := 0
	for _, e := range library.All() {
		locked, ok := strings.CutSuffix(e.Name, "_unlocked")
		if !ok {
			continue
		}
		seen++
		if twin, ok := library.Find(locked); !ok || twin.Facts != e.Facts {
			t.Errorf("%s has the facts %q, %s has %q", e.Name, e.Facts, locked, twin.Facts)
		}
	}
	if seen < 20 {
		t.Errorf("%d functions", seen)
	}
}
