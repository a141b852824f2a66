package cpa_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	engine "github.com/tandem-verifier/tandem/internal/engine/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// fig1 is the example of paper 5, with inputs that value analysis and symbolic execution can enumerate. The unsafe twin
// fails only after its loop.
const fig1 = `
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), a = 0, b = 0;
	if (x > 5) return 0;
	if (x >= 0) {
		while (a < x) {
			a++;
			b++;
		}
	} else {
		a = 10;
		b = 10;
#ifdef UNSAFE
		if (x == -7) b = 11;
#endif
	}
	if (a != b) reach_error();
	return 0;
}`

// of returns the engine with options.
func of(t testing.TB, options string) verify.Engine {
	t.Helper()
	cfg, err := engine.Parse(options)
	if err != nil {
		t.Fatal(err)
	}
	return engine.New(cfg)
}

// ranged runs an engine for one turn on the range that text describes. It returns the result and the task of the range.
func ranged(t testing.TB, e verify.Engine, task *verify.Task, text string) (verify.Result, *verify.Task) {
	t.Helper()
	r, err := restrict.ParsePaths(text)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	w := e.Ranged(task, *r, verify.NewBoard())
	defer w.Close()
	return w.Work(ctx, verify.Budget{}), task.Within(*r)
}

// covers reports whether scopes cover all paths to o; a ledger calls it.
func covers(ctx context.Context, t *verify.Task, o *ir.Obligation, scopes []verify.Scope) bool {
	return check.Cover(ctx, t, []*ir.Obligation{o}, scopes).Verdict == check.Confirmed
}

// TestRanges splits the example in three ranges: each is proved, the proofs are confirmed, and they join to a proof of
// the program. For the unsafe twin, the range with the error yields a test, and the others are proved.
func TestRanges(t *testing.T) {
	ranges := []string{"..<FTTTTF", "FTTTTF..<FF", "FF.."}
	for _, unsafe := range []bool{false, true} {
		for _, options := range []string{"value+numeric(octagon)", "numeric", "predicate", "value+predicate",
			"numeric(interval)+value", "symbolic", "value+symbolic"} {
			// these analyses reach the errors in joined states only
			if unsafe && (options == "numeric" || options == "numeric(interval)+value") {
				continue
			}
			task := enginetest.C{File: "fig1.c", Text: fig1, Unsafe: unsafe}.Task(t)
			ledger := verify.NewLedger(task, covers)
			for i, text := range ranges {
				r, within := ranged(t, of(t, options), task, text)
				if unsafe && i == 2 {
					if u, is := r.(*verify.Unsafe); !is {
						t.Errorf("%s, %s: %+v", options, text, r)
					} else if err := enginetest.Replay(context.Background(), task, u); err != nil {
						t.Errorf("%s, %s: %v", options, text, err)
					}
					continue
				}
				safe, is := r.(*verify.Safe)
				if !is {
					t.Errorf("%s, unsafe %v, %s: %+v", options, unsafe, text, r)
					continue
				}
				if out := check.Proof(context.Background(), within, safe); out.Verdict != check.Confirmed {
					t.Errorf("%s, unsafe %v, %s: %+v", options, unsafe, text, out)
					continue
				}
				proved, err := ledger.Enter(context.Background(), within, safe)
				if err != nil || (len(proved) > 0) != (i == 2) {
					t.Fatalf("%s, %s: %v, %v", options, text, proved, err)
				}
				for _, c := range proved {
					if out := check.Proof(context.Background(), task, &verify.Safe{Obligations: []*ir.Obligation{c.Obligation},
						Proof: c.Proof}); out.Verdict != check.Confirmed {
						t.Errorf("%s: the joined proof: %+v", options, out)
					}
				}
			}
		}
	}
}

// many has 4,096 paths, which explicit values keep separate.
const many = `
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
	int sum = 0;
	for (int i = 0; i < 12; i++) {
		if (__VERIFIER_nondet_int()) sum += 1 << i;
#ifdef UNSAFE
		if (sum == 4094) reach_error();
#endif
	}
	if (sum > 4095) reach_error();
	return 0;
}`

// TestYield asks a running worker for its remaining paths and takes half of them, again and again. The proof of the
// worker is confirmed for the range that it kept, and other workers prove the ranges that were taken.
func TestYield(t *testing.T) {
	t.Run("value(all)", func(t *testing.T) { yields(t, "value(all)", many) })
	t.Run("symbolic", func(t *testing.T) { yields(t, "symbolic", strings.Replace(many, "i < 12", "i < 10", 1)) })
}

// TestMeeting checks that a worker whose paths join at the loop head gives no range away.
func TestMeeting(t *testing.T) {
	for text, want := range map[string]bool{many: true, strings.Replace(many, "sum += 1 << i", "sum |= 1", 1): false} {
		task := enginetest.C{File: "many.c", Text: text}.Task(t)
		w := of(t, "value(all)").Ranged(task, verify.PathRange{NoUpper: true}, verify.NewBoard())
		some := false
		for range 4 { // a few states per turn
			w.Work(t.Context(), verify.Budget{Work: 60})
			_, is := w.(verify.Ranger).Ahead()
			some = is
		}
		if w.Close(); some != want {
			t.Errorf("can be halved: %v, want %v", some, want)
		}
	}
}

// yields runs workers on a program, takes ranges from them while they work, and checks that the proofs cover the
// program.
func yields(t *testing.T, options, text string) {
	task := enginetest.C{File: "many.c", Text: text}.Task(t)
	type work struct {
		r verify.PathRange
		w verify.Worker
	}
	all := []work{}
	results := make(chan verify.Result)
	start := func(r verify.PathRange) {
		w := of(t, options).Ranged(task, r, verify.NewBoard())
		all = append(all, work{r, w})
		go func() { results <- w.Work(context.Background(), verify.Budget{}) }()
	}
	start(verify.PathRange{NoUpper: true})
	yields := 0
	var safe *verify.Safe
	ledger := verify.NewLedger(task, covers)
	proved := 0
	for at := 0; at < len(all); at++ {
		now := &all[at]
		for asking := true; asking; {
			select {
			case r := <-results:
				asking = false
				var is bool
				if safe, is = r.(*verify.Safe); !is {
					t.Fatalf("%s: %+v", &now.r, r)
				}
			default:
				left, some := now.w.(verify.Ranger).Ahead()
				if !some || len(all) > 5 {
					break
				}
				p := left.Lo[:min(len(left.Lo), 2+len(all))] + "F"
				if restrict.ComparePaths(p, left.Lo) > 0 && now.w.(verify.Ranger).Yield(p) {
					yields++
					rest := now.r
					rest.Lo = p
					now.r.Hi, now.r.Before, now.r.NoUpper = p, true, false
					all = append(all, work{r: rest})
					asking = true
				}
			}
		}
		within := task.Within(now.r)
		if out := check.Proof(context.Background(), within, safe); out.Verdict != check.Confirmed {
			t.Fatalf("%s: %+v", &now.r, out)
		}
		claims, err := ledger.Enter(context.Background(), within, safe)
		if err != nil {
			t.Fatal(err)
		}
		proved += len(claims)
		now.w.Close()
		if at+1 < len(all) && all[at+1].w == nil {
			r := all[at+1].r
			w := of(t, options).Ranged(task, r, verify.NewBoard())
			all[at+1].w = w
			go func() { results <- w.Work(context.Background(), verify.Budget{}) }()
		}
	}
	t.Logf("%d yields, %d ranges", yields, len(all))
	if yields == 0 || proved != 1 {
		t.Errorf("%d yields, proved %d times", yields, proved)
	}
}

// TestUnwinds checks that symbolic execution of a range finds the error if and only if the range contains its path. If
// the range does not contain the path, the checker confirms its unwinding for this range, but for no range that
// contains the path.
func TestUnwinds(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	const bits, bad = 5, 0b10110
	text := strings.NewReplacer("i < 12", "i < 5", "sum > 4095", "sum == 22").Replace(many)
	task := enginetest.C{File: "one.c", Text: text}.Task(t)
	path := func(sum int) (p verify.Path) {
		for i := range bits {
			if p += "T"; sum>>i&1 == 1 {
				p += "T"
			} else {
				p += "F"
			}
		}
		return p
	}
	r := rand.New(rand.NewPCG(15, 1))
	drawn := func() verify.PathRange {
		lo, hi := path(r.IntN(1<<bits)), path(r.IntN(1<<bits))
		if restrict.ComparePaths(lo, hi) > 0 {
			lo, hi = hi, lo
		}
		lo = lo[:r.IntN(len(lo)+1)]
		return verify.PathRange{Lo: lo, Hi: hi, Before: r.IntN(2) == 0, NoUpper: r.IntN(4) == 0}
	}
	ranges, proofs, found := []verify.PathRange{{NoUpper: true}, {Lo: path(bad), NoUpper: true}, {Hi: path(bad)},
		{Hi: path(bad), Before: true}}, []*verify.Safe{}, 0
	var whose []verify.PathRange
	for range 12 {
		ranges = append(ranges, drawn())
	}
	// The path to the error has one more decision. A bound without this decision has the same effect here as a bound that
	// is a prefix of the path.
	has := func(r verify.PathRange) bool { return r.Contains(path(bad) + "FT") }
	for _, r := range ranges {
		res, within := ranged(t, of(t, "symbolic"), task, r.String())
		switch res := res.(type) {
		case *verify.Safe:
			if has(r) {
				t.Errorf("%s: the error is not found", &r)
			}
			if _, is := res.Proof.(*verify.Unwinding); !is {
				t.Fatalf("%s: no unwinding: %T", &r, res.Proof)
			}
			if out := check.Proof(context.Background(), within, res); out.Verdict != check.Confirmed {
				t.Errorf("%s: %+v", &r, out)
			}
			proofs, whose = append(proofs, res), append(whose, r)
		case *verify.Unsafe:
			if found++; !has(r) {
				t.Errorf("%s: the error lies out of it", &r)
			}
		default:
			t.Errorf("%s: %+v", &r, res)
		}
	}
	if len(proofs) == 0 || found == 0 {
		t.Errorf("%d proofs, %d errors", len(proofs), found)
	}
	for i, proof := range proofs {
		for _, other := range ranges {
			if has(other) && check.Proof(context.Background(), task.Within(other), proof).Verdict == check.Confirmed {
				t.Errorf("the proof of %s is confirmed of %s", &whose[i], &other)
			}
		}
	}
}
