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
//	known    the triple was decided before, or is trivial
//	syntax   post is in pre, and the letter does not change it (syntax.go)
//	implied  the letter does not change post, and other predicates of pre imply it
//	domain   the abstract post of pre lies below post (Fig. 7)
//	models   a model that was found before refutes it (vc.Prover.RefuteBlock)
//	solver   one session for all posts (vc.Prover.HoldBlock)
//
// pre is a conjunction of predicates. Predicates that do not matter are left out first, so that an answer serves for
// other sets too.

// Links has the means to decide triples, in addition to the text of statements.
type Links struct {
	Meaning *absint.Meaning // the domain; may be nil
	Prover  *vc.Prover      // the solver; may be nil
	// Follows adds a link for calls and returns: a post that the call does not change holds if pre implies it, even if the
	// post is not in pre. Data automata do not need this link, since a state has all predicates that hold.
	Follows bool
}

// Triples decides triples {pre} letter {post}, each once.
type Triples struct {
	*Predicates
	Links
	// Counts has the number of triples that each link decided (known, syntax, implied, domain, models, solver), and the
	// number of undecided triples (open).
	Counts map[string]int

	learnt map[shown][][]int     // by letter and post: the sets pre of the triples that were learnt
	sets   map[string]int        // numbers of sets
	done   map[triple]vc.Truth   // the answers so far
	pres   map[int]absint.State  // results of stateOf, by set
	posts  map[edge]absint.State // abstract posts
	below  map[[2]int]bool       // results of implies
	least  map[int][]int         // results of strong, by set
	passed map[passage]vc.Truth  // the answers for calls and returns so far
}

// shown is a triple without its pre.
type shown struct {
	key  string
	post int
}

// triple identifies a triple by the number of the set, the key of the letter, and post. With an empty key, it is the
// implication of post by the set.
type triple struct {
	pre  int
	key  string
	post int
}

// edge is a triple without its post: the number of the set, and the key of the letter.
type edge struct {
	pre int
	key string
}

// NewTriples returns a Triples without answers.
func NewTriples(ps *Predicates, l Links) *Triples {
	return &Triples{Predicates: ps, Links: l, Counts: map[string]int{}, learnt: map[shown][][]int{},
		sets: map[string]int{}, done: map[triple]vc.Truth{},
		pres: map[int]absint.State{}, posts: map[edge]absint.State{}, below: map[[2]int]bool{}, least: map[int][]int{},
		passed: map[passage]vc.Truth{}}
}

// learn records a triple that is known to hold.
func (t *Triples) learn(pre []int, l *Letter, post int) {
	pre = sorted(slices.Clone(pre))
	k := shown{l.Key, post}
	for _, set := range t.learnt[k] {
		if slices.Equal(set, pre) {
			return
		}
	}
	t.learnt[k] = append(t.learnt[k], pre)
}

// within reports whether each number of the sorted set a, except True, is in the sorted set b.
func within(a, b []int) bool {
	for _, n := range a {
		if _, ok := slices.BinarySearch(b, n); !ok && n != True {
			return false
		}
	}
	return true
}

// known reports whether {pre} l {post} is trivial or follows from a triple that was learnt.
func (t *Triples) known(pre []int, l *Letter, post int) bool {
	if _, false := slices.BinarySearch(pre, False); false || post == True {
		return true
	}
	return slices.ContainsFunc(t.learnt[shown{l.Key, post}], func(set []int) bool { return within(set, pre) })
}

// Post decides {pre} letter {post} for each of several posts. A caller must treat No as Open: No means that the part of
// pre that was considered does not imply post. Answers are kept, unless the context has ended.
func (t *Triples) Post(ctx context.Context, pre []int, l *Letter, posts []int) []vc.Truth {
	out := make([]vc.Truth, len(posts))
	post := func() { t.post(ctx, sorted(slices.Clone(pre)), l, posts, out) }
	if t.Prover == nil {
		post()
	} else {
		_ = t.Prover.E.C.Until(ctx, post) // if the context ends post, the answers Yes so far are still right
	}
	return out
}

// post does the work of Post for a sorted set, and writes the answers to out.
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
		if !matters { // the letter does not matter, so decide whether the set implies post
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

// decide decides the triples todo (indices of posts) of one set, with number n, by the domain and the solver.
func (t *Triples) decide(ctx context.Context, n int, set []int, l *Letter, posts []int, todo []int, out []vc.Truth) {
	todo = t.byDomain(ctx, n, set, l, posts, todo, out)
	if len(todo) > 0 {
		t.bySolver(ctx, set, l, posts, todo, out)
	}
	for _, i := range todo {
		if out[i] == vc.Open {
			if ctx.Err() != nil {
				continue // the context has ended the decision: keep no answer
			}
			t.count("open", vc.Open)
		}
		t.done[triple{n, l.Key, posts[i]}] = out[i]
	}
}

// Again drops the answers Open, so that these triples are decided again, with more time.
func (t *Triples) Again() {
	maps.DeleteFunc(t.done, func(_ triple, answer vc.Truth) bool { return answer == vc.Open })
}

// count counts an answer of a link, and returns it.
func (t *Triples) count(link string, answer vc.Truth) vc.Truth {
	t.Counts[link]++
	return answer
}

// set returns the number of a sorted set.
func (t *Triples) set(set []int) int {
	k := setKey(set)
	n, ok := t.sets[k]
	if !ok {
		n = len(t.sets)
		t.sets[k] = n
	}
	return n
}

// setKey returns the text of a set.
func setKey(set []int) string {
	var b []byte
	for _, n := range set {
		b = strconv.AppendInt(b, int64(n), 36)
		b = append(b, ' ')
	}
	return string(b)
}

// sorted sorts numbers and drops repeats.
func sorted(xs []int) []int {
	slices.Sort(xs)
	return slices.Compact(xs)
}
