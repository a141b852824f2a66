package horn

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestFloats checks that, in a program with floats, the engine proves assertions about integers. If an assertion
// depends on floats, the reason states that.
func TestFloats(t *testing.T) {
	needSolver(t)
	const text = `
extern void reach_error(void);
extern int nondet_int(void);
extern double nondet_double(void);
int main(void) {
	double d = nondet_double();
	float a[4];
	int n = nondet_int(), i = 0, s = 0;
	a[0] = (float)n;
	if (n < 0 || n > 1000) return 0;
	while (i < n) {
		i++;
		if (d < i * 0.5) { s += 2; d = d * 1.5 + a[i & 3]; } else s++;
		a[i & 3] = (float)d;
		int k = (int)d;
		if (k > 5) k = 1;
		if (k == 7) s--;
	}
	if (CHECK) reach_error();
	return 0;
}`
	for check, holds := range map[string]bool{"s < n || s > 2 * n": true, "s < n || s > 2 * n - 5": false,
		"d != d": false} {
		task := enginetest.C{File: "f.c", Text: strings.Replace(text, "CHECK", check, 1)}.Task(t)
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		r := enginetest.Run(ctx, Engine(), task, verify.NewBoard())
		stop()
		switch r := r.(type) {
		case *verify.Safe:
			if !holds {
				t.Errorf("%s: proved", check)
			}
		case *verify.Unknown:
			if holds || !strings.Contains(r.Reason, "floats") {
				t.Errorf("%s: %s", check, r.Reason)
			}
		}
	}
}
