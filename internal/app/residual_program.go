package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// ResidualOptions determine how long a task is verified, and how the residual program is made from the remaining
// executions (M. Czech, M.-C. Jakobs, H. Wehrheim: "Just Test What You Cannot Verify!", FASE 2015).
type ResidualOptions struct {
	Time      time.Duration // limit of verification; 0: the limit of the context only
	Steps     uint64        // if not 0, verification ends after so many steps of abstract states, and reads no clock
	Engine    string        // as in VerifyOptions
	Strategy  string        // as in VerifyOptions
	Condition string        // a file of a condition with the remaining executions, instead of verification
	By        string        // one of reduce.Techniques; "": auto
}

// Residual is a residual program. Its JSON form has all fields with tags.
type Residual struct {
	Version      int         `json:"version"`
	Tool         string      `json:"tool"`
	Files        []string    `json:"files"`
	Verdict      string      `json:"verdict"` // verdict of the verification; "": there was none
	Reason       string      `json:"reason,omitempty"`
	By           string      `json:"by"` // the technique, one of reduce.Techniques
	Obligations  int         `json:"obligations"`
	Left         int         `json:"obligations_left"`
	Part         bool        `json:"executions_left_out"` // executions were verified, not only obligations
	Size         reduce.Size `json:"size"`                // size of the reference program
	ResidualSize reduce.Size `json:"residual_size"`
	Verification float64     `json:"verification_seconds"`
	Reduction    float64     `json:"reduction_seconds"`

	Report    *Report           `json:"-"` // report of the verification; nil: there was none
	Condition *verify.Condition `json:"-"` // the remaining executions of the reference program
	Program   *ir.Program       `json:"-"` // nil: a violation was found
}

// MakeResidual verifies a task within the limits of the options, and makes a program of the remaining executions. Its
// errors are about the input.
func MakeResidual(ctx context.Context, t *Task, opt ResidualOptions) (*Residual, error) {
	if t.Reference == nil {
		return nil, errors.New("internal error: no reference program")
	}
	res := &Residual{Version: 1, Tool: "tandem " + Version(), Files: t.Files, By: opt.By, Size: reduce.SizeOf(t.Reference)}
	if opt.Condition != "" {
		var err error
		if res.Condition, err = readCondition(t, opt.Condition); err != nil {
			return nil, err
		}
	} else if err := res.verify(ctx, t, opt); err != nil || res.Condition == nil {
		return res, err
	}
	start := time.Now()
	out, by, err := reduce.By(ctx, res.By, t.Reference, res.Condition)
	if err != nil {
		return nil, fmt.Errorf("no residual program: %w", err)
	}
	res.Reduction = time.Since(start).Seconds()
	res.By, res.Program, res.ResidualSize = by, out.Program, reduce.SizeOf(out.Program)
	res.Part = len(res.Condition.States) > 0
	all := askedOf(t)
	res.Obligations, res.Left = len(all), len(all)
	if open := res.Condition.Obligations; open != nil {
		res.Left = len(open)
	}
	return res, nil
}

// verify verifies the task and sets res.Condition to the remaining executions; nil after a violation.
func (res *Residual) verify(ctx context.Context, t *Task, opt ResidualOptions) error {
	if opt.Steps > 0 {
		c := *t
		c.Options.Determ = true
		t = c.With(verify.Budget{Work: opt.Steps * obs.PerState})
	}
	s, err := NewSession(t, VerifyOptions{TimeLimit: opt.Time, Engine: opt.Engine, Strategy: opt.Strategy, Residual: true})
	if err != nil {
		return err
	}
	res.Report = s.Run(ctx)
	res.Verdict, res.Reason, res.Verification = string(s.out.Verdict), s.out.Reason, time.Since(s.start).Seconds()
	res.Condition, _ = s.left(s.plain)
	return nil
}

// testerStyle is the style of C for a tester.
type testerStyle struct {
	name  string
	style cprint.Style
}

// styles has the styles of cprint, by the names of testers.
var styles = []testerStyle{{"verifier", cprint.Verifier}, {"klee", cprint.KLEE}, {"libfuzzer", cprint.Fuzzer}}

// Testers returns the names of the testers whose functions a residual program may call: verifier (SV-COMP and
// Test-Comp), klee, libfuzzer.
func Testers() (out []string) {
	for _, s := range styles {
		out = append(out, s.name)
	}
	return out
}

// Write writes the residual program as C for a tester. The error is a *UsageError if the tester is unknown.
func (res *Residual) Write(w io.Writer, tester string) error {
	about := fmt.Sprintf("Residual program of %s by %s: %d of %d checks are left to test.", strings.Join(res.Files, ", "),
		res.By, res.Left, res.Obligations)
	return writeFor(w, res.Program, tester, about)
}
