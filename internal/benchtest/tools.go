package benchtest

import (
	"os"
	"testing"
)

// Missing ends a test that needs a solver or compiler which is not installed; why is the reason. The test is skipped,
// or fails if TANDEM_TOOLS is "required", as on machines where all tools are installed.
func Missing(t testing.TB, why any) {
	t.Helper()
	if os.Getenv("TANDEM_TOOLS") == "required" {
		t.Fatal("TANDEM_TOOLS=required: ", why)
	}
	t.Skip(why)
}
