package coop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/ranges"
)

// Ranged has the settings of a ranged job: how its analyses share the paths of the program (ranged.go).
type Ranged struct {
	Split      string // the splitter
	Parts      int    // number of ranges at the beginning; 0: one for each analysis
	Workers    int    // number of analyses at work at the same time; 0: all, but not more than processors
	Steal      string // what an analysis takes over after its range: a whole range, a half (split), or none
	Exchange   string // facts between ranges: on, off
	Fallback   string // analyses that work on all paths if there is no split: both (all of them), first
	Violations string // the reported violation: the first, or the shortest of all ranges (all)
}

// setting is a key of Ranged whose value is one of a few words; the first word is the default.
type setting struct {
	key    string
	values []string
	of     func(*Ranged) *string
}

// settings returns the keys whose values are words.
func settings() []setting {
	return []setting{
		{"steal", []string{"whole", "split", "none"}, func(r *Ranged) *string { return &r.Steal }},
		{"exchange", []string{"on", "off"}, func(r *Ranged) *string { return &r.Exchange }},
		{"fallback", []string{"both", "first"}, func(r *Ranged) *string { return &r.Fallback }},
		{"violations", []string{"first", "all"}, func(r *Ranged) *string { return &r.Violations }},
	}
}

// The other keys of Ranged: the splitter, and keys whose values are numbers.
const (
	keySplit   = "split"
	keyParts   = "parts"
	keyWorkers = "workers"

	defaultSplit = "lb3"
	maxWorkers   = 64
)

// print writes the settings that differ from their defaults.
func (r *Ranged) print(b *strings.Builder) {
	sep := "; "
	add := func(key, value string) {
		fmt.Fprintf(b, "%s%s=%s", sep, key, value)
		sep = ", "
	}
	if r.Split != defaultSplit {
		add(keySplit, r.Split)
	}
	if r.Parts > 0 {
		add(keyParts, strconv.Itoa(r.Parts))
	}
	if r.Workers > 0 {
		add(keyWorkers, strconv.Itoa(r.Workers))
	}
	for _, s := range settings() {
		if v := *s.of(r); v != s.values[0] {
			add(s.key, v)
		}
	}
}

// ranged reads the settings that follow the analyses.
func (p *parser) ranged() Ranged {
	r := Ranged{Split: defaultSplit}
	for _, s := range settings() {
		*s.of(&r) = s.values[0]
	}
	if !p.is(";") {
		return r
	}
	said := map[string]bool{}
	for {
		start := p.at
		key := p.word()
		if said[key] {
			p.failAt(start, "a second %s", key)
		}
		said[key] = true
		p.setting(&r, start, key)
		if !p.is(",") {
			return r
		}
	}
}

// setting reads the value of a key, which begins at start.
func (p *parser) setting(r *Ranged, start int, key string) {
	all := []string{keySplit, keyParts, keyWorkers}
	var of *setting
	for _, s := range settings() {
		all = append(all, s.key)
		if s.key == key {
			of = &s
		}
	}
	switch {
	case key == "":
		p.failAt(start, "a setting is expected (%s), not %s", strings.Join(all, ", "), p.seen())
	case !slices.Contains(all, key):
		p.failAt(start, "ranged has no setting %q%s", key, meant(key, all))
	}
	p.need("=", "after "+key)
	at := p.at
	value := p.words()
	p.blanks()
	switch {
	case of != nil:
		if !slices.Contains(of.values, value) {
			p.failAt(at, "%s is %s, not %q%s", key, strings.Join(of.values, " or "), value, near.Mean(value, of.values))
		}
		*of.of(r) = value
	case key == keySplit:
		if _, err := ranges.ParseSplit(value); err != nil {
			p.failAt(at, "%v", err)
		}
		r.Split = value
	case key == keyParts:
		r.Parts = p.number(at, value, "ranges", 2, maxParts)
	case key == keyWorkers:
		r.Workers = p.number(at, value, "workers", 1, maxWorkers)
	}
}

// number parses text, the number of ranges or workers that begins at at. It fails unless least <= number <= most.
func (p *parser) number(at int, text, of string, least, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most || strconv.Itoa(n) != text {
		p.failAt(at, "a number of %s is expected, from %d to %d, not %q", of, least, most, text)
	}
	return n
}

// meant returns the end of a message: a question whether the user meant a similar word, or all words.
func meant(name string, all []string) string {
	if m := near.Mean(name, all); m != "" {
		return m
	}
	return " (there are: " + strings.Join(all, ", ") + ")"
}
