package cfront_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestFunctionsHost checks that Functions and Defines work for files that include headers of the machine, about which a
// Load warns.
func TestFunctionsHost(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.c": "#include <host.h>\nint one(void) { return 1; }\n",
		"host.h": "int other(void);\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, units := range []*cfront.Units{nil, cfront.NewUnits()} {
		cfg := cfront.Config{Model: ir.LP64, Files: []string{filepath.Join(dir, "a.c")}, HostDirs: []string{dir},
			Units: units}
		for range 2 {
			fs, err := cfront.Functions(cfg)
			names, err2 := cfront.Defines(cfg)
			if err != nil || err2 != nil || len(fs) != 1 || fs[0].Name != "one" || !slices.Equal(names, []string{"one"}) {
				t.Errorf("%v %v, %v %v", fs, err, names, err2)
			}
		}
	}
}

// TestUnits compares programs made from shared parsed files with programs made from newly parsed files: with each
// function as the entry, twice, and after a Load that failed.
func TestUnits(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.c": `#include "s.h"
int printf(const char *f, ...);
int count(struct s *p) { int n = 0; for (; p; p = p->next) n += p->b + p->f(n); return n; }
int show(struct s *p) { return printf("%d %s", p->b, p->name) + (int)sizeof *p; }
static int apply(struct s *p, int x) { return p->f(x); }
int both(struct s *p) { return apply(p, 1) + count(p); }
`,
		"b.c": `#include "s.h"
#include <math.h>
static int twice(int x) { return 2 * x; }
static struct s table[2] = {{.name = "one", .b = 1, .f = twice}, {.name = "two", .b = 2, .f = twice}};
int sum(void) { return count(table) + count(table + 1); }
double root(struct s *p) { return frexp(p->d, &p->e) + sqrt(p->d); }
`,
		"c.c": `#include "s.h"
#include <host.h>
//@ assert nothing;
typedef unsigned long size_t;
void *make(size_t n);
int ask(const char *, ...) __attribute__((nonnull));
static int cells[4], others[4];
static struct s first;
static struct s *list = &first;
void *(*maker)(size_t) __attribute__((alloc_size(1)));
int *dropped(int which) { return which ? cells : others; }
int named(struct s *p, int **q) { cells[1] = 2; others[2] = 3; **q = 4; return cells[1] + others[2] + p->e; }
int ask(const char *t, ...) { return *t; }
int block(size_t n) {
	extern void *made(size_t) __attribute__((malloc, alloc_size(1)));
	int *p = made(n), *q = maker(n);
	return p == q;
}
int outside(void) { return made_up(list) + host_count; }
__attribute__((weak)) int loose(int x) { return x; }
int calls(int x) { int (*f)(int) = x ? loose : 0; return f ? f(x) : ask("%d", x); }
int seed(void);
int draws(void) { return rand() + printf("%n%d", &cells[0], seed()); }
`,
		"host.h": "extern int host_count;\nint rand(void);\n",
		"s.h": `#pragma pack(2)
struct s { char name[6]; struct s *next; int b : 5; enum { A, B = 300 } k; double d; int e; int (*f)(int); };
#pragma pack()
int count(struct s *);
`,
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files := []string{filepath.Join(dir, "a.c"), filepath.Join(dir, "b.c"), filepath.Join(dir, "c.c")}
	entries := []string{"count", "show", "apply", "nowhere", "both", "sum", "root", "dropped", "named", "ask", "block",
		"outside", "calls", "draws"}
	for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
		units := cfront.NewUnits()
		loaded, failed := map[string]*ir.Program{}, map[string]error{}
		for range 2 {
			for _, entry := range entries {
				cfg := cfront.Config{Model: model, Files: files, Entry: entry, MissingBodies: "unknown", HostDirs: []string{dir},
					Checks: []string{ir.ValidDeref}}
				if loaded[entry] == nil && failed[entry] == nil {
					loaded[entry], failed[entry] = cfront.Load(cfg)
				}
				fresh, err := loaded[entry], failed[entry]
				cfg.Units = units
				kept, errKept := cfront.Load(cfg)
				switch {
				case (err == nil) != (errKept == nil), err != nil && err.Error() != errKept.Error():
					t.Errorf("%v %s: %v, with files that were read before %v", model, entry, err, errKept)
				case err == nil && (!slices.Equal(fresh.Warnings, kept.Warnings) || !slices.Equal(fresh.Files, kept.Files) ||
					!slices.Equal(fresh.Unused, kept.Unused)):
					t.Errorf("%v %s: warnings %v, files %v, unused %v, with files that were read before %v, %v, %v", model, entry,
						fresh.Warnings, fresh.Files, fresh.Unused, kept.Warnings, kept.Files, kept.Unused)
				case err == nil && ir.Print(fresh) != ir.Print(kept):
					t.Errorf("%v %s: another program where files were read before:\n%s\nand\n%s", model, entry, ir.Print(fresh),
						ir.Print(kept))
				case (err == nil) == (entry == "nowhere"):
					t.Errorf("%v %s: %v", model, entry, err)
				}
			}
		}
	}
}

// TestFunctionsWarn checks that warnings about the files do not make Functions fail.
func TestFunctionsWarn(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ours.h"), []byte("int one(void);\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := cfront.Config{Model: ir.LP64, Files: []string{"a.c"},
		Sources:  map[string][]byte{"a.c": []byte("#include <ours.h>\nint one(void) { return 1; }\n")},
		HostDirs: []string{dir}}
	if fs, err := cfront.Functions(cfg); err != nil || len(fs) != 1 || fs[0].Name != "one" {
		t.Errorf("%v, %v", fs, err)
	}
}
