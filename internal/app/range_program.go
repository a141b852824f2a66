package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/condition"
	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// RangeOptions determine a range of the paths of a program: the paths between the paths of two tests (J. Haltermann,
// M.-C. Jakobs, C. Richter, H. Wehrheim: "Ranged Program Analysis via Instrumentation", SEFM 2023), or a range in its
// text form.
type RangeOptions struct {
	From, To string // files of tests in Test-Comp's format whose paths are the bounds; "": no bound
	Before   bool   // the path of To and its extensions are not in the range
	Range    string // a range in its text form, as TTF..FT; instead of From, To and Before
	File     string // the file that Range was read from; "": none
	Open     string // a file of a condition that is a range; instead of all fields above
	Form     string // the program that has the paths: one of RangeForms; "": that of Range, or reference
	Limit    int    // maximal number of decisions of a bound; 0: the limit of package ranges
}

// RangeForms are the forms of a program whose paths can make up a range: the reference program and the prepared
// program.
var RangeForms = []string{"reference", "prepared"}

// RangeProgram is the program that has only the paths of a range. Its JSON form has all fields but the program.
type RangeProgram struct {
	Version   int         `json:"version"`
	Tool      string      `json:"tool"`
	Files     []string    `json:"files"`
	Form      string      `json:"form"` // one of RangeForms
	Range     string      `json:"range"`
	From      *RangeBound `json:"from,omitempty"`
	To        *RangeBound `json:"to,omitempty"`
	Size      reduce.Size `json:"size"` // size of the whole program
	RangeSize reduce.Size `json:"range_size"`
	Seconds   float64     `json:"seconds"`
	Program   *ir.Program `json:"-"`
}

// RangeBound is the path that a test induces.
type RangeBound struct {
	Test      string `json:"test"` // the file
	Path      string `json:"path"`
	Decisions int    `json:"decisions"`
	// why Path is only a prefix of the path of the test; "": it is the whole path
	Prefix string `json:"prefix,omitempty"`
	// about values that the run does not read, and inputs that the test does not fix
	Notes []string `json:"notes,omitempty"`
}

// Asked reports whether the options determine a range.
func (opt *RangeOptions) Asked() bool {
	return opt.From != "" || opt.To != "" || opt.Range != "" || opt.Before
}

// MakeRange makes the program of a range of paths. Its errors are about the input.
func MakeRange(ctx context.Context, t *Task, opt RangeOptions) (*RangeProgram, error) {
	start := time.Now()
	res := &RangeProgram{Version: 1, Tool: "tandem " + Version(), Files: t.Files, Form: opt.Form}
	r, err := res.paths(ctx, t, opt)
	if err != nil {
		return nil, err
	}
	of := t
	if res.Form == "reference" {
		of = ranges.Reference(t)
	}
	r.Form = restrict.Form(of.Program)
	res.Range = r.String()
	if r.Empty() {
		return nil, res.empty(opt, r)
	}
	res.Program, _, err = restrict.Apply(of.Program, verify.Scope{Range: r})
	if err != nil {
		return nil, fmt.Errorf("no program of the range: %w", err)
	}
	res.Size, res.RangeSize = reduce.SizeOf(of.Program), reduce.SizeOf(res.Program)
	if !t.Options.Determ {
		res.Seconds = time.Since(start).Seconds()
	}
	return res, nil
}

// paths returns the range that the options determine, and sets res.Form, and res.From and res.To if tests are its
// bounds.
func (res *RangeProgram) paths(ctx context.Context, t *Task, opt RangeOptions) (*verify.PathRange, error) {
	reference := ranges.Reference(t)
	if opt.Open != "" {
		c, err := readCondition(t, opt.Open)
		if err != nil {
			return nil, err
		}
		r, is := restrict.RangeOf(reference.Program, c)
		if !is {
			return nil, &verify.InputError{File: opt.Open,
				Msg: "what the condition leaves open is no range of paths (tandem residual makes a program of it)"}
		}
		res.Form = "reference"
		return r, nil
	}
	if opt.Range == "" {
		if res.Form == "" {
			res.Form = "reference"
		}
		r := &verify.PathRange{NoUpper: opt.To == "", Before: opt.Before}
		for _, b := range []struct {
			file  string
			bound **RangeBound
			path  *verify.Path
		}{{opt.From, &res.From, &r.Lo}, {opt.To, &res.To, &r.Hi}} {
			if b.file == "" {
				continue
			}
			var err error
			if *b.bound, *b.path, err = rangeBound(ctx, t, res.Form, b.file, opt.Limit); err != nil {
				return nil, err
			}
		}
		return r, nil
	}
	r, err := restrict.ParsePaths(opt.Range)
	if err != nil {
		return nil, textFault(opt, err)
	}
	forms := map[string]string{"reference": restrict.Form(reference.Program), "prepared": restrict.Form(t.Program)}
	switch {
	case r.Form == "" && res.Form == "":
		res.Form = "reference"
	case r.Form != "":
		i := slices.IndexFunc(RangeForms, func(f string) bool {
			return forms[f] == r.Form &&
				(res.Form == "" || res.Form == f)
		})
		if i < 0 {
			return nil, &verify.InputError{File: opt.File,
				Msg: fmt.Sprintf("--range: the bounds are paths of another program, of other options, or of another form of it "+
					"(%s; the reference program is %s, the prepared one %s)", r.Form, forms["reference"], forms["prepared"])}
		}
		res.Form = RangeForms[i]
	}
	return r, nil
}

// Valid checks the text form of the range, if it is given. Its error is a *UsageError, or an *InputError if the text
// comes from a file.
func (opt RangeOptions) Valid() error {
	if opt.Range != "" {
		if _, err := restrict.ParsePaths(opt.Range); err != nil {
			return textFault(opt, err)
		}
	}
	return nil
}

// textFault returns the error for a wrong text form of a range: an *InputError if it comes from a file, else a
// *UsageError.
func textFault(opt RangeOptions, err error) error {
	at := err.(*restrict.PathError)
	if opt.File == "" {
		return &UsageError{"--range: " + err.Error()}
	}
	before := opt.Range[:min(at.Col-1, len(opt.Range))]
	line := strings.Count(before, "\n")
	return &verify.InputError{File: opt.File, Line: line + 1, Col: len(before) - strings.LastIndexByte(before, '\n'),
		Msg: at.Msg}
}

// empty returns the error that no path lies in the range.
func (res *RangeProgram) empty(opt RangeOptions, r *verify.PathRange) error {
	said := func(b *RangeBound, p verify.Path) string {
		if b == nil {
			return clipped(p.String())
		}
		return fmt.Sprintf("%s (of %s)", clipped(p.String()), b.Test)
	}
	if r.Hi == "" { // with Before: every path extends the empty one, so that none comes before it
		return &verify.InputError{File: opt.File,
			Msg: "the range has no path: none comes before an upper bound without decisions (.. without < is all paths)"}
	}
	why := "comes after"
	if r.Lo == r.Hi {
		why = "is"
	}
	return &verify.InputError{File: opt.File,
		Msg: fmt.Sprintf("the range has no path: its lower bound %s %s its upper bound %s (T comes before F)",
			said(res.From, r.Lo), why, said(res.To, r.Hi))}
}

// clipped returns the text, cut to 60 bytes and dots if it is longer.
func clipped(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

// rangeBound returns the path that the test in a file induces. If the test does not fix all inputs, it returns the
// least path among those with its values.
func rangeBound(ctx context.Context, t *Task, form, file string, limit int) (*RangeBound, verify.Path, error) {
	text, err := verify.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	test, err := testgen.ReadTest(bytes.NewReader(text), file)
	if err != nil {
		return nil, "", err
	}
	if err := ofProgram(t, file); err != nil {
		return nil, "", err
	}
	ref := ranges.Reference(t)
	unused := ranges.Unused(ref.Program)
	// fits runs the test, and returns its feed after the run and the names of the inputs that it does not fix.
	fits := func(b ranges.Bound) (*testgen.Feed, []string, error) {
		feed := test.Feed()
		open := map[string]int{}
		m, err := exec.NewInterp(ref.Program, exec.Config{Context: ctx, Points: ref.Points(), Fuel: 1 << 22,
			MaxReads: 1 << 20})
		if err != nil {
			return nil, nil, err
		}
		defer m.Close()
		var rest exec.Inputs = exec.Zeros()
		if b.Test != nil {
			rest = exec.Chain(exec.FromRecords(ref.Program, b.Test.Records), rest)
		}
		_, err = m.Run(ctx, exec.InputFunc(func(k ir.Key, s *ir.Site, typ ir.Type) (uint64, bool) {
			bits, ok := feed.Next(k, s, typ)
			if !ok {
				if !unused[k.Site] {
					open[s.Name]++
				}
				bits, ok = rest.Next(k, s, typ)
			}
			return bits, ok
		}))
		var names []string
		for n, times := range open {
			if times > 1 && b.Cut == "" { // otherwise the number is one of a part of the run
				n += fmt.Sprintf(" (%d times)", times)
			}
			names = append(names, n)
		}
		slices.Sort(names)
		if err == nil {
			err = feed.Fault(ref.Program)
		}
		return feed, names, err
	}
	if _, _, err := fits(ranges.Bound{}); err != nil {
		return nil, "", err
	}
	b, err := ranges.LeastOf(ctx, ref, func() exec.Inputs { return test.Feed() }, limit)
	if err != nil {
		if ctx.Err() == nil {
			err = &verify.InputError{File: file, Msg: err.Error()}
		}
		return nil, "", err
	}
	feed, open, err := fits(b)
	if err != nil {
		return nil, "", err
	}
	if form == "prepared" {
		if b, err = ranges.Up(ctx, t, b, limit); err != nil {
			return nil, "", err
		}
	}
	out := &RangeBound{Test: file, Path: b.Path.String(), Decisions: len(b.Path), Prefix: b.Cut}
	if n := feed.Surplus(); n > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d of its %d values are not read", n, len(test.Values)))
	}
	if len(open) > 0 {
		out.Notes = append(out.Notes, "it does not fix "+strings.Join(open, ", ")+": the least path")
	}
	return out, b.Path, nil
}

// programHash and programName match elements of a suite's metadata.xml.
var (
	programHash = regexp.MustCompile(`<programhash>\s*([0-9a-fA-F]{64})\s*</programhash>`)
	programName = regexp.MustCompile(`<programfile>\s*([^<]*?)\s*</programfile>`)
)

// ofProgram returns an error for a test of a suite whose metadata have the hash of another program.
func ofProgram(t *Task, file string) error {
	meta := filepath.Join(filepath.Dir(file), "metadata.xml")
	text, err := verify.ReadFile(meta)
	if err != nil {
		return nil // the test belongs to no suite
	}
	hash := programHash.FindSubmatch(text)
	if hash == nil {
		return nil
	}
	known := false
	for _, f := range t.Program.Files {
		if strings.EqualFold(f.SHA256, string(hash[1])) {
			return nil
		}
		known = known || f.SHA256 != ""
	}
	if !known {
		return nil
	}
	of := "another program"
	if name := programName.FindSubmatch(text); name != nil && len(name[1]) > 0 {
		of += ", " + string(name[1])
	}
	return &verify.InputError{File: file, Line: 1, Msg: fmt.Sprintf("a test of %s: %s has the hash of another file", of,
		meta)}
}

// within returns the part of the task that has the paths of a range, and sets the fields of the session for a range.
func (s *Session) within(t *Task, r *RangeProgram) (*Task, error) {
	paths, err := restrict.ParsePaths(r.Range)
	switch {
	case err != nil:
		return nil, err
	case s.opt.Condition != "":
		return nil, &UsageError{"a condition and a range exclude each other"}
	case s.opt.Residual && r.Form != "reference":
		return nil, r.noCondition()
	}
	if paths.Lo != "" || !paths.NoUpper {
		s.holds = "holds on the paths " + clipped(r.Range)
	}
	p := r.Program
	if r.Form == "reference" {
		if p, err = instrument.Derive(p, passes(t)); err != nil {
			return nil, fmt.Errorf("internal error: passes: %w", err)
		}
		if s.claim, err = paths.Condition(t.Reference); err != nil && s.opt.Residual {
			return nil, &verify.InputError{File: t.Name, Msg: err.Error()}
		}
	}
	return narrowed(t, p, nil)
}

// noCondition returns the error that the range is not one of the reference program and has no condition.
func (res *RangeProgram) noCondition() error {
	return &UsageError{"--condition-out: conditions are for the reference program, the range is of the " + res.Form +
		" one"}
}

// Condition returns the range as the text of a condition file, for --condition of verify and residual. The condition
// has the paths outside of the range as verified.
func (res *RangeProgram) Condition(t *Task) (string, error) {
	if res.Form != "reference" {
		return "", res.noCondition()
	}
	r, err := restrict.ParsePaths(res.Range)
	if err != nil {
		return "", err
	}
	c, err := r.Condition(t.Reference)
	if err != nil {
		return "", &verify.InputError{File: t.Name, Msg: err.Error()}
	}
	return condition.Write(t, c.Minimise(), nil), nil
}

// Write writes the range program as C for a tester or a verifier (Testers).
func (res *RangeProgram) Write(w io.Writer, tester string) error {
	about := fmt.Sprintf("Part of %s: paths %s (%s program).", strings.Join(res.Files, ", "), clipped(res.Range), res.Form)
	return writeFor(w, res.Program, tester, about)
}

// writeFor writes a program as C for a tester. The error is a *UsageError if the tester is unknown.
func writeFor(w io.Writer, p *ir.Program, tester, about string) error {
	i := slices.IndexFunc(styles, func(s testerStyle) bool { return s.name == tester })
	if i < 0 {
		return &UsageError{fmt.Sprintf("no tester %q (there are: %s)", tester, strings.Join(Testers(), ", "))}
	}
	return cprint.Readable(w, p, cprint.ReadableOptions{Style: styles[i].style, Comment: []string{about}})
}
