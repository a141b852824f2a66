package verify

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestObjectsShared tests that a process finds an object that another one has put in the folder, and ignores malformed
// files.
func TestObjectsShared(t *testing.T) {
	dir := t.TempDir()
	a, b := &Objects{Dir: dir}, &Objects{Dir: dir}
	want := Object{Code: []byte("\x7fELF\n1\n"), Said: "a.c:1: warning: one\nand two"}
	a.Put("gcc a.c", want)
	for _, o := range []*Objects{a, b} {
		if x, ok := o.Get("gcc a.c"); !ok || x.Said != want.Said || !bytes.Equal(x.Code, want.Code) {
			t.Errorf("%v %v", x, ok)
		}
		if _, ok := o.Get("gcc b.c"); ok {
			t.Error("an object of a command that did not run")
		}
	}
	for _, text := range []string{"", "7", "x\nabc", "9\nabc", "-1\nabc"} {
		if err := os.WriteFile(a.file("gcc c.c"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if x, ok := a.Get("gcc c.c"); ok {
			t.Errorf("%q is taken for the object %v", text, x)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "new-*"))
	if err != nil || len(left) > 0 {
		t.Error(left, err)
	}
	if (&Objects{}).Put("gcc a.c", want); func() bool { _, ok := (&Objects{}).Get("gcc a.c"); return ok }() {
		t.Error("an object without a folder is shared")
	}
}
