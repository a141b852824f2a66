package difftest

import (
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var scratch string // folder for files that all tests of this package share

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

// buildTandem builds tandem, once for all tests.
var buildTandem = sync.OnceValues(func() (string, error) {
	tandem := filepath.Join(scratch, "tandem")
	if out, err := osexec.Command("go", "build", "-o", tandem, "../../cmd/tandem").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return tandem, nil
})

// built returns the path of tandem, which it builds at the first call.
func built(t *testing.T) string {
	t.Helper()
	tandem, err := buildTandem()
	if err != nil {
		t.Fatal(err)
	}
	return tandem
}
