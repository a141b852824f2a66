package difftest

import (
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var scratch string // of all tests of this package

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "difftest"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

var buildTandem = sync.OnceValues(func() (string, error) {
	tandem := filepath.Join(scratch, "tandem")
	if out, err := osexec.Command("go", "build", "-o", tandem, "../../cmd/tandem").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return tandem, nil
})

// built is the program tandem, made once for all tests.
func built(t *testing.T) string {
	t.Helper()
	tandem, err := buildTandem()
	if err != nil {
		t.Fatal(err)
	}
	return tandem
}
