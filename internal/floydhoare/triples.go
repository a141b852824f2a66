package floydhoare

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file decides Hoare triples {pre} letter {post} by a chain of links, the cheap ones first:
//
//	known    it was shown before, or is plain
//	syntax   the letter does not touch the predicate (syntax.go)
//	implied  nor anything that it depends on, and others that hold say as much
//	domain   the abstract post of pre lies below post (Fig. 7)
//	models   a state that was found before refutes it (vc.Prover.RefuteBlock)
//	solver   one session for all posts (vc.Prover.HoldBlock)
//
// pre is a conjunction of predicates. Those that do not matter are left out first, so that answers serve for other
// sets, too.

// Links decide triples, in addition to the text of statements.
type Links struct {
	Meaning *absint.Meaning // nil: no domain
	Prover  *vc.Prover      // nil: no solver
	// Follows asks whether what a call or a return does not change follows from what is known, where it is not among that.
	// In a data automaton it is among that: a state has all predicates that hold.
	Follows bool
}

// Triples are {pre} letter {post}, decided once each.
type Triples struct {
	*Predicates
	Links
	// Counts says how many triples each link decided: known, syntax, implied, domain, models, solver, and open.
	Counts map[string]int

	learnt map[shown][][]int // what was shown, by letter and post
	sets   map[string]int    // numbers of sets
	done   map[triple]vc.Truth
	pres   map[int]absint.State // by set
	posts  map[edge]absint.State
	below  map[[2]int]bool
	least  map[int][]int // by set: strong
	passed map[passage]vc.Truth
}

// shown is a triple without its pre.
type shown struct {
	key  string
	post int
}

// triple is one by number of the set, key of the letter, and post.
type triple struct {
	pre  int
	key  string
	post int
}

type edge struct {
	pre int
	key string
}

// NewTriples knows none.
func NewTriples(ps *Predicates, l Links) *Triples {
	return &Triples{Predicates: ps, Links: l, Counts: map[string]int{}, learnt: map[shown][][]int{},
		sets: map[string]int{}, done: map[triple]vc.Truth{},
		pres: map[int]absint.State{}, posts: map[edge]absint.State{}, below: map[[2]int]bool{}, least: map[int][]int{},
		passed: map[passage]vc.Truth{}}
}

// Learn notes a triple that was shown.
func (t *Triples) Learn(pre []int, l *Letter, post int) {
	pre = sorted(slices.Clone(pre))
	k := shown{l.Key, post}
	for _, set := range t.learnt[k] {
		if slices.Equal(set, pre) {
			return
		}
	}
	t.learnt[k] = append(t.learnt[k], pre)
}

// within reports whether each number of a sorted set is one of another, or True.
func within(a, b []int) bool {
	for _, n := range a {
		if _, ok := slices.BinarySearch(b, n); !ok && n != True {
			return false
		}
	}
	return true
}

func (t *Triples) known(pre []int, l *Letter, post int) bool {
	if _, false := slices.BinarySearch(pre, False); false || post == True {
		return true
	}
	return slices.ContainsFunc(t.learnt[shown{l.Key, post}], func(set []int) bool { return within(set, pre) })
}

// Post decides {pre} letter {post} for each of several posts. Answers other than Yes give no move (No: the predicates
// of pre that matter do not give one). They are kept, unless the context ended: then the work is left where it is.
func (t *Triples) Post(ctx context.Context, pre []int, l *Letter, posts []int) []vc.Truth {
	out := make([]vc.Truth, len(posts))
	post := func() { t.post(ctx, sorted(slices.Clone(pre)), l, posts, out) }
	if t.Prover == nil {
		post()
	} else {
		_ = t.Prover.E.C.Until(ctx, post) // what is Yes is shown, wherever the work was left
	}
	return out
}

// post is Post of a sorted set.
func (t *Triples) post(ctx context.Context, pre []int, l *Letter, posts []int, out []vc.Truth) {
	type group struct {
		set  []int
		todo []int
	}
	strong := t.strong(pre)
	var order []int
	groups := map[int]*group{}
	for i, q := range posts {
		if t.known(pre, l, q) {
			out[i] = t.count("known", vc.Yes)
			continue
		}
		keeps := q != False && t.kept(l, q)
		if _, there := slices.BinarySearch(pre, q); there && keeps {
			out[i] = t.count("syntax", vc.Yes)
			continue
		}
		part, matters := t.relevant(strong, l, q)
		key := l.Key
		if !matters { // does the set say so already?
			if len(part) == 0 {
				t.count("syntax", vc.Open)
				continue
			}
			key = ""
		}
		n := t.set(part)
		if answer, ok := t.done[triple{n, key, q}]; ok {
			out[i] = t.count("known", answer)
			continue
		}
		if key == "" {
			out[i] = t.imply(ctx, n, part, q)
			continue
		}
		g := groups[n]
		if g == nil {
			g = &group{set: part}
			groups[n], order = g, append(order, n)
		}
		g.todo = append(g.todo, i)
	}
	for _, n := range order {
		g := groups[n]
		t.decide(ctx, n, g.set, l, posts, g.todo, out)
	}
}

// decide goes down the chain for the triples of one set.
func (t *Triples) decide(ctx context.Context, n int, set []int, l *Letter, posts []int, todo []int, out []vc.Truth) {
	todo = t.byDomain(ctx, n, set, l, posts, todo, out)
	if len(todo) > 0 {
		t.bySolver(ctx, set, l, posts, todo, out)
	}
	for _, i := range todo {
		if out[i] == vc.Open {
			if ctx.Err() != nil {
				continue // another time
			}
			t.count("open", vc.Open)
		}
		t.done[triple{n, l.Key, posts[i]}] = out[i]
	}
}

// Again forgets what was not decided: it was asked with too little time.
func (t *Triples) Again() {
	maps.DeleteFunc(t.done, func(_ triple, answer vc.Truth) bool { return answer == vc.Open })
}

func (t *Triples) count(link string, answer vc.Truth) vc.Truth {
	t.Counts[link]++
	return answer
}

// set is the number of a sorted set.
func (t *Triples) set(set []int) int {
	k := setKey(set)
	n, ok := t.sets[k]
	if !ok {
		n = len(t.sets)
		t.sets[k] = n
	}
	return n
}

func setKey(set []int) string {
	var b []byte
	for _, n := range set {
		b = strconv.AppendInt(b, int64(n), 36)
		b = append(b, ' ')
	}
	return string(b)
}

// sorted is a set.
func sorted(xs []int) []int {
	slices.Sort(xs)
	return slices.Compact(xs)
}
