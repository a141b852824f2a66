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

// ResidualOptions say how long a task is verified, and how the residual program is made of what is left (M. Czech,
// M.-C. Jakobs, H. Wehrheim: "Just Test What You Cannot Verify!", FASE 2015).
type ResidualOptions struct {
	Time      time.Duration // of verification; 0: none but the context's
	Steps     uint64        // verification stops after so many steps of abstract states, and reads no clock; 0: no limit
	Engine    string        // as in VerifyOptions
	Strategy  string        //
	Condition string        // a file with what is left, instead of verification
	By        string        // one of reduce.Techniques; "": auto
}

// Residual is what is left of a task as a program. Its fields are its JSON form, but for the program.
type Residual struct {
	Version      int         `json:"version"`
	Tool         string      `json:"tool"`
	Files        []string    `json:"files"`
	Verdict      string      `json:"verdict"` // of the verification before: what it did not decide is left
	Reason       string      `json:"reason,omitempty"`
	By           string      `json:"by"` // the technique
	Obligations  int         `json:"obligations"`
	Left         int         `json:"obligations_left"`
	Part         bool        `json:"executions_left_out"` // some were verified, in addition to obligations
	Size         reduce.Size `json:"size"`                // of the program
	ResidualSize reduce.Size `json:"residual_size"`
	Verification float64     `json:"verification_seconds"`
	Reduction    float64     `json:"reduction_seconds"`

	Report    *Report           `json:"-"` // of the verification; nil: there was none
	Condition *verify.Condition `json:"-"` // of the reference program
	Program   *ir.Program       `json:"-"` // nil: a violation was found
}

// MakeResidual verifies for a while, and makes a program of what is left. Its errors are about the input.
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

// verify decides what it can. The condition has the rest; it is nil after a violation.
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

type testerStyle struct {
	name  string
	style cprint.Style
}

// styles are the styles of cprint, by the names of testers.
var styles = []testerStyle{{"verifier", cprint.Verifier}, {"klee", cprint.KLEE}, {"libfuzzer", cprint.Fuzzer}}

// Testers are the names of those whose functions a residual program may use: verifier (those of SV-COMP and Test-Comp),
// klee, libfuzzer.
func Testers() (out []string) {
	for _, s := range styles {
		out = append(out, s.name)
	}
	return out
}

// Write writes the residual program as C for a tester. The error is a *UsageError if there is none of that name.
func (res *Residual) Write(w io.Writer, tester string) error {
	about := fmt.Sprintf("Residual program of %s by %s: %d of %d checks are left to test.", strings.Join(res.Files, ", "),
		res.By, res.Left, res.Obligations)
	return writeFor(w, res.Program, tester, about)
}
