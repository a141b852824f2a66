package acceptance

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
)

// TestMain runs the tests in the folder of the module, where testdata and examples are.
func TestMain(m *testing.M) {
	for depth := 0; ; depth++ {
		if _, err := os.Stat("go.mod"); err == nil {
			break
		}
		if err := os.Chdir(".."); err != nil || depth > 20 {
			fmt.Fprintln(os.Stderr, "no go.mod above the working directory")
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// verified returns the report of a verification.
func verified(ctx context.Context, task *app.Task, opt app.VerifyOptions) (*app.Report, error) {
	s, err := app.NewSession(task, opt)
	if err != nil {
		return nil, err
	}
	return s.Run(ctx), nil
}
