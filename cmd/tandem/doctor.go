package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/scratch"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// doctorCmd returns the command tandem doctor.
func (a *cli) doctorCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "say which solvers and C compilers are found, whether they work, and what is missing",
		Long: `Say which SMT solvers and C compilers are found, try each, and say what is
missing and how to install it. Everything but symbolic reasoning works without a solver;
a C compiler is needed to replay violations on the source and to run harnesses.
Exit code 0: a solver works; 20: none does.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if ctx == nil {
				ctx = context.Background()
			}
			sig := make(chan os.Signal, 1)
			signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
			defer signal.Stop(sig)
			go func() {
				<-sig
				scratch.Clean()
				os.Exit(exitUnknown)
			}()
			a.code = doctor(ctx, a.stdout)
			return nil
		},
	}
}

// doctor tries the solvers and compilers of this machine, prints the results, and returns the exit code.
func doctor(ctx context.Context, w io.Writer) int {
	fmt.Fprintf(w, "tandem %s\n\nSMT solvers\n", strings.TrimPrefix(app.Version(), "tandem "))
	works := 0
	var advice []string
	for i, f := range smt.Known() {
		if f.Path == "" {
			fmt.Fprintf(w, "  %-12s not found\n", f.Name)
			if i < 2 {
				advice = append(advice, fmt.Sprintf("%s: %s", f.Name, f.Install))
			}
			continue
		}
		took, err := trySolver(ctx, smt.Config{Path: f.Path})
		if err != nil {
			fmt.Fprintf(w, "  %-12s %s, %s: DOES NOT WORK: %v\n", f.Name, f.Path, f.Version(), err)
			continue
		}
		works++
		horn := ""
		if f.Horn {
			horn = ", Horn clauses"
			if err := tryHorn(ctx, smt.Config{Path: f.Path}); err != nil {
				horn = ", no Horn clauses: " + err.Error()
			}
		}
		fmt.Fprintf(w, "  %-12s %s, %s: works (%v%s)\n", f.Name, f.Path, f.Version(), took.Round(time.Millisecond), horn)
	}
	fmt.Fprintf(w, "\nC compilers (to replay violations on the source, and to run harnesses)\n")
	compiles := false
	for _, cc := range []string{"gcc", "clang"} {
		path, err := exec.LookPath(cc)
		if err != nil {
			fmt.Fprintf(w, "  %-12s not found\n", cc)
			continue
		}
		var models []string
		for _, m := range []string{"-m64", "-m32"} {
			if err := tryCompiler(ctx, path, m); err != nil {
				models = append(models, m+" DOES NOT WORK: "+err.Error())
				if m == "-m32" && cc == "gcc" {
					advice = append(advice, "32-bit harnesses: sudo apt-get install gcc-multilib")
				}
				continue
			}
			compiles = true
			models = append(models, m+" works")
		}
		fmt.Fprintf(w, "  %-12s %s: %s\n", cc, path, strings.Join(models, ", "))
	}
	if !compiles {
		advice = append(advice, "a C compiler: sudo apt-get install gcc gcc-multilib")
	}
	if len(advice) > 0 {
		fmt.Fprintf(w, "\nTo install what is missing (make setup does it where apt may)\n")
		for _, s := range advice {
			fmt.Fprintf(w, "  %s\n", s)
		}
	}
	if works == 0 {
		fmt.Fprintf(w, "\nNo solver works: execution, testing and intervals remain; symbolic reasoning does not.\n")
		return exitUnknown
	}
	fmt.Fprintf(w, "\nReady.\n")
	return exitProved
}

// tryTime bounds the time of each try.
const tryTime = 10 * time.Second

// trySolver tests a solver with a satisfiable and an unsatisfiable query. It returns the time that they took.
func trySolver(ctx context.Context, cfg smt.Config) (time.Duration, error) {
	c := term.New()
	s, err := smt.Open(c, cfg)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	begin := time.Now()
	b := smt.Budget{Time: tryTime}
	x := c.Var("x", term.BVSort(32))
	s.Assert(c.Eq(c.BVMul(x, c.BV(3, 32)), c.BV(21, 32)))
	if a := s.Check(ctx, b); a.Result != smt.Sat {
		return 0, fmt.Errorf("3x = 21: %v", a)
	}
	m, err := s.Model()
	if err != nil {
		return 0, err
	}
	if m.Vars["x"] != c.BV(7, 32) {
		return 0, fmt.Errorf("3x = 21 with x = %v", m.Vars["x"])
	}
	s.Push()
	s.Assert(c.BVUlt(x, c.BV(7, 32)))
	if a := s.Check(ctx, b); a.Result != smt.Unsat {
		return 0, fmt.Errorf("3x = 21, x < 7: %v", a)
	}
	return time.Since(begin), nil
}

// tryHorn tests a solver with Horn clauses: it has to prove that a counter from 0 with steps of 2 is never 5.
func tryHorn(ctx context.Context, cfg smt.Config) error {
	c := term.New()
	h, err := smt.OpenHorn(c, cfg)
	if err != nil {
		return err
	}
	x := c.Var("x", term.IntSort)
	inv := func(t *term.Term) *term.Term { return c.App("inv", term.BoolSort, t) }
	all := func(t *term.Term) *term.Term { return c.Forall([]*term.Term{x}, t) }
	a, m := h.Horn(ctx, smt.Budget{Time: tryTime}, []*term.Term{
		inv(c.Int(0)),
		all(c.Implies(inv(x), inv(c.IAdd(x, c.Int(2))))),
		all(c.Implies(inv(x), c.Not(c.Eq(x, c.Int(5))))),
	})
	if a.Result != smt.Sat || m == nil {
		return errors.New(a.String())
	}
	return nil
}

// speaksSMT returns an error if the command of the option flag is not a working solver. A timeout is not an error,
// since the machine may be loaded.
func speaksSMT(flag string, cmd []string) error {
	if len(cmd) == 0 || cmd[0] == smt.None {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), tryTime)
	defer cancel()
	cfg := smt.Config{}.Command(cmd)
	_, err := trySolver(ctx, cfg)
	if err == nil || ctx.Err() != nil || tryHorn(ctx, cfg) == nil { // some solvers support only Horn clauses
		return nil
	}
	return usage("%s: %s does not speak SMT-LIB 2 (tandem doctor lists solvers that do): %v", flag, strings.Join(cmd, " "),
		err)
}

// tryCompiler compiles a program and runs it, like a harness.
func tryCompiler(ctx context.Context, cc, model string) error {
	d, err := scratch.New(ctx, "tandem-doctor-")
	if err != nil {
		return err
	}
	defer d.Close()
	src, bin := filepath.Join(d.Path, "a.c"), filepath.Join(d.Path, "a")
	if err := os.WriteFile(src, []byte("#include <stdlib.h>\nint main(void) { exit(107); }\n"), 0o644); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(d.Ctx, tryTime)
	defer cancel()
	if out, err := d.Command(ctx, cc, model, "-o", bin, src).CombinedOutput(); err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("%v: %s", err, line)
	}
	err = d.Command(ctx, bin).Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 107 {
		return nil
	}
	return fmt.Errorf("what it built does not run: %v", err)
}
