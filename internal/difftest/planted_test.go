package difftest

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// This file plants expressions that may fail into random programs, at each position of the grammar (positions), nested
// in other expressions. gcc's sanitizers find out whether an input makes one fail; for a variable without a value, the
// program itself does (UNSET). TANDEM_LONG=1 takes 5,000 programs, and 1,000 of testdata. TANDEM_PLANTED sets another
// number, TANDEM_SEED the first seed.

// memOracle has functions and macros for the compiled programs. SURE is needed since gcc folds 0 & (a + INT_MAX) before
// it inserts checks.
const memOracle = `void nobody(int x) { (void)x; }
int nobody_more(const char *s, ...) { (void)s; return 0; }
#define SURE(e) ({ volatile int kept = (e); kept; })
#define UNSET(c) if (c) { fputs("planted: unset\n", stderr); _exit(96); }
`

// nests are expressions around an expression. Those that may overflow themselves are in SURE, since gcc drops a sum
// whose value is not used.
var nests = []string{
	"SURE((%s) + 1)", "(1, %s)", "(%s, 2)", "SURE(-(%s))", "!(%s)", "~(%s)", "(char)(%s)", "(_Bool)(%s)",
	"(int)(unsigned char)(%s)", "(%s) * 0",
	"0 & (%s)", "position_id(%s)", "(x > 1 ? %s : 0)", "((%s) ? 1 : 2)", "(x > 1 && (%s))", "((%s) || x)", "(x || (%s))",
	"({ %s; })",
	"({ 1; %s; })", "({ %s; 3; })", "({ int inner = %s; 0; })", "(%s) == x", "(x, %s)", "SURE((x > 3) + (%s))",
	"((%s) ?: 1)", "(int)(%s) %% 7",
	"((%s) & 15) << 1", "(int []){ 1, %s }[0]", "(struct position){ .b = %s }.a", "(int)(double)(%s)",
	"(int)__builtin_expect(%s, 1)",
}

// around are statements around a statement.
var around = []string{
	"{ %s }", "if (%c) { %s }", "if (%c) x = 1; else { %s }", "for (int i = 0; i < 2; i++) { %s }",
	"switch (%i) { case 1: { %s } break; default: ; }",
	"do { %s } while (0);", "while (1) { %s break; }", "({ %s });", "FUNCTION",
}

// unsetUses are statements that use the int EXPR. If EXPR has no value, it decides a branch or is passed on.
var unsetUses = []string{
	`if (EXPR) ;`, `EXPR ? 1 : 2;`, `while (EXPR) break;`, `switch (EXPR) { default: ; }`, `!(EXPR) && x;`,
	`printf("%d\n", EXPR);`, `printf("", EXPR);`,
	`nobody(EXPR);`, `nobody_more("", EXPR);`, `position_body(EXPR);`, `(void)position_bytes[(EXPR) & 1];`,
	`static int g; g = EXPR;`, `sysconf(EXPR);`, `srand(EXPR);`,
	`exit(0 & (EXPR));`, `__asm__ volatile("" :: "r"(EXPR));`,
	`void (*p)(int) = position_bytes[0] ? nobody : position_body; p(EXPR);`, `position_bytes[1] = EXPR;`,
	`struct position s = { EXPR };`, `putchar(' ' + (0 & (EXPR)));`, `memset(position_bytes, EXPR, 1);`,
	`int v[1 + ((EXPR) & 1)];`,
}

// mayFail returns an int expression that fails for some inputs; with faulty false, for none.
func (g *memGen) mayFail(faulty bool) string {
	in, k := g.input(), g.rng.Intn(g.mask+1)
	switch kind := g.rng.Intn(4); {
	case kind == 0 && faulty:
		return fmt.Sprintf("%d %s (%s - %d)", 1+g.rng.Intn(20), g.one("/", "%"), in, k)
	case kind == 0:
		return fmt.Sprintf("%d %s %s", 1+g.rng.Intn(20), g.one("/", "%"),
			g.one("("+in+" + 1)", "("+in+" | 1)", fmt.Sprintf("(%s - %d)", in, g.mask+1)))
	case kind == 1 && faulty:
		return g.one(fmt.Sprintf("1 << (%s + %d)", in, 31-g.rng.Intn(g.mask+1)), fmt.Sprintf("16 >> (%s - %d)", in, k))
	case kind == 1:
		return g.one("1 << "+in, "16 >> ("+in+" + 3)")
	case kind == 2 && faulty:
		return g.one(fmt.Sprintf("%s + (INT_MAX - %d)", in, k), fmt.Sprintf("(%s - %d) * INT_MAX", in, k),
			fmt.Sprintf("INT_MIN - (%s - %d)", in, k))
	case kind == 2:
		return g.one(in+" + 1", in+" * 1000", "-"+in, "INT_MAX - "+in)
	case faulty:
		return g.one(fmt.Sprintf("position_cells[%s + %d]", in, 4-g.rng.Intn(3)), fmt.Sprintf("position_cells[%s - %d]", in,
			k), fmt.Sprintf("*(position_cells + %s + %s)", in, in))
	}
	return g.one("position_cells["+in+" & 3]", "*(position_cells + "+in+" % 4)")
}

// plant writes a statement with an expression that may fail, or a variable that may have no value.
func (g *memGen) plant(faulty bool) {
	text := ""
	if g.rng.Intn(5) == 0 {
		u, in, k := g.name("u"), g.input(), g.rng.Intn(g.mask+1)
		set := fmt.Sprintf("%s != %d", in, k)
		if !faulty {
			set = in + " >= 0"
		}
		use := g.one(unsetUses...)
		text = fmt.Sprintf("int %s; if (%s) %s = 1; UNSET(!(%s)) %s", u, set, u, set,
			strings.ReplaceAll(use, "EXPR", g.one(u, "("+u+", "+u+")", u+" ^ 1", "~"+u, "(char)"+u)))
	} else {
		e := "SURE(" + g.mayFail(faulty) + ")"
		for g.rng.Intn(5) < 2 {
			e = fmt.Sprintf(g.one(nests...), e)
		}
		p := positions[g.rng.Intn(len(positions))]
		for p.unlikeGCC || p.does || p.ends && g.rng.Intn(3) > 0 {
			p = positions[g.rng.Intn(len(positions))]
		}
		text = strings.ReplaceAll(p.with(e), "label", g.name("label"))
	}
	w := g.one(around...)
	if w == "FUNCTION" {
		f := g.name("planted")
		fmt.Fprintf(&g.decls, "static void %s(int x", f)
		for _, in := range g.inputs {
			fmt.Fprintf(&g.decls, ", int %s", in)
		}
		fmt.Fprintf(&g.decls, ") { %s }\n", text)
		g.p("%s(x, %s);", f, strings.Join(g.inputs, ", "))
		return
	}
	g.p("%s", strings.NewReplacer("%s", text, "%c", g.condition(), "%i", g.input()).Replace(w))
}

// TestPlanted tests that a planted failure is found or unknown, and that a program without failures is not false.
func TestPlanted(t *testing.T) {
	needGCC(t)
	n, seed, limit := 10, int64(1), "3s"
	if os.Getenv("TANDEM_LONG") != "" {
		n, limit = 5000, "10s"
	}
	for env, x := range map[string]any{"TANDEM_PLANTED": &n, "TANDEM_SEED": &seed, "TANDEM_LIMIT": &limit} {
		if s := os.Getenv(env); s != "" {
			fmt.Sscan(s, x)
		}
	}
	tandem := os.Getenv("TANDEM_BIN")
	if tandem == "" {
		tandem = built(t)
	}
	rng := rand.New(rand.NewSource(seed))
	const batch = 20
	count := map[string]int{}
	var mu sync.Mutex
	for at := 0; at < n; at += batch {
		var list []memProgram
		for range min(batch, n-at) {
			list = append(list, (&memGen{rng: rng, faults: 0.01}).program(1+rng.Intn(2), 1+rng.Intn(3)))
		}
		truths, inputs, err := memTruths(t.Context(), t.TempDir(), list)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		var wg sync.WaitGroup
		sem := make(chan bool, 2)
		for i, p := range list {
			wg.Add(1)
			sem <- true
			options := []string{"--confirm=off", "--missing-bodies=" + []string{"input", "unknown"}[rng.Intn(2)]}
			go func() {
				defer func() { <-sem; wg.Done() }()
				file := filepath.Join(dir, fmt.Sprintf("p%d.c", at+i))
				if err := os.WriteFile(file, []byte(p.text()), 0o666); err != nil {
					t.Error(err)
					return
				}
				ask := func(more ...string) (verdict, line, out string) {
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					defer cancel()
					return familyProgram{file: file, options: append(slices.Clone(options), more...), limit: limit}.ask(ctx, tandem)
				}
				complain := func(why, line string) {
					if why != "" {
						t.Errorf("program %d of seed %d, %v: %s; it is %.300s, and fails with %v\n%s", at+i, seed, options, why, line,
							slices.Sorted(maps.Keys(truths[i])), p.text())
					}
				}
				verdict, line, out := ask("--check", "all")
				why := truths[i].contradicted(nil, verdict, line)
				if shown := p.shown(out); why == "" && verdict == "false" && inputs[i][shown] != falseKind(line) {
					why = fmt.Sprintf("the inputs %v show %q", shown, inputs[i][shown])
				}
				complain(why, line)
				mu.Lock()
				count[fmt.Sprintf("fails: %v, %s", len(truths[i]) > 0, verdict)]++
				mu.Unlock()
				if i%4 != 0 || len(slices.DeleteFunc(slices.Collect(maps.Keys(truths[i])),
					func(k string) bool { return k == "no-overflow" || k == "assertion" })) > 0 {
					return
				}
				// An execution ends at an overflow that is not checked: no assertion can fail after it.
				verdict, line, _ = ask("--check", "none", "--overflow=undefined")
				complain(truths[i].contradicted([]string{"assertion"}, verdict, line), line)
			}()
		}
		wg.Wait()
	}
	t.Logf("%d programs: %v", n, count)
}

var statementLine = regexp.MustCompile(`^\s+[a-z_*(][^{}]*;\s*$`)

// plantInto inserts a statement after a random statement of a program. The result is false if it finds no statement.
func plantInto(rng *rand.Rand, text string) (string, bool) {
	lines := strings.Split(text, "\n")
	var places []int
	depth, inside := 0, false
	for i, l := range lines {
		code, _, _ := strings.Cut(l, "//")
		if depth == 0 && strings.HasSuffix(strings.TrimSpace(code), "{") {
			inside = strings.HasSuffix(strings.TrimSpace(code), ") {") && !strings.Contains(code, "=")
		}
		depth += strings.Count(code, "{") - strings.Count(code, "}")
		word := strings.TrimSpace(code)
		ends := strings.HasPrefix(word, "return") || strings.HasPrefix(word, "break") ||
			strings.HasPrefix(word, "continue") || strings.HasPrefix(word, "goto")
		if inside && depth > 0 && statementLine.MatchString(code) && !ends {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return "", false
	}
	g := &memGen{rng: rng, mask: 3, inputs: []string{"planted_in"}}
	g.plant(rng.Intn(3) > 0)
	at := places[rng.Intn(len(places))] + 1
	statement := regexp.MustCompile(`\bx\b`).ReplaceAllString(strings.TrimSpace(g.b.String()), "planted_x")
	prelude := fmt.Sprintf("%sint printf(const char *, ...);\n#ifdef PLANTED_TRUTH\n%s#else\n#define UNSET(c)\n#define "+
		"SURE(e) (e)\n#endif\n#include <limits.h>\n"+
		"void __VERIFIER_assume(int);\nstatic int planted_in = %d, planted_x;\n%s", positionDecls, memOracle, rng.Intn(4),
		g.decls.String())
	return prelude + strings.Join(slices.Insert(lines, at, statement), "\n"), true
}

// TestPlantedFiles is like TestPlanted, with the programs of testdata/checks and testdata/real.
func TestPlantedFiles(t *testing.T) {
	needGCC(t)
	n, seed, limit := 6, int64(1), "3s"
	if os.Getenv("TANDEM_LONG") != "" {
		n, limit = 1000, "10s"
	}
	for env, x := range map[string]any{"TANDEM_PLANTED": &n, "TANDEM_SEED": &seed, "TANDEM_LIMIT": &limit} {
		if s := os.Getenv(env); s != "" {
			fmt.Sscan(s, x)
		}
	}
	tandem := os.Getenv("TANDEM_BIN")
	if tandem == "" {
		tandem = built(t)
	}
	var files []string
	for _, pattern := range []string{"../../testdata/checks/*/*.c", "../../testdata/real/*.c"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	rng := rand.New(rand.NewSource(seed))
	count := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	sem := make(chan bool, 2)
	for i := range n {
		file := files[rng.Intn(len(files))]
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		planted, ok := plantInto(rng, string(text))
		if !ok || strings.Contains(string(text), "// sanitizers: do not see") {
			continue
		}
		wg.Add(1)
		sem <- true
		go func() {
			defer func() { <-sem; wg.Done() }()
			dir := t.TempDir()
			base := fmt.Sprintf("f%d.c", i)
			p := realProgram{file: filepath.Join(dir, base), small: true}
			if err := os.WriteFile(p.file, []byte(planted), 0o666); err != nil {
				t.Error(err)
				return
			}
			said := func(k string) {
				mu.Lock()
				count[k]++
				mu.Unlock()
			}
			bin, err := sanitize(t.Context(), dir, p.file, "-DSMALL", "-DPLANTED_TRUTH")
			if err != nil { // no statement can be inserted there, or a name is defined twice
				said("does not compile")
				return
			}
			truth := memTruth{}
			list, _, complete, err := sanitized(t.Context(), bin, base, "each", "400")
			if err != nil {
				t.Error(file, err)
				return
			}
			for _, e := range list {
				truth[e.kind] = true
			}
			verdict, line, _ := familyProgram{file: p.file, options: []string{"-D", "SMALL", "--missing-bodies=input", "--check",
				"all"}, limit: limit}.ask(t.Context(), tandem)
			why := truth.contradicted(nil, verdict, line)
			if verdict == "false" && !complete && !truth[falseKind(line)] {
				why = ""
				said("false without a run that shows it")
			}
			if why != "" {
				t.Errorf("program %d of seed %d, %s: %s; it is %.300s, and fails with %v\n%s", i, seed, file, why, line,
					slices.Sorted(maps.Keys(truth)), planted)
			}
			said(fmt.Sprintf("fails: %v, %s", len(truth) > 0, verdict))
		}()
	}
	wg.Wait()
	t.Logf("%d programs: %v", n, count)
}
