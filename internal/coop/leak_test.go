package coop

import (
	"testing"

	"go.uber.org/goleak"
)

// No engine's goroutine outlives its step.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
