package cpa_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// flags needs a refinement by each analysis.
const flags = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int ready = 0, n = 0;
	while (__VERIFIER_nondet_int()) {
		if (!ready) {
			n = __VERIFIER_nondet_int();
			if (n < 0 || n > 9) return 0;
			ready = 1;
		} else {
			if (n > 9) reach_error();
			n = 100;
			ready = 0;
		}
	}
	return 0;
}`

// nodeNames match the names of nodes in the files of a dump: the node and its location.
var nodeNames = map[string]*regexp.Regexp{
	"refinement.txt": regexp.MustCompile(`(?m)^ +(N\d+)@(\w+:L\d+)`),
	"graph.dot":      regexp.MustCompile(`label="(N\d+) (\w+:L\d+) `),
}

// TestDump checks that a node has the same number in all files of a run, and the text of a graph with history can be
// parsed.
func TestDump(t *testing.T) {
	for _, with := range []string{"predicate", "value(refined)+numeric", "predicate(scope=global)"} {
		task := *enginetest.C{File: "flags.c", Text: flags}.Task(t)
		task.Log = &obs.Log{DumpDir: t.TempDir()}
		enginetest.Run(context.Background(), made(t, with), &task, verify.NewBoard())
		texts := map[string]string{}
		files, _ := filepath.Glob(filepath.Join(task.Log.DumpDir, "*-cpa-*"))
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, kind, _ := strings.Cut(filepath.Base(file), "-cpa-")
			texts[kind] += string(data)
		}
		graph := texts["graph.txt"]
		g, err := cpa.ParseGraph(task.Program, graph)
		if err != nil {
			t.Fatalf("%s: %v\n%s", with, err, graph)
		}
		if again := g.String(); again != graph {
			t.Errorf("%s: another text when it is read:\n%s\n%s", with, graph, again)
		}
		for kind, names := range nodeNames {
			found := names.FindAllStringSubmatch(texts[kind], -1)
			if len(found) == 0 {
				t.Errorf("%s: no node in %s", with, kind)
			}
			for _, m := range found {
				if !strings.Contains("\n"+graph, "\n"+m[1]+" "+m[2]+" ") {
					t.Errorf("%s: %s of %s is another in the graph\n%s", with, m[0], kind, graph)
				}
			}
		}
		if stars := strings.Contains(texts["refinement.txt"],
			"* together"); stars != strings.Contains(texts["refinement.txt"], "    * ") {
			t.Errorf("%s: marks that are named are not there, or the other way round\n%s", with, texts["refinement.txt"])
		}
	}
}
