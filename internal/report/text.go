package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Options control the text form.
type Options struct {
	Quiet   bool // print only the verdict, the violated obligation and its inputs
	Verbose bool // print all obligations, all steps, and the reports on engines
	Color   bool
}

// maxInputs bounds the number of inputs in the text form without Verbose.
const maxInputs = 20

// Text writes the text form of a report; its last line is the result line.
func Text(w io.Writer, r *Report, opt Options) {
	p := &printer{w: w, opt: opt}
	if !opt.Quiet {
		p.warnings(r)
	}
	p.obligations(r)
	if r.Counterexample != nil {
		p.counterexample(r)
	}
	if !opt.Quiet {
		p.contributions(r)
		p.assuming(r)
		p.left(r)
	}
	if opt.Verbose {
		p.engines(r)
	}
	fmt.Fprintln(w, r.ResultLine())
}

// printer writes the text form.
type printer struct {
	w   io.Writer
	opt Options
}

// printf writes formatted text.
func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

// paint returns s with the escape sequences of a colour, or s itself without Color. A caller that aligns columns has to
// pad s first, since the sequences have no width on the screen.
func (p *printer) paint(s, color string) string {
	if !p.opt.Color {
		return s
	}
	return lipgloss.NewStyle().Foreground(lipgloss.Color(color)).Render(s)
}

var statusColor = map[verify.Status]string{verify.Proved: "2", verify.Violated: "1", verify.Open: "3",
	verify.NotReached: "8"}

// warnings writes the warnings, 10 at most without Verbose. Warnings with the same text are one, with the first place.
func (p *printer) warnings(r *Report) {
	const most = 10
	var list []Warning
	times := map[string]int{}
	for _, w := range r.Warnings {
		if times[w.Text]++; times[w.Text] == 1 || p.opt.Verbose {
			list = append(list, w)
		}
	}
	for i, w := range list {
		if i == most && !p.opt.Verbose {
			p.printf("... %d more %s (--verbose shows them)\n", len(list)-most,
				Plural(len(list)-most, "warning", "warnings"))
			break
		}
		at, more := "", ""
		if w.Pos.IsValid() {
			at = w.Pos.String() + ": "
		}
		if n := times[w.Text] - 1; n > 0 && !p.opt.Verbose {
			more = fmt.Sprintf(" (and at %d more %s)", n, Plural(n, "place", "places"))
		}
		p.printf("warning: %s%s%s\n", at, w.Text, more)
	}
}

// obligations writes the obligations with their statuses, the most important ones first, and counts the others.
func (p *printer) obligations(r *Report) {
	if len(r.Obligations) == 0 {
		if !p.opt.Quiet && r.Verdict == verify.True {
			p.printf("nothing to prove: no error call and no assertion can be called from the entry")
			if len(r.Assuming) > 0 {
				p.printf(", under the assumptions below")
			}
			p.printf("\n")
		}
		return
	}
	const most = 12
	for _, st := range statuses {
		of, listed := r.of(st), 0
		for len(of) > 0 && !(p.opt.Quiet && st != verify.Violated) && (listed < most || p.opt.Verbose) {
			n := 1
			for !p.opt.Verbose && n < len(of) && of[n].sameSource(of[0]) {
				n++
			}
			p.obligation(of[0], n)
			of, listed = of[n:], listed+1
		}
		if len(of) > 0 && !p.opt.Quiet {
			p.printf("%-11s  ... %d more: %s\n", st, len(of), kinds(of))
		}
	}
	if !p.opt.Quiet && len(r.Obligations) > 1 {
		p.printf("%s\n", r.summary())
	}
}

// statuses has the statuses in the order of their importance.
var statuses = []verify.Status{verify.Violated, verify.Open, verify.Proved, verify.NotReached}

// of returns the obligations with a status, sorted by position, those of the library after those of the program.
func (r *Report) of(st verify.Status) (out []*Obligation) {
	for i := range r.Obligations {
		if r.Obligations[i].Status == st {
			out = append(out, &r.Obligations[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *Obligation) int {
		x, y := a.Place(), b.Place()
		return cmp.Or(inLibrary(x)-inLibrary(y), cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line),
			cmp.Compare(x.Col, y.Col))
	})
	return out
}

// inLibrary returns 1 if a position is in the model of a library function, such as <stream.c>, else 0.
func inLibrary(p ir.Pos) int {
	if strings.HasPrefix(p.File, "<") {
		return 1
	}
	return 0
}

// kinds returns the numbers of obligations by kind, in the order in which the kinds first occur.
func kinds(os []*Obligation) string {
	var names []string
	n := map[string]int{}
	for _, o := range os {
		if n[o.Kind]++; n[o.Kind] == 1 {
			names = append(names, o.Kind)
		}
	}
	for i, k := range names {
		names[i] = fmt.Sprintf("%d %s", n[k], k)
	}
	return strings.Join(names, ", ")
}

// summary returns the numbers of obligations by status: 412 checks: 398 proved, 2 violated, 12 open.
func (r *Report) summary() string {
	parts := []string{}
	for _, st := range []verify.Status{verify.Proved, verify.Violated, verify.Open, verify.NotReached} {
		n := len(r.of(st))
		if n == 0 {
			continue
		}
		name := string(st)
		if st == verify.Open {
			name = "open"
		}
		part := fmt.Sprintf("%d %s", n, name)
		v := 0
		for _, o := range r.of(st) {
			if o.Vacuous {
				v++
			}
		}
		if v > 0 {
			part += fmt.Sprintf(" (%d vacuously)", v)
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%d %s: %s", len(r.Obligations), Plural(len(r.Obligations), "check", "checks"),
		strings.Join(parts, ", "))
}

// sameSource reports whether o and q are copies of one obligation of the source that inlining made for two calls of its
// function, with the same result.
func (o *Obligation) sameSource(q *Obligation) bool {
	return o.Place() == q.Place() && o.Pos == q.Pos && o.Kind == q.Kind && o.Text == q.Text && o.Vacuous == q.Vacuous &&
		o.Reason == q.Reason
}

// obligation writes an obligation, for itself and n-1 copies.
func (p *printer) obligation(o *Obligation, n int) {
	p.printf("%s  %s: %s", p.paint(fmt.Sprintf("%-11s", o.Status), statusColor[o.Status]), o.Place(), o.Kind)
	if o.Text != "" {
		p.printf(": %s", clip(o.Text, 100))
	}
	if o.Func != "" {
		p.printf("  in %s", o.Func)
	}
	if n > 1 {
		p.printf(", for %d calls", n)
	}
	for i := len(o.Via) - 1; i >= 0 && n == 1; i-- {
		if o.Via[i] != o.Place() {
			p.printf(", called at %s", o.Via[i])
		}
	}
	if o.Engine != "" {
		p.printf("  [%s]", o.Engine)
	}
	if o.Vacuous {
		p.printf("  holds vacuously: no execution reaches it")
	}
	p.printf("\n")
	if o.Reason != "" && o.Status == verify.Open {
		p.printf("%-11s  %s\n", "", clip(p.plain(o.Reason), 200))
	}
	if len(o.Inputs) > 0 {
		var list []string
		for _, in := range o.Inputs[:min(len(o.Inputs), maxInputs)] {
			list = append(list, in.Name+" = "+meant(in.Value, in.Means))
		}
		p.printf("%-11s  with %s\n", "", clip(strings.Join(list, ", "), 200))
	}
}

// shown returns the text that names the check of the counterexample; "" if only one check is violated.
func (r *Report) shown() string {
	if len(r.of(verify.Violated)) < 2 {
		return ""
	}
	for _, o := range r.of(verify.Violated) {
		if o.ID == r.Counterexample.Obligation {
			text := ""
			if o.Text != "" {
				text = ": " + clip(o.Text, 60)
			}
			return fmt.Sprintf(" to %s: %s%s", o.Place(), o.Kind, text)
		}
	}
	return ""
}

// counterexample writes the inputs and the trace of the counterexample.
func (p *printer) counterexample(r *Report) {
	c := r.Counterexample
	p.printf("\ncounterexample%s", r.shown())
	if len(c.Inputs) == 0 {
		p.printf(" (the program reads no input)\n")
	} else {
		p.printf(", %d %s:\n", c.Total, Plural(c.Total, "input", "inputs"))
		most := maxInputs
		if p.opt.Verbose {
			most = 10 * maxInputs
		}
		width := 0
		for i, in := range c.Inputs {
			if i < most {
				width = max(width, len(in.Name))
			}
		}
		for i, in := range c.Inputs {
			if i == most {
				p.printf("  ... %d more\n", c.Total-most)
				break
			}
			if ofModel(in.Pos) { // a model of the library reads it, for example a byte of standard input
				p.printf("  %-*s = %s\n", width, in.Name, meant(in.Value, in.Means))
				continue
			}
			p.printf("  %-*s = %-12s  at %s\n", width, in.Name, meant(in.Value, in.Means), in.Pos)
		}
	}
	if c.Access != "" {
		p.printf("%s\n", c.Access)
	}
	if p.opt.Quiet {
		return
	}
	switch c.Source {
	case "":
	case "confirmed":
		p.printf("confirmed: the source, compiled by the C compiler, reaches the error on these inputs\n")
	default:
		p.printf("not replayed on the compiled source: %s\n", c.Source)
	}
	if c.Trace == nil {
		return
	}
	p.printf("\n")
	WriteTrace(p.w, c.Trace)
	p.printf("\n")
}

// WriteTrace writes a trace, with a line for each step.
func WriteTrace(w io.Writer, t *Trace) {
	width := 0
	for _, part := range [][]Step{t.First, t.Last} {
		for _, s := range part {
			width = max(width, len(place(s)))
		}
	}
	width = min(width, 48)
	for _, s := range t.First {
		writeStep(w, s, width)
	}
	if t.Skipped > 0 {
		fmt.Fprintf(w, "  ... %d %s left out ...\n", t.Skipped, Plural(t.Skipped, "step", "steps"))
	}
	for _, s := range t.Last {
		writeStep(w, s, width)
	}
	if t.Sliced > 0 {
		fmt.Fprintf(w, "  (%d %s left out: the error does not depend on %s; --trace steps shows all)\n", t.Sliced,
			Plural(t.Sliced, "step", "steps"), Plural(t.Sliced, "it", "them"))
	}
	if t.Fault != "" {
		fmt.Fprintf(w, "  (%s)\n", t.Fault)
	}
}

// place returns the position of a step.
func place(s Step) string { return fmt.Sprintf("%s:%d %s", s.File, s.Line, s.Func) }

// writeStep writes a step; width is the width of the column of positions.
func writeStep(w io.Writer, s Step, width int) {
	if s.Rounds > 0 {
		fmt.Fprintf(w, "  ... %d more %s like this ...\n", s.Rounds, Plural(s.Rounds, "round", "rounds"))
	}
	var what []string
	taken := map[int32]bool{}
	for _, v := range s.Values {
		taken[v.from] = taken[v.from] || v.From != ""
	}
	for _, in := range s.Inputs {
		if !taken[in.event] {
			what = append(what, in.Name+" = "+meant(in.Value, in.Means))
		}
	}
	for _, v := range s.Values {
		text := v.Name + " = " + v.Value
		if v.From != "" {
			text += " <- " + v.From
		}
		what = append(what, text)
	}
	if s.Branch != "" {
		what = append(what, "-> "+s.Branch)
	}
	if s.Skipped > 0 && s.Rounds == 0 {
		what = append(what, fmt.Sprintf("after %d other %s", s.Skipped, Plural(s.Skipped, "condition", "conditions")))
	}
	fmt.Fprintf(w, "  %-*s  %-44s  %s\n", width, place(s), clip(s.Source, 44), strings.Join(what, ", "))
}

// assuming writes the assumptions, 8 at most without Verbose.
func (p *printer) assuming(r *Report) {
	if len(r.Assuming) == 0 {
		return
	}
	const most = 8
	p.printf("assuming:\n")
	for i, a := range r.Assuming {
		if i == most && !p.opt.Verbose {
			p.printf("  ... %d more (--verbose shows them)\n", len(r.Assuming)-most)
			break
		}
		p.printf("  %s\n", a)
	}
}

// left writes which checks and ranges remain if the verdict is unknown, with the reason and advice.
func (p *printer) left(r *Report) {
	if r.Verdict != verify.UnknownVerd || len(r.Obligations) == 0 {
		return
	}
	open := 0
	for _, o := range r.Obligations {
		if o.Status == verify.Open {
			open++
		}
	}
	if r.Range != "" {
		p.printf("scope: the paths %s, no others\n", clip(r.Range, 120))
	}
	if r.Left != "" {
		p.printf("left to do: %s\n", r.Left)
	} else {
		p.printf("left to do: %d of %d %s\n", open, len(r.Obligations), Plural(len(r.Obligations), "check", "checks"))
	}
	for i, l := range r.Ranges {
		if i == mostRanges {
			p.printf("  and %d more %s\n", len(r.Ranges)-i, Plural(len(r.Ranges)-i, "range", "ranges"))
			break
		}
		paths, _, _ := strings.Cut(l.Range, "@")
		p.printf("  paths %s: %s\n", clip(paths, 80), strings.Join(l.Engines, ", "))
	}
	if p.opt.Verbose && len(r.Running) > 0 {
		p.printf("  at work when the run was ended: %s\n", strings.Join(r.Running, ", "))
	}
	if r.Reason != "" {
		p.printf("because: %s\n", clip(p.plain(r.Reason), 200))
	}
	p.printf("try: %s\n", advice(r, open))
}

// Prefixes of the reason that a proof is not confirmed or refuted. The rest of the reason may have formulas of the
// proof's check.
const (
	unconfirmed = "proof not confirmed: "
	refuted     = "proof refuted: "
)

// plain returns a reason without the formulas of checks, unless Verbose is set.
func (p *printer) plain(reason string) string {
	if strings.HasPrefix(reason, refuted) && !p.opt.Verbose {
		return "a proof was found, but its check refuted it; --verbose shows where"
	}
	detail, is := strings.CutPrefix(reason, unconfirmed)
	if is && !p.opt.Verbose && strings.Contains(detail, ": ") &&
		!strings.Contains(detail, "no solver") { // then the rest is the cause, without formulas
		return "a proof was found, but its check did not succeed; --verbose shows where"
	}
	return reason
}

// advice returns what the user can try if the verdict is unknown. It depends on the reason and on open, the number of
// open checks.
func advice(r *Report, open int) string {
	has := func(s string) bool { return strings.Contains(r.Reason, s) }
	const assume = "inputs in a smaller range (if (n > 100) return 0; in main, --assume for parameters of another entry)"
	more := "--verbose shows the reason of each engine"
	unsolved := slices.ContainsFunc(r.Engines,
		func(e Engine) bool { return strings.Contains(e.Reason, "no SMT solver is used") })
	switch {
	case unsolved:
		return "an SMT solver: this run used none (tandem doctor lists the known and the installed solvers)"
	case has("beyond --window"):
		return "a larger --window, which reads more of the program with the function; 0 reads all of it"
	case strings.HasPrefix(r.Reason, "no body for "):
		return "to name the file that defines it, too; or --missing-bodies=input, which lets such a function return any " +
			"value, without other effects"
	case has("please report"), has("internal error"):
		return "report this, with the program and the command"
	case has("undefined behaviour"):
		return "a run without --property, or with --check default, which reports that behaviour as a violation"
	case has("say --array-size"):
		return "the option --array-size of the reason, which sets the size of the object that the pointer leads to"
	case has("no model"):
		return "a definition of the function in a further C file; or --remove-body and --missing-bodies, which " +
			"determine what calls of functions without a body do"
	case has("uninitialised"):
		return "--check uninit, which reports branches that depend on a variable without a value"
	case has("memory limit"):
		return "a larger --memlimit, or " + assume + "; " + more
	case has("interrupted"):
		return "let it run; --condition-out writes what is left, for another run (docs/residual.md)"
	case has("CPU time limit"):
		return "a longer --cputime, or " + assume + "; " + more
	case has("limit"):
		return "a longer -t, or " + assume + "; " + more
	case open > 1:
		return "--check with fewer kinds of checks, or " + assume + "; " + more
	}
	return assume + "; " + more
}

// mostRanges bounds the number of remaining ranges in the text form.
const mostRanges = 10

// engines writes the reports on engines.
func (p *printer) engines(r *Report) {
	for _, e := range r.Engines {
		said := []string{}
		if e.Range != "" {
			said = append(said, fmt.Sprintf("paths %s from %.3f s on", clip(e.Range, 80), e.Began))
		}
		if e.Stolen != "" {
			said = append(said, "stolen from "+e.Stolen)
		}
		if e.Reason != "" {
			said = append(said, e.Reason)
		}
		result := e.Result
		if result == "true" && e.Reason != "" { // the reason says why other checks are open
			result = "partly"
		}
		p.printf("engine %-10s  %-7s  %7.3f s  %s\n", e.Name, result, e.Seconds, strings.Join(said, "; "))
	}
	for _, x := range r.Exchange {
		if x.To == "" {
			p.printf("exchange %s: %s, read by no engine\n", x.From, count(x.Sent, x.Kind))
		} else {
			p.printf("exchange %s to %s: %s, %d read, %d in proofs\n", x.From, x.To, count(x.Sent, x.Kind), x.Taken, x.Used)
		}
	}
	p.printf("total %.3f s, %d MB, seed %d\n", r.Seconds, r.Memory>>20, r.Options.Seed)
}

// contributions writes which engines have found invariants that proofs of other engines contain.
func (p *printer) contributions(r *Report) {
	for i, x := range r.Exchange {
		said := func(y verify.Exchange) bool { return y.To == x.To && y.Used > 0 }
		if x.Used == 0 || slices.ContainsFunc(r.Exchange[:i], said) {
			continue
		}
		var from []string
		for _, y := range r.Exchange[i:] {
			if y.To == x.To && y.Used > 0 {
				from = append(from, fmt.Sprintf("%d of %s", y.Used, y.From))
			}
		}
		p.printf("proofs by %s contain invariants that others have found: %s\n", x.To, strings.Join(from, ", "))
	}
}

// count returns a number of facts in words.
func count(n int, kind verify.FactKind) string {
	return fmt.Sprintf("%d %s", n, Plural(n, string(kind), string(kind)+"s"))
}

// Plural returns one if n is 1, else more.
func Plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// clip returns a text without line breaks, cut to n runes.
func clip(s string, n int) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n-3]) + "..."
}
