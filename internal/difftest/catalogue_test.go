package difftest

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The catalogue has the faults that the Juliet suite (CWE numbers) and Toyota's benchmark list about memory, integers,
// division, initialisation, allocation and null. A kernel (testdata/catalogue/KIND.h at the root) defines
//
//	TYPE, START      the type of a datum and its initial value
//	SOURCE(data)     statements that set the datum; with -DBAD to a faulty value
//	SINK(data)       statements that use the datum; with the faulty value they violate the obligation that the head of
//	                 the kernel names, as in testdata/checks
//
// A flow (testdata/catalogue/flows/WAY.c) leads the datum from the source to the sink: through calls, callbacks,
// globals, structures, loops and so on. Each kernel in each flow is a pair of programs, a safe one and a faulty one.

// catalogueDecided is the percentage of programs of the catalogue that must be decided.
const catalogueDecided = 95

// cataloguePairs writes a program for each kernel and flow to a folder of the test and returns the programs, pair by
// pair. blind[i] reports that sanitizers do not see the fault of pair i. Without TANDEM_LONG=1 it takes every 97th
// pair; TANDEM_PAIR selects pairs by a part of the name, and TANDEM_STRIDE=N takes every Nth pair.
func cataloguePairs(t *testing.T) (pairs [][]realProgram, blind []bool) {
	t.Helper()
	root, err := filepath.Abs("../../testdata/catalogue")
	if err != nil {
		t.Fatal(err)
	}
	kernels, _ := filepath.Glob(filepath.Join(root, "*.h"))
	flows, _ := filepath.Glob(filepath.Join(root, "flows", "*.c"))
	if len(kernels) < 45 || len(flows) < 14 {
		t.Fatalf("%d kernels, %d flows", len(kernels), len(flows))
	}
	long, only := os.Getenv("TANDEM_LONG") != "", os.Getenv("TANDEM_PAIR")
	stride := 97
	if long {
		stride = 1
	}
	if n := os.Getenv("TANDEM_STRIDE"); n != "" {
		if stride, err = strconv.Atoi(n); err != nil || stride < 1 {
			t.Fatalf("TANDEM_STRIDE=%s is no count", n)
		}
	}
	dir := t.TempDir()
	for i, kernel := range kernels {
		text, err := os.ReadFile(kernel)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := bytes.Cut(text, []byte("#"))
		for j, flow := range flows {
			name := strings.TrimSuffix(filepath.Base(kernel), ".h") + "-" + strings.TrimSuffix(filepath.Base(flow), ".c")
			if only != "" && !strings.Contains(name, only) || only == "" && (i*len(flows)+j)%stride != 0 {
				continue
			}
			file := filepath.Join(dir, name+".c")
			program := fmt.Sprintf("%s#include %q\n#include %q\n", head, kernel, flow)
			if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
				t.Fatal(err)
			}
			list, b, err := readPair(file)
			if err != nil {
				t.Fatal(err)
			}
			for i := range list {
				list[i].anywhere = true
				list[i].name = name + strings.TrimPrefix(filepath.Base(list[i].name), name)
			}
			pairs, blind = append(pairs, list), append(blind, b)
		}
	}
	return pairs, blind
}

// TestCatalogueTruth runs the programs under sanitizers: the faulty program of a pair has to fail, and the safe one
// must not.
func TestCatalogueTruth(t *testing.T) {
	needGCC(t)
	pairs, blind := cataloguePairs(t)
	for i, list := range pairs {
		if blind[i] {
			continue
		}
		t.Run(list[0].name, func(t *testing.T) {
			t.Parallel()
			for _, p := range list[:2] {
				if err := p.pairTruth(t.Context(), t.TempDir(), 20); err != nil {
					t.Errorf("%v: %v", p, err)
				}
			}
		})
	}
}

// TestCatalogue tests that no program gets a wrong verdict, and with TANDEM_LONG=1 that most programs are decided.
func TestCatalogue(t *testing.T) {
	long, only := os.Getenv("TANDEM_LONG") != "", os.Getenv("TANDEM_PAIR")
	var list []realProgram
	pairs, _ := cataloguePairs(t)
	for _, p := range pairs {
		list = append(list, p[:2]...)
		if long || only != "" {
			list = append(list, p[2:]...)
		}
	}
	limit := sampleLimit
	if long || only != "" {
		limit = cmp.Or(os.Getenv("TANDEM_LIMIT"), "10s")
	}
	rows := askAll(t, list, limit)
	verdictTable(t, rows, func(r verdictRow) string {
		kernel, _, _ := strings.Cut(filepath.Base(r.file), ".")
		return kernel[:strings.LastIndexByte(kernel, '-')]
	})
	if right, all := share(rows, func(verdictRow) bool { return true }); long && right*100 < all*catalogueDecided {
		t.Errorf("%d of %d decided", right, all)
	}
}
