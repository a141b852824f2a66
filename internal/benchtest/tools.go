package benchtest

import (
	"os"
	"testing"
)

// Missing ends a test that needs a solver or a compiler of the machine which is not there: the test is
// skipped, or fails where TANDEM_TOOLS is "required", as it is where all of them are installed.
func Missing(t testing.TB, why any) {
	t.Helper()
	if os.Getenv("TANDEM_TOOLS") == "required" {
		t.Fatal("TANDEM_TOOLS=required: ", why)
	}
	t.Skip(why)
}
