package coop

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The text form of strategies:
//
//	job       = (turn | kind "(" job {"," job} ")" | "if" "(" condition "," job ["," job] ")"
//	            | "split" "(" cut "," job ")" | ranged) {limit}
//	cut       = ("inputs" | "paths") number
//	ranged    = "ranged" "(" job "," job {"," job} [";" key "=" value {"," key "=" value}] ")"   (rangedtext.go)
//	turn      = engine [":" option {"," option}]         an option is key=value or words, possibly with parentheses
//	kind      = "seq" | "turns" | "par" | "conditional"
//	condition = test {"&" test}
//	test      = ["!"] property | property ("<" | "<=" | ">=" | ">") number
//	limit     = number "%" | duration                    a share of the remaining time; a maximal time
//
// Blanks and ends of lines separate words and have no other meaning; # begins a comment.

var kindNames = map[Kind]string{Seq: "seq", Turns: "turns", Par: "par", Split: "split", If: "if",
	Conditional: "conditional", Ranges: "ranged"}

// String returns the text form on one line.
func (j Job) String() string {
	var b strings.Builder
	j.print(&b)
	return b.String()
}

// print writes the text form of a job.
func (j *Job) print(b *strings.Builder) {
	if j.Kind == Turn {
		b.WriteString(j.Engine)
	} else {
		b.WriteString(kindNames[j.Kind] + "(")
		for i, t := range j.Cond {
			if i > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(t.String())
		}
		if j.Kind == Split {
			fmt.Fprintf(b, "%s %d", j.Cut.By, j.Cut.Parts)
		}
		for i := range j.Jobs {
			if i > 0 || j.Kind == If || j.Kind == Split {
				b.WriteString(", ")
			}
			j.Jobs[i].print(b)
		}
		if j.Kind == Ranges {
			j.Ranged.print(b)
		}
		b.WriteString(")")
	}
	if j.Share > 0 {
		b.WriteString(" " + strconv.FormatFloat(j.Share*100, 'g', 6, 64) + "%")
	}
	if j.AtMost > 0 {
		b.WriteString(" " + j.AtMost.String())
	}
}

func (t Test) String() string {
	if t.Op == "" || t.Op == "!" {
		return t.Op + t.Property
	}
	return fmt.Sprintf("%s %s %d", t.Property, t.Op, t.Number)
}

// TextError is an error in the text of a strategy.
type TextError struct {
	Line, Col int // from 1
	Text      string
	Line1     bool // the text has one line
}

func (e *TextError) Error() string {
	if e.Line1 {
		return fmt.Sprintf("strategy, column %d: %s", e.Col, e.Text)
	}
	return fmt.Sprintf("strategy, line %d, column %d: %s", e.Line, e.Col, e.Text)
}

// names returns the names of engines for a message.
func names(engines []verify.Engine) string {
	var out []string
	for _, e := range engines {
		out = append(out, e.Name)
	}
	return strings.Join(out, ", ")
}

// Parse reads the text form of a strategy; its engines must be in the list. The error is a *TextError.
func Parse(text string, engines []verify.Engine) (s Strategy, err error) {
	p := &parser{text: text, engines: engines}
	defer func() {
		if x := recover(); x != nil {
			e, ok := x.(*TextError)
			if !ok {
				panic(x)
			}
			err = e
		}
	}()
	p.blanks()
	s.Job = p.job(0)
	if p.at < len(text) {
		several := ""
		if p.text[p.at] == ',' || p.peek() != "" {
			several = "; several jobs go into one: seq(job, job), turns(...) or par(...)"
		}
		p.fail("%s is not expected: the strategy is complete before it%s", p.seen(), several)
	}
	s.Name = s.Job.String()
	return s, nil
}

// parser reads the text form; its methods panic with a *TextError. at is the position in text.
type parser struct {
	text    string
	at      int
	engines []verify.Engine
}

// maxNested bounds the depth of a strategy.
const maxNested = 50

// fail panics with an error at the current position.
func (p *parser) fail(format string, args ...any) { p.failAt(p.at, format, args...) }

// failAt panics with an error at a position.
func (p *parser) failAt(at int, format string, args ...any) {
	before := p.text[:at]
	start := strings.LastIndexByte(before, '\n') + 1
	panic(&TextError{Line: strings.Count(before, "\n") + 1, Col: len([]rune(before[start:])) + 1,
		Text: fmt.Sprintf(format, args...), Line1: !strings.Contains(p.text, "\n")})
}

// seen describes the text at the current position, for messages.
func (p *parser) seen() string {
	if p.at == len(p.text) {
		return "the end"
	}
	if w := p.peek(); w != "" {
		return strconv.Quote(w)
	}
	return strconv.QuoteRune([]rune(p.text[p.at:])[0])
}

// blanks skips blanks, ends of lines and comments.
func (p *parser) blanks() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '#':
			for p.at < len(p.text) && p.text[p.at] != '\n' {
				p.at++
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.at++
		default:
			return
		}
	}
}

// peek returns the word at the current position: letters, digits, and characters of names and numbers. It returns "" if
// there is none.
func (p *parser) peek() string {
	end := p.at
	for end < len(p.text) && (p.text[end] == '_' || p.text[end] == '-' || p.text[end] == '.' || p.text[end] == '+' &&
		end > p.at || unicode.IsLetter(rune(p.text[end])) || unicode.IsDigit(rune(p.text[end]))) && p.text[end] < 128 {
		end++
	}
	return p.text[p.at:end]
}

// word reads a word, and the blanks after it.
func (p *parser) word() string {
	w := p.peek()
	p.at += len(w)
	p.blanks()
	return w
}

// is reads s if the text continues with it, and reports whether it does.
func (p *parser) is(s string) bool {
	if !strings.HasPrefix(p.text[p.at:], s) {
		return false
	}
	p.at += len(s)
	p.blanks()
	return true
}

// need reads s, or fails; where describes the position for the message.
func (p *parser) need(s, where string) {
	if !p.is(s) {
		p.fail("%q is expected %s, not %s", s, where, p.seen())
	}
}

// job reads a job at a depth of nesting.
func (p *parser) job(depth int) (j Job) {
	if depth > maxNested {
		p.fail("jobs are nested too deeply")
	}
	start := p.at
	name := p.peek()
	kind := Turn
	for k, n := range kindNames {
		if n == name {
			kind = k
		}
	}
	switch {
	case name == "":
		p.fail("a job is expected (an engine, seq, turns, par, conditional, ranged, split or if), not %s", p.seen())
	case kind == Turn:
		j.Engine = p.engine()
		if _, err := find(p.engines, name); err != nil && p.at < len(p.text) && p.text[p.at] == '(' {
			kinds := []string{"seq", "turns", "par", "conditional", "ranged", "split", "if"}
			p.failAt(start, "no kind of job %q (there are: %s)%s", name, strings.Join(kinds, ", "), near.Mean(name, kinds))
		}
		if _, err := find(p.engines, j.Engine); err != nil {
			hint := ""
			if strings.HasPrefix(p.text[p.at:], "=") {
				hint = "; settings of ranged stand after a semicolon"
			}
			p.failAt(start, "%v%s", err, hint)
		}
	default:
		p.word()
		j.Kind = kind
		p.need("(", "after "+name)
		if kind == If {
			j.Cond = p.condition()
			p.need(",", "after the condition")
		}
		if kind == Split {
			j.Cut = p.cut()
			p.need(",", "after the number of parts")
		}
		another := "or another job"
		j.Jobs = []Job{p.job(depth + 1)}
		for p.is(",") {
			j.Jobs = append(j.Jobs, p.job(depth+1))
		}
		if kind == If && len(j.Jobs) > 2 {
			p.failAt(start, "if has a condition and one or two jobs")
		}
		if kind == Split && len(j.Jobs) > 1 {
			p.failAt(start, "split has one job")
		}
		if kind == Ranges {
			if len(j.Jobs) < 2 {
				p.failAt(start, "ranged has two or more analyses, each for a range of paths of its own; ranged(a, a) runs a on "+
					"two ranges")
			}
			jobs := p.at
			if j.Ranged = p.ranged(); p.at > jobs {
				another = "or another setting"
			}
		}
		p.need(")", another)
	}
	for p.limit(&j) {
	}
	return j
}

// engine reads a name with options. After a comma, key=value is a further option; anything else is not part of the
// name.
func (p *parser) engine() string {
	spec := p.peek()
	p.at += len(spec)
	if p.at < len(p.text) && p.text[p.at] == ':' {
		p.at++
		spec += ":" + p.option()
		for p.at < len(p.text) && p.text[p.at] == ',' {
			q := *p
			q.at++
			o := q.option()
			if !strings.Contains(o, "=") {
				break
			}
			spec += "," + o
			p.at = q.at
		}
	}
	p.blanks()
	return spec
}

// option reads an option: key=value, or words.
func (p *parser) option() string {
	key := p.words()
	if p.at == len(p.text) || p.text[p.at] != '=' {
		return key
	}
	p.at++
	return key + "=" + p.words()
}

// words reads a word that may have parts in parentheses: a+b(c)+d.
func (p *parser) words() string {
	start := p.at
	for {
		word := p.peek()
		if strings.HasPrefix(p.text[p.at:], "+") { // after a parenthesis
			p.at++
			word = p.peek()
		}
		p.at += len(word)
		if !strings.HasPrefix(p.text[p.at:], "(") || p.at == start {
			return p.text[start:p.at]
		}
		end := strings.IndexByte(p.text[p.at:], ')')
		if end < 0 {
			p.fail("a parenthesis does not end")
		}
		p.at += end + 1
	}
}

// cut reads the method of splitting a task, and the number of parts.
func (p *parser) cut() (c Cut) {
	start := p.at
	if c.By = p.word(); !slices.Contains(Cuts, c.By) {
		p.failAt(start, "a task is split by %s, not by %q", strings.Join(Cuts, " or "), c.By)
	}
	start = p.at
	n, err := strconv.Atoi(p.word())
	most := maxParts
	if c.By == byFew {
		most = maxFew
	}
	if err != nil || n < 2 || n > most {
		p.failAt(start, "a number of parts is expected, from 2 to %d", most)
	}
	c.Parts = n
	return c
}

// condition reads the tests of a condition.
func (p *parser) condition() (out []Test) {
	for {
		not := p.is("!")
		start := p.at
		t := Test{Property: p.word()}
		if !slices.Contains(Properties, t.Property) {
			p.failAt(start, "no property %q (there are: %s)", t.Property, strings.Join(Properties, ", "))
		}
		if not {
			t.Op = "!"
		} else {
			for _, op := range []string{"<=", ">=", "<", ">"} {
				if t.Op == "" && p.is(op) {
					t.Op = op
				}
			}
			if t.Op != "" {
				at := p.at
				n, err := strconv.Atoi(p.word())
				if err != nil || n < 0 {
					p.failAt(at, "a number is expected after %s", t.Op)
				}
				t.Number = n
			}
		}
		out = append(out, t)
		if !p.is("&") {
			return out
		}
	}
}

// limit reads the share or the time after a job. It returns false if there is none.
func (p *parser) limit(j *Job) bool {
	if w := p.peek(); len(w) > 1 && w[0] == '-' && unicode.IsDigit(rune(w[1])) {
		p.fail("%q is negative: a limit is a share (5%%) or a time (5s, 400ms)", w)
	}
	if p.at == len(p.text) || !unicode.IsDigit(rune(p.text[p.at])) && p.text[p.at] != '.' {
		return false
	}
	start := p.at
	w := p.word()
	if p.is("%") {
		n, err := strconv.ParseFloat(w, 64)
		switch {
		case err != nil || !(n > 0) || n > 100:
			p.failAt(start, "%q is not a share: a number above 0, up to 100", w+"%")
		case j.Share > 0:
			p.failAt(start, "a second share")
		}
		j.Share = share(n)
		return true
	}
	d, err := time.ParseDuration(w)
	switch {
	case err != nil || d <= 0 || d > math.MaxInt64/4:
		p.failAt(start, "%q is neither a share (5%%) nor a time (5s, 400ms)", w)
	case j.AtMost > 0:
		p.failAt(start, "a second time")
	}
	j.AtMost = d
	return true
}

// share returns a percentage as a fraction, rounded to the digits of its text form.
func share(percent float64) float64 {
	percent, _ = strconv.ParseFloat(strconv.FormatFloat(percent, 'g', 6, 64), 64)
	return percent / 100
}
