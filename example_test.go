package tandem_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tandem-verifier/tandem"
)

func Example() {
	p, err := tandem.Load(tandem.Options{Checks: "none"}, "examples/leap.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := p.Verify(context.Background(), tandem.VerifyOptions{TimeLimit: time.Minute})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	for _, c := range r.Checks {
		fmt.Println(c.At, c.Kind, c.Status)
	}
	// Output:
	// false
	// examples/leap.c:29:3 assertion violated
}

func ExampleProgram_Run() {
	p, err := tandem.Load(tandem.Options{Checks: "none"}, "examples/clamp_bug.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := p.Verify(context.Background(), tandem.VerifyOptions{TimeLimit: time.Minute})
	if err != nil || r.Violation == nil {
		fmt.Println(err, r)
		return
	}
	run, err := p.Run(context.Background(), tandem.RunOptions{Inputs: r.Violation.Text})
	fmt.Println(r.Verdict, run.Violated, err)
	// Output: false true <nil>
}

func ExampleProgram_Split() {
	p, err := tandem.Load(tandem.Options{Checks: "none"}, "examples/leap.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	ranges, err := p.Split(context.Background(), "lb3", 2)
	fmt.Println(len(ranges), err)
	// Output: 2 <nil>
}

func ExampleProgram_Test() {
	p, err := tandem.Load(tandem.Options{}, "examples/clamp.c")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := p.Test(context.Background(), tandem.TestOptions{TimeLimit: 5 * time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Covered+s.Unreachable == s.Goals, s.Tests > 0)
	// Output: true true
}

func ExampleLoad_error() {
	dir, err := os.MkdirTemp("", "tandem")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "wrong.c")
	if err := os.WriteFile(file, []byte("int main(void) { return x; }\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	_, err = tandem.Load(tandem.Options{}, file)
	var input *tandem.InputError
	fmt.Println(errors.As(err, &input))
	// Output: true
}
