package testgen

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/scratch"
)

// Gcov is the coverage of a suite as gcov measures it.
type Gcov struct {
	Branches int `json:"branches"` // in the user's files
	Taken    int `json:"taken"`
	Lines    int `json:"lines"`    // with code, in the user's files
	Executed int `json:"executed"` // lines with code that were executed
	Excluded int `json:"excluded"` // branches not taken that count as proved unreachable, see Measure
	Failed   int `json:"failed"`   // tests whose run did not end by itself
	// Open has the positions, as file:line, of branches that are neither taken nor excluded.
	Open []string `json:"open,omitempty"`
	// Left has the tests that cannot be expressed in C, with the reasons.
	Left []string `json:"left,omitempty"`
	// Stopped has the tests whose run did not end by itself, with the reasons.
	Stopped []string `json:"stopped,omitempty"`
	// Ended has the tests, counted from 1, whose run ended when it had read all inputs of the test and needed another one.
	Ended []int `json:"ended,omitempty"`
	// Unfed has the functions of the library whose results the harness cannot provide, with the number of tests that have
	// such results.
	Unfed []string `json:"unfed,omitempty"`

	lines map[Line]*gcovLine // of all files, by line with an absolute path
}

// gcovLine is the coverage of a line.
type gcovLine struct {
	count           int64 // executions of the line
	branches, taken int   // numbers of branches, and of those taken
	function        string
}

// Percent returns the percentage of the branches that are taken, without the excluded ones.
func (g *Gcov) Percent() float64 {
	if n := g.Branches - g.Excluded; n > 0 {
		return 100 * float64(g.Taken) / float64(n)
	}
	return 100
}

// ErrNoGcov is the error if gcc or gcov is not installed.
var ErrNoGcov = errors.New("gcc and gcov are needed to measure coverage")

// gcovFile is the JSON output of gcov.
type gcovFile struct {
	Dir   string `json:"current_working_directory"`
	Files []struct {
		File  string `json:"file"`
		Lines []struct {
			Line     int    `json:"line_number"`
			Count    int64  `json:"count"`
			Function string `json:"function_name"`
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

// Measure compiles an exported suite with gcc, runs its tests and calls gcov. proved has an entry for each line with
// goals: the number of branches of the line that are proved unreachable. That many of the untaken branches on the line,
// and on the lines after it without goals, are excluded.
func (x *Export) Measure(ctx context.Context, proved map[Line]int) (*Gcov, error) {
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
	compile := func(src, obj string, more ...string) error {
		args := append(slices.Clone(x.Flags), more...)
		return x.tool(ctx, dir, "gcc", append(args, "-c", "-x", "c", src, "-o", filepath.Join(dir.Path, obj))...)
	}
	objs := []string{filepath.Join(dir.Path, "harness.o")}
	if err := compile(x.Harness, "harness.o", "-DTANDEM_GCOV"); err != nil {
		return nil, err
	}
	for i, f := range x.Files {
		if i == x.Entry {
			f = x.Driver
		}
		obj := fmt.Sprintf("f%d.o", i)
		if err := compile(f, obj, append(slices.Clone(x.PerFile[i]), "--coverage")...); err != nil {
			return nil, err
		}
		objs = append(objs, filepath.Join(dir.Path, obj))
	}
	args := append(append([]string{"--coverage"}, x.Flags...), x.Link...)
	said, err := x.toolSays(ctx, dir, "gcc", append(append(args, objs...), "-lm", "-o",
		filepath.Join(dir.Path, "suite"))...)
	if err != nil {
		return nil, err
	}
	missing := undefined(said)
	out := &Gcov{lines: map[Line]*gcovLine{}}
	for _, l := range x.Left {
		out.Left = append(out.Left, fmt.Sprintf("test %d: %s", l.Test, l.Why))
	}
	for _, u := range x.Unfed {
		out.Unfed = append(out.Unfed, fmt.Sprintf("%s (%d of %d tests)", u.Name, u.Tests, x.Tests))
	}
	if err := x.run(ctx, dir, out, missing); err != nil {
		return nil, err
	}
	for i, f := range x.Files {
		text, err := x.output(ctx, dir, "gcov", "-j", "-b", "-t", fmt.Sprintf("f%d.gcno", i))
		if err != nil {
			return nil, err
		}
		if err := out.count(text, f, x.Sources[i], proved); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Limits of a native run: mostRun and leastRun are CPU time, wallRun is elapsed time.
const (
	mostRun  = 2 * time.Second
	leastRun = 50 * time.Millisecond
	wallRun  = 15 * time.Second
)

// run runs the tests until the deadline, except for its last tenth, which is left for gcov. Tests that do not end share
// the remaining time.
func (x *Export) run(ctx context.Context, dir *scratch.Dir, out *Gcov, missing []string) error {
	runs, end := ctx, context.CancelFunc(func() {})
	if deadline, limited := ctx.Deadline(); limited {
		left := time.Until(deadline)
		runs, end = context.WithTimeout(ctx, left-max(left/10, min(left/3, leastRun)))
	}
	defer end()
	without := map[int]bool{}
	for _, l := range x.Left {
		without[l.Test] = true
	}
	var late []int
	stops := map[int]string{}
	for i, n := range x.order {
		most := mostRun
		if deadline, limited := runs.Deadline(); limited && i >= len(x.order)-x.endless {
			most = max(min(most, time.Until(deadline)/time.Duration(len(x.order)-i)), leastRun)
		}
		switch {
		case without[n]:
			continue
		case runs.Err() != nil:
			late = append(late, n)
			continue
		}
		c, cancel := context.WithTimeout(runs, wallRun)
		cmd := dir.Command(c, "./suite")
		cmd.Dir = dir.Path
		cmd.Env = append(cmd.Env, fmt.Sprintf("TANDEM_TEST=%d", n), fmt.Sprintf("TANDEM_MS=%d", most.Milliseconds()))
		words := &tail{}
		cmd.Stderr = words
		var exit *exec.ExitError // other exit codes are from the program
		err := cmd.Run()
		said := string(words.buf)
		switch {
		case strings.Contains(said, endedMark):
			out.Ended = append(out.Ended, n)
		case strings.Contains(said, lateMark), runs.Err() != nil && err != nil:
			late = append(late, n)
		case err != nil && !(errors.As(err, &exit) && exit.ExitCode() != 110 && exit.ExitCode() >= 0):
			stops[n] = stopped(err, said, missing)
		}
		cancel()
	}
	slices.Sort(out.Ended)
	out.Failed = len(stops) + len(late)
	for _, n := range slices.Sorted(maps.Keys(stops)) {
		out.Stopped = append(out.Stopped, fmt.Sprintf("test %d: %s", n, stops[n]))
	}
	if len(late) > 0 {
		slices.Sort(late)
		out.Stopped = append(out.Stopped, fmt.Sprintf("%s: not run to the end, for want of time", numbered("test", late)))
	}
	return ctx.Err()
}

// numbered returns the text of a list of numbers, as in "tests 1, 2, and 5 more".
func numbered(what string, ns []int) string {
	const most = 8
	if len(ns) == 1 {
		return fmt.Sprintf("%s %d", what, ns[0])
	}
	var words []string
	for _, n := range ns[:min(len(ns), most)] {
		words = append(words, fmt.Sprint(n))
	}
	if len(ns) > most {
		words = append(words, fmt.Sprintf("and %d more", len(ns)-most))
	}
	return what + "s " + strings.Join(words, ", ")
}

// count adds the output of gcov for a source file, which was compiled itself or as a copy.
func (g *Gcov) count(text []byte, compiled, source string, proved map[Line]int) error {
	dec := json.NewDecoder(strings.NewReader(string(text)))
	for dec.More() {
		var doc gcovFile
		if err := dec.Decode(&doc); err != nil {
			return fmt.Errorf("gcov: %w", err)
		}
		for _, f := range doc.Files {
			path := f.File
			if !filepath.IsAbs(path) {
				path = filepath.Join(doc.Dir, path)
			}
			isSource := path == absolute(compiled) || compiled != source && filepath.Base(path) == filepath.Base(compiled)
			if isSource {
				path = absolute(source)
			}
			left := 0 // remaining proved branches of the last line with goals, whose condition may span several lines
			for _, l := range f.Lines {
				at := g.lines[Line{path, l.Line}]
				if at == nil {
					at = &gcovLine{function: l.Function}
					g.lines[Line{path, l.Line}] = at
				}
				at.count += l.Count
				untaken := 0
				for _, b := range l.Branches {
					at.branches++
					if b.Count > 0 {
						at.taken++
					} else {
						untaken++
					}
				}
				if !isSource {
					continue // a header
				}
				if g.Lines++; l.Count > 0 {
					g.Executed++
				}
				g.Branches += len(l.Branches)
				g.Taken += len(l.Branches) - untaken
				place := Line{absolute(source), l.Line}
				if n, ok := proved[place]; ok {
					left = n
				}
				ex := min(untaken, left)
				left -= ex
				g.Excluded += ex
				for range untaken - ex {
					g.Open = append(g.Open, Line{source, l.Line}.String())
				}
			}
		}
	}
	return nil
}

// Confirms returns the goals, by ID, that tests reach and gcov confirms. gcov counts by lines: as many goals of a line
// are confirmed as the line has taken branches, or all if no branch is untaken. Branches of a line without goals belong
// to the last line with goals before it, whose condition may span several lines. If gcc made no branches of a
// condition, the line must have been executed.
func (g *Gcov) Confirms(all []*Goal, reached func(*Goal) bool) map[int]bool {
	goals := map[Line][]*Goal{}
	for _, o := range all {
		goals[o.Place()] = append(goals[o.Place()], o)
	}
	g.join(goals)
	sums := g.sums(goals)
	out := map[int]bool{}
	for l, gs := range goals {
		s, known := sums[l]
		if !known || s.count == 0 {
			continue
		}
		n := len(gs)
		if s.taken < s.branches {
			n = s.taken
		}
		for _, o := range gs {
			if !reached(o) {
				continue
			}
			if o.Edge == nil || o.Statement {
				out[o.ID] = true
			} else if n > 0 {
				out[o.ID] = true
				n--
			}
		}
	}
	return out
}

// join moves the goals of lines that gcov does not list to the line before in the same function: if a condition spans
// several lines, gcc attributes the branches of its last operand to the line before.
func (g *Gcov) join(goals map[Line][]*Goal) {
	for _, l := range slices.SortedFunc(maps.Keys(goals),
		func(a, b Line) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) }) {
		if g.lines[l] != nil {
			continue
		}
		before := Line{l.File, l.Line - 1}
		if at := g.lines[before]; at != nil && at.branches > 0 && goals[before] != nil && goals[l][0].Edge != nil &&
			goals[before][0].Edge != nil && goals[l][0].Edge.From.Func == goals[before][0].Edge.From.Func {
			goals[before] = append(goals[before], goals[l]...)
			delete(goals, l)
		}
	}
}

// sums returns the coverage of each line with goals, including the lines after it without goals.
func (g *Gcov) sums(goals map[Line][]*Goal) map[Line]gcovLine {
	var lines []Line
	for l := range g.lines {
		lines = append(lines, l)
	}
	slices.SortFunc(lines, func(a, b Line) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	sums := map[Line]gcovLine{}
	var last Line
	for _, l := range lines {
		at := g.lines[l]
		if goals[l] != nil {
			sums[l], last = *at, l
		} else if last.File == l.File && sums[last].function == at.function {
			s := sums[last]
			s.branches, s.taken = s.branches+at.branches, s.taken+at.taken
			sums[last] = s
		}
	}
	return sums
}

// stopped returns the reason why a test's run did not end by itself. said is the output of the run. missing has the
// functions without a definition, whose calls crash.
func stopped(err error, said string, missing []string) string {
	why := err.Error()
	if i := strings.LastIndex(said, stoppedMark); i >= 0 {
		why, _, _ = strings.Cut(said[i+len(stoppedMark):], "\n")
	}
	if len(missing) > 0 && strings.HasPrefix(why, "a crash") {
		why += "; without a definition: " + strings.Join(missing[:min(len(missing), 5)], ", ")
	}
	return why
}

// stoppedMark begins the messages of the harness.
const stoppedMark = "tandem: "

// endedMark is the message of the harness if the run needs more inputs than the test has.
const endedMark = "tandem: the inputs of the test end here"

// lateMark is the message of the harness if a test has used up the time that was left for it.
const lateMark = "tandem: no time is left for the test"

// tail is a writer that keeps the last 4 KiB.
type tail struct{ buf []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - 4096; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(p), nil
}

// undefined returns the symbols that a linker reports as undefined.
func undefined(said string) (names []string) {
	for _, m := range unresolved.FindAllStringSubmatch(said, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

var unresolved = regexp.MustCompile("undefined reference to [`'‘\"]([\\w.]+)")

// tool runs a tool.
func (x *Export) tool(ctx context.Context, dir *scratch.Dir, name string, args ...string) error {
	_, err := x.toolSays(ctx, dir, name, args...)
	return err
}

// toolSays runs a tool and returns its output. If the tool fails, the error has the first line of the output that looks
// like an error message.
func (x *Export) toolSays(ctx context.Context, dir *scratch.Dir, name string, args ...string) (said string, err error) {
	cmd := dir.Command(ctx, name, args...)
	cmd.Env = append(cmd.Env, "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if err != nil {
		for _, line := range strings.Split(string(out), "\n") {
			if strings.Contains(line, "error") || strings.Contains(line, "undefined") {
				return "", fmt.Errorf("%s does not take it: %s", name, strings.TrimSpace(line))
			}
		}
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}

// output runs a tool in dir and returns its standard output.
func (x *Export) output(ctx context.Context, dir *scratch.Dir, name string, args ...string) ([]byte, error) {
	cmd := dir.Command(ctx, name, args...)
	cmd.Dir = dir.Path
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
