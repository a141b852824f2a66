package coop

import (
	"strings"
	"testing"
)

func TestLastReasons(t *testing.T) {
	for _, c := range []struct {
		steps []StepReport
		want  string
	}{
		{nil, ""},
		{[]StepReport{{Engine: "a", Reason: "x", Idle: true}}, "a: x"},
		{[]StepReport{{Engine: "a", Reason: "x", Idle: true}, {Engine: "b", Reason: "y"}, {Engine: "c"}, {Engine: "b", Reason: "z"}}, "b: z"},
		{[]StepReport{{Engine: "b", Reason: "y"}, {Engine: "c", Reason: "w"}, {Engine: "b", Reason: "z"}}, "b: z; c: w"},
	} {
		if got := strings.Join(LastReasons(c.steps), "; "); got != c.want {
			t.Errorf("%v: %q, want %q", c.steps, got, c.want)
		}
	}
}
