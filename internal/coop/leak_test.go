package coop

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails if a goroutine of an engine still runs after the tests.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
