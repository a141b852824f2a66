package testgen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/scratch"
)

// Gcov is what gcc's coverage says of a suite.
type Gcov struct {
	Branches int `json:"branches"` // in the user's files
	Taken    int `json:"taken"`
	Excluded int `json:"excluded"` // not taken, on lines with as many branches proved unreachable
	Failed   int `json:"failed"`   // tests whose run did not end by itself
	// Open are the places of branches that count and are not taken, file:line.
	Open []string `json:"open,omitempty"`
}

// Percent is the part of the branches that are not excluded.
func (g *Gcov) Percent() float64 {
	if n := g.Branches - g.Excluded; n > 0 {
		return 100 * float64(g.Taken) / float64(n)
	}
	return 100
}

// ErrNoGcov says that gcc or gcov is not there.
var ErrNoGcov = errors.New("gcc and gcov are needed to measure coverage")

type gcovFile struct {
	Files []struct {
		File  string `json:"file"`
		Lines []struct {
			Line     int `json:"line_number"`
			Branches []struct {
				Count int64 `json:"count"`
				Throw bool  `json:"throw"`
			} `json:"branches"`
		} `json:"lines"`
	} `json:"files"`
}

// Line is a line of a source file.
type Line struct {
	File string
	Line int
}

func (l Line) String() string { return fmt.Sprintf("%s:%d", l.File, l.Line) }

// Measure compiles an exported suite with gcc, runs its tests and asks gcov. include are directories
// for headers; proved are how many branches are proved unreachable, with an entry for each line that has goals.
func (x *Export) Measure(ctx context.Context, include []string, proved map[Line]int) (*Gcov, error) {
	for _, tool := range []string{"gcc", "gcov"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, ErrNoGcov
		}
	}
	dir, err := scratch.New(ctx, "tandem-gcov-")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	ctx = dir.Ctx
	flags := append([]string{"-w", "-O0", "-fno-builtin"}, x.Flags...)
	for _, d := range include {
		flags = append(flags, "-I", d)
	}
	compile := func(src, obj string, more ...string) error {
		abs, err := filepath.Abs(src)
		if err != nil {
			return err
		}
		return x.tool(ctx, dir, nil, "gcc", append(append(append([]string(nil), flags...), more...), "-c", abs, "-o", obj)...)
	}
	objs := []string{"harness.o"}
	if err := compile(x.Harness, "harness.o", "-DTANDEM_GCOV"); err != nil {
		return nil, err
	}
	for i, f := range x.Files {
		obj := fmt.Sprintf("f%d.o", i)
		if err := compile(f, obj, "--coverage"); err != nil {
			return nil, err
		}
		objs = append(objs, obj)
	}
	if err := x.tool(ctx, dir, nil, "gcc", append(append(append([]string{"--coverage"}, x.Flags...), objs...), "-lm", "-o", "suite")...); err != nil {
		return nil, err
	}
	out := &Gcov{}
	for n := 1; n <= x.Tests; n++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c, cancel := context.WithTimeout(ctx, 5*time.Second)
		cmd := dir.Command(c, "./suite")
		cmd.Dir = dir.Path
		cmd.Env = append(cmd.Env, fmt.Sprintf("TANDEM_TEST=%d", n))
		var exit *exec.ExitError // other codes are the program's
		if err := cmd.Run(); err != nil && !(errors.As(err, &exit) && exit.ExitCode() != 110 && exit.ExitCode() >= 0) {
			out.Failed++
		}
		cancel()
	}
	for i, f := range x.Files {
		text, err := x.output(ctx, dir, "gcov", "-j", "-b", "-t", fmt.Sprintf("f%d.gcno", i))
		if err != nil {
			return nil, err
		}
		if err := out.count(text, filepath.Base(f), x.Sources[i], proved); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// count adds up gcov's answer for the copy of a source file.
func (g *Gcov) count(text []byte, copied, source string, proved map[Line]int) error {
	dec := json.NewDecoder(strings.NewReader(string(text)))
	for dec.More() {
		var doc gcovFile
		if err := dec.Decode(&doc); err != nil {
			return fmt.Errorf("gcov: %w", err)
		}
		for _, f := range doc.Files {
			if filepath.Base(f.File) != copied {
				continue // a system header
			}
			left := 0 // proved on the last line with goals: its condition may go on on lines below
			for _, l := range f.Lines {
				untaken := 0
				for _, b := range l.Branches {
					g.Branches++
					if b.Count > 0 {
						g.Taken++
					} else {
						untaken++
					}
				}
				place := Line{source, l.Line}
				if n, ok := proved[place]; ok {
					left = n
				}
				ex := min(untaken, left)
				left -= ex
				g.Excluded += ex
				for range untaken - ex {
					g.Open = append(g.Open, place.String())
				}
			}
		}
	}
	return nil
}

func (x *Export) tool(ctx context.Context, dir *scratch.Dir, env []string, name string, args ...string) error {
	cmd := dir.Command(ctx, name, args...)
	cmd.Dir = dir.Path
	cmd.Env = append(cmd.Env, env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return fmt.Errorf("%s: %w: %s", name, err, first)
	}
	return nil
}

func (x *Export) output(ctx context.Context, dir *scratch.Dir, name string, args ...string) ([]byte, error) {
	cmd := dir.Command(ctx, name, args...)
	cmd.Dir = dir.Path
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
